import type { ToolOutcome } from "../../tools/tool-outcome.ts";

/** Remembers the calls that a person was asked about, so that an answer handed in twice has one effect. */
export interface AskedCalls {
  /**
   * Makes the call, or gives the outcome of the same call as it was made before or is being made. A call that still
   * waits for a person is not remembered.
   */
  once(callId: string, make: () => Promise<ToolOutcome>): Promise<ToolOutcome>;
}

/** How long a person may take, and an answer is remembered, in ms. */
export const answerLifetimeMs = 600_000;

interface Made {
  readonly outcome: Promise<ToolOutcome>;
  readonly until: number;
}

/** Makes the memory of one process. Old entries go when new ones come. */
export function createAskedCalls(now: () => number = Date.now): AskedCalls {
  const made = new Map<string, Made>();
  const forgetOld = (): void => {
    for (const [id, { until }] of made) {
      // In the order in which they came.
      if (until > now()) return;
      made.delete(id);
    }
  };
  return {
    once: (callId, make) => {
      forgetOld();
      const known = made.get(callId);
      if (known) return known.outcome;
      const outcome = make();
      // An answer may come at the last moment, and again after that for as long as it is good.
      made.set(callId, { outcome, until: now() + 2 * answerLifetimeMs });
      outcome.then(
        ({ status }) => status === "needs_confirmation" && made.delete(callId),
        () => made.delete(callId),
      );
      return outcome;
    },
  };
}
