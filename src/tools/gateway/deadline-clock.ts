/** Something that waits for a moment, or for its run to be cancelled. */
export interface Alarm {
  /** Monotonic ms. */
  readonly at: number;
  readonly signal: AbortSignal | undefined;
  /** The clock's own: place among the fresh alarms, -1 elsewhere. */
  slot: number;
  /** Called at most once, and never after `remove`. */
  ring(cause: "time" | "cancelled"): void;
}

/** One timer for all alarms of a gateway. */
export interface DeadlineClock {
  readonly now: () => number;
  add(alarm: Alarm): void;
  remove(alarm: Alarm): void;
}

/**
 * Makes a clock. Nothing is armed for an alarm that is removed before the event loop comes round; after that there is
 * one timer for the nearest alarm and one listener a signal, both gone when nothing waits.
 */
export function createDeadlineClock(now: () => number): DeadlineClock {
  return new SharedTimerClock(now);
}

/** Alarms nearer to each other than this ring together, in ms. */
const granularityMs = 5;
/** The longest wait a Node timer can hold. */
const longestTimerMs = 2 ** 31 - 1;

class SharedTimerClock implements DeadlineClock {
  readonly now: () => number;
  /**
   * Alarms that came since the event loop last went round. Most are removed again before it does, so they stand in
   * an array at a place they know, which costs no hashing.
   */
  readonly #fresh: Alarm[] = [];
  readonly #waiting = new Set<Alarm>();
  readonly #listened = new Map<AbortSignal, { count: number; readonly onAbort: () => void }>();
  #checkIsDue = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in ms of `now`; infinite without a timer. */
  #timerAt = Infinity;

  constructor(now: () => number) {
    this.now = now;
  }

  add(alarm: Alarm): void {
    alarm.slot = this.#fresh.push(alarm) - 1;
    if (this.#checkIsDue) return;
    this.#checkIsDue = true;
    setImmediate(() => this.#takeFresh());
  }

  remove(alarm: Alarm): void {
    if (alarm.slot >= 0) return this.#removeFresh(alarm);
    if (!this.#waiting.delete(alarm)) return;
    if (alarm.signal) this.#unlisten(alarm.signal);
    if (this.#waiting.size === 0) this.#stopTimer();
  }

  /** The last one takes the place that becomes free. */
  #removeFresh(alarm: Alarm): void {
    const last = this.#fresh.pop()!;
    if (last !== alarm) {
      this.#fresh[alarm.slot] = last;
      last.slot = alarm.slot;
    }
    alarm.slot = -1;
  }

  #takeFresh(): void {
    this.#checkIsDue = false;
    const time = this.now();
    for (const alarm of this.#fresh.splice(0)) {
      alarm.slot = -1;
      if (alarm.signal?.aborted) alarm.ring("cancelled");
      else if (alarm.at <= time) alarm.ring("time");
      else this.#wait(alarm, time);
    }
  }

  #wait(alarm: Alarm, time: number): void {
    this.#waiting.add(alarm);
    if (alarm.signal) this.#listen(alarm.signal);
    if (alarm.at < this.#timerAt) this.#startTimer(alarm.at, time);
  }

  #startTimer(at: number, time: number): void {
    clearTimeout(this.#timer);
    const wait = Math.min(Math.ceil(Math.max(at - time, 1) / granularityMs) * granularityMs, longestTimerMs);
    this.#timerAt = time + wait;
    this.#timer = setTimeout(() => this.#ringDue(), wait);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Infinity;
  }

  #ringDue(): void {
    this.#stopTimer();
    const time = this.now();
    let nearest = Infinity;
    for (const alarm of this.#waiting) {
      if (alarm.at <= time) this.#ring(alarm, "time");
      else nearest = Math.min(nearest, alarm.at);
    }
    if (nearest !== Infinity && this.#waiting.size > 0) this.#startTimer(nearest, time);
  }

  #ring(alarm: Alarm, cause: "time" | "cancelled"): void {
    this.remove(alarm);
    alarm.ring(cause);
  }

  #listen(signal: AbortSignal): void {
    const known = this.#listened.get(signal);
    if (known) {
      known.count += 1;
      return;
    }
    const onAbort = (): void => {
      for (const alarm of this.#waiting) if (alarm.signal === signal) this.#ring(alarm, "cancelled");
    };
    this.#listened.set(signal, { count: 1, onAbort });
    signal.addEventListener("abort", onAbort);
  }

  #unlisten(signal: AbortSignal): void {
    const known = this.#listened.get(signal);
    if (!known || --known.count > 0) return;
    this.#listened.delete(signal);
    signal.removeEventListener("abort", known.onAbort);
  }
}
