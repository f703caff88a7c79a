/** The end of an attempt: by time, or because the caller gave up. */
export interface AttemptDeadline {
  readonly signal: AbortSignal;
  /** True when time ran out, and not the caller's patience. */
  readonly expired: boolean;
  /** Something arrived: the time starts again. */
  readonly extend: () => void;
  /** Stops the timer and lets go of the caller's signal. */
  readonly close: () => void;
}

/** Starts the time of one attempt. `timeoutMs` is the longest silence. */
export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): AttemptDeadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, timeoutMs);
  const give = (): void => controller.abort(caller?.reason);
  if (caller?.aborted) give();
  else caller?.addEventListener("abort", give, { once: true });
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    extend: () => void timer.refresh(),
    close: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", give);
    },
  };
}
