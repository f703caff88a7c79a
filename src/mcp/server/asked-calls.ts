import { hash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";
import type { ToolOutcome } from "../../tools/tool-outcome.ts";

/** Remembers the calls that a person was asked about, so that an answer handed in twice has one effect. */
export interface AskedCalls {
  /**
   * Makes the call, or gives the outcome of the same call as it was made before or is being made; `undefined` when it
   * was made with other arguments. A call that still waits for a person is not remembered.
   */
  once(callId: string, input: unknown, make: () => Promise<ToolOutcome>): Promise<ToolOutcome> | undefined;
}

/** How long a person may take, and an answer is remembered, in ms. */
export const answerLifetimeMs = 600_000;

interface Made {
  /** Of its arguments. */
  readonly hash: string;
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
    once: (callId, input, make) => {
      forgetOld();
      const digest = hash("sha256", canonicalJson(input));
      const known = made.get(callId);
      if (known) return known.hash === digest ? known.outcome : undefined;
      const outcome = make();
      // An answer may come at the last moment, and again after that for as long as it is good.
      made.set(callId, { hash: digest, outcome, until: now() + 2 * answerLifetimeMs });
      outcome.then(
        ({ status }) => status === "needs_confirmation" && made.delete(callId),
        () => made.delete(callId),
      );
      return outcome;
    },
  };
}
