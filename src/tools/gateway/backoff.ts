import type { RetryPolicy } from "../tool.ts";
import type { DeadlineClock } from "./deadline-clock.ts";

/** The longest wait after failed attempt number `attempt` (from 1), in ms. The real wait is random below it, so that callers that failed together do not come back together. */
export function longestWait({ backoffMs, maxBackoffMs }: RetryPolicy, attempt: number): number {
  return Math.min(backoffMs * 2 ** (attempt - 1), maxBackoffMs);
}

/** Resolves at `at` (monotonic ms), or as soon as the run is cancelled. */
export function waitUntil(
  clock: DeadlineClock,
  { at, signal }: { readonly at: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve) => clock.add({ at, signal, slot: -1, ring: () => resolve() }));
}
