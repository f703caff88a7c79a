import { isSopwithError } from "../../base/errors.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** A fetch, and what kept it from an answer. */
export interface WatchedFetch {
  readonly fetch: GuardedFetch;
  /** What was thrown at a request, or stands for an answer that says "later"; `undefined` where there was no such thing. */
  readonly failure: () => unknown;
}

/** Remembers whether a request got no answer, or one that says "later". A refused address stays what is remembered. */
export function watchFailures(send: GuardedFetch, signal: AbortSignal): WatchedFetch {
  let failure: unknown;
  return {
    failure: () => failure,
    fetch: async (url, init) => {
      try {
        const response = await send(url, { ...init, signal });
        if (response.status === 429 || response.status >= 500)
          failure = new Error(`HTTP ${response.status} from ${String(url)}`);
        return response;
      } catch (error) {
        if (!isSopwithError(failure)) failure = error;
        throw error;
      }
    },
  };
}

/** The SDK goes on without what it could not fetch, and fails later in other words: a refused address is the reason then. */
export function throwOwn(...errors: readonly unknown[]): void {
  const own = errors.find((error) => isSopwithError(error));
  if (own !== undefined) throw own as Error;
}
