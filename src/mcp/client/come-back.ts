import { readRetryAfter } from "../../model/retry-after.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What a server says that takes nothing now, and names a time. */
export interface ComeBack extends Error {
  readonly name: "ComeBack";
  readonly status: number;
  readonly retryAfterMs: number;
}

/** True for the error of {@link heedComeBack}, whatever was put around it. */
export function findComeBack(thrown: unknown): ComeBack | undefined {
  for (let cause: unknown = thrown, depth = 0; depth < 4 && cause instanceof Error; depth += 1) {
    if (cause.name === "ComeBack") return cause as ComeBack;
    ({ cause } = cause);
  }
  return undefined;
}

/** Makes an error of an answer that says when to come back: the SDK keeps its status and forgets the time. */
export function heedComeBack(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { status, headers } = response;
    if (status !== 429 && status !== 503) return response;
    const retryAfterMs = readRetryAfter(headers, Date.now());
    if (retryAfterMs === undefined) return response;
    await response.body?.cancel();
    throw Object.assign(new Error(`HTTP ${status}`), { name: "ComeBack", status, retryAfterMs });
  };
}
