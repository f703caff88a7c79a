/** How many calls of a tool run at once, over all runs of the process, and what becomes of the others. */
export interface ConcurrencyPolicy {
  /** From 1. */
  readonly maxConcurrency: number;
  /** `reject` answers a call that finds no place at once as unavailable. @default "queue" */
  readonly overflow: "queue" | "reject";
  /** `fair` lets threads take turns, so that a thread with many calls holds nobody up. @default "fifo" */
  readonly order: "fifo" | "fair";
  /** How many calls may wait; those beyond are answered as unavailable. @default 1000 */
  readonly maxQueue: number;
}

/** So many calls in any span of `perMs`, with a reserve of as many. */
export interface RateLimit {
  readonly calls: number;
  /** In ms. */
  readonly perMs: number;
}

/** Bounds on how often a tool is called. Attempts of one call count once. */
export interface RatePolicy {
  /** For all callers together. @default no bound */
  readonly tool?: RateLimit;
  /** For each user; calls without a user share one. @default no bound */
  readonly user?: RateLimit;
}

/** When a tool that keeps failing is left alone for a while. */
export interface BreakerPolicy {
  /** Share of failed calls in the window at which it opens, above 0 to 1. @default 0.5 */
  readonly errorRate: number;
  /** Calls the window must hold before the share counts. @default 10 */
  readonly minCalls: number;
  /** In ms. @default 60000 */
  readonly windowMs: number;
  /** How long no call reaches the tool; then one may try. In ms. @default 30000 */
  readonly openMs: number;
  /** So many calls that outlived their deadline and still have not ended keep it open as well. @default 20 */
  readonly maxLate: number;
}

/** Who gives way first when the process has too many calls in flight. */
export type Priority = "low" | "normal" | "high";

/** A sentence in one language for all, or one for each. */
export type LocalText = string | { readonly en: string; readonly zh: string };

/** The parts of a policy that protect a tool and the process from too much work. */
export interface LoadPolicy {
  /** @default no bound */
  readonly concurrency?: ConcurrencyPolicy;
  /** @default no bound */
  readonly rate?: RatePolicy;
  /** `false` for none. */
  readonly breaker: BreakerPolicy | false;
  /** @default "normal" */
  readonly priority: Priority;
  /** What the model may tell the user while the tool is unavailable. @default a general sentence */
  readonly whenUnavailable?: LocalText;
  /**
   * The largest result that is taken, in characters of JSON. A read that gives more has failed; of a write only the
   * beginning is kept. What a model is shown at once is less than this. @default 5000000
   */
  readonly maxOutputLength: number;
}

/** {@link LoadPolicy} as a definition gives it; the rest takes its default. */
export interface LoadPolicySpec {
  readonly concurrency?: Partial<ConcurrencyPolicy> & Pick<ConcurrencyPolicy, "maxConcurrency">;
  readonly rate?: RatePolicy;
  readonly breaker?: Partial<BreakerPolicy> | false;
  readonly priority?: Priority;
  readonly whenUnavailable?: LocalText;
  readonly maxOutputLength?: number;
}

/** Fills in the defaults of a load policy. */
export function completeLoadPolicy({
  concurrency,
  rate,
  breaker,
  priority = "normal",
  whenUnavailable,
  maxOutputLength = 5_000_000,
}: LoadPolicySpec): LoadPolicy {
  return {
    ...(concurrency && {
      concurrency: Object.freeze({ overflow: "queue", order: "fifo", maxQueue: 1000, ...concurrency } as const),
    }),
    ...(rate && { rate: Object.freeze({ ...rate }) }),
    breaker:
      breaker === false
        ? false
        : Object.freeze({
            errorRate: 0.5,
            minCalls: 10,
            windowMs: 60_000,
            openMs: 30_000,
            maxLate: 20,
            ...breaker,
          }),
    priority,
    maxOutputLength,
    ...(whenUnavailable !== undefined && { whenUnavailable }),
  };
}

/** The sentence in a caller's language. */
export function localText(text: LocalText, locale: "en" | "zh"): string {
  return typeof text === "string" ? text : text[locale];
}
