/** A signal that aborts when the time is up, or when somebody stops it. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  abort(): void;
  /** Nothing is to be limited any more. */
  end(): void;
}

/** Starts a limit of `ms`. */
export function startTimeLimit(ms: number): TimeLimit {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("The time is up.", "TimeoutError")), ms);
  return {
    signal: controller.signal,
    abort: () => controller.abort(new DOMException("It is not wanted any more.", "AbortError")),
    end: () => clearTimeout(timer),
  };
}
