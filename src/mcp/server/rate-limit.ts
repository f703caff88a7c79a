/** Says whether a caller may go on. */
export interface RateLimit {
  /** 0 when the request may pass, else the seconds after which the next one may. */
  take(caller: string): number;
}

interface Bucket {
  left: number;
  at: number;
}

/** Callers that are remembered; those that came first are forgotten first. */
const mostCallers = 10_000;

/** A limit for each caller by itself: `perMinute` at once, and as many again in each minute. */
export function createRateLimit(perMinute: number, now: () => number = () => performance.now()): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take: (caller) => {
      const at = now();
      const known = buckets.get(caller);
      const left = known ? Math.min(perMinute, known.left + (at - known.at) * perMs) : perMinute;
      if (!known && buckets.size >= mostCallers) buckets.delete(buckets.keys().next().value!);
      buckets.set(caller, { left: left >= 1 ? left - 1 : left, at });
      return left >= 1 ? 0 : Math.ceil((1 - left) / perMs / 1000);
    },
  };
}
