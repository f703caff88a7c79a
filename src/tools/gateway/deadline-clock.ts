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
 * Makes a clock. It has one timer, which is kept while calls come and go and holds the process only while something waits.
 * It listens to a signal when the event loop first comes round to an alarm, and once for all alarms.
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
  /** Each stands at a place it knows, which costs no hashing: most are removed before the event loop comes round. */
  readonly #alarms: Alarm[] = [];
  /** What listens, for each signal that the loop has come round to. */
  readonly #heard = new Map<AbortSignal, () => void>();
  /** The signal that was asked about last, since the calls of a run follow one another. */
  #lastHeard: AbortSignal | undefined;
  #checkIsDue = false;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends, in ms of `now`; infinite without a timer. */
  #timerAt = Infinity;

  constructor(now: () => number) {
    this.now = now;
  }

  add(alarm: Alarm): void {
    alarm.slot = this.#alarms.push(alarm) - 1;
    if (alarm.slot === 0) this.#timer?.ref();
    if (alarm.at < this.#timerAt) this.#startTimer(alarm.at);
    if (alarm.signal !== undefined && alarm.signal !== this.#lastHeard) this.#checkSoon();
  }

  /** The last one takes the place that becomes free. */
  remove(alarm: Alarm): void {
    if (alarm.slot < 0) return;
    const last = this.#alarms.pop()!;
    if (last !== alarm) {
      this.#alarms[alarm.slot] = last;
      last.slot = alarm.slot;
    }
    alarm.slot = -1;
    if (this.#alarms.length === 0) this.#rest();
  }

  /** What is not heard yet is heard from then on, and what is due already rings. */
  #checkSoon(): void {
    if (this.#checkIsDue) return;
    this.#checkIsDue = true;
    setImmediate(() => {
      this.#checkIsDue = false;
      for (const { signal } of this.#alarms) if (signal !== undefined) this.#hear(signal);
      this.#ringWhere((alarm) => alarm.signal?.aborted === true, "cancelled");
      this.#ringDue();
    });
  }

  #startTimer(at: number): void {
    const time = this.now();
    if (at <= time) return this.#checkSoon();
    clearTimeout(this.#timer);
    const wait = Math.min(Math.ceil(Math.max(at - time, 1) / granularityMs) * granularityMs, longestTimerMs);
    this.#timerAt = time + wait;
    this.#timer = setTimeout(() => this.#endTimer(), wait);
  }

  #endTimer(): void {
    this.#timer = undefined;
    this.#timerAt = Infinity;
    this.#ringDue();
    if (this.#alarms.length === 0) return this.#hearNothing();
    let nearest = Infinity;
    for (const { at } of this.#alarms) nearest = Math.min(nearest, at);
    if (nearest < this.#timerAt) this.#startTimer(nearest);
  }

  #ringDue(): void {
    const time = this.now();
    this.#ringWhere(({ at }) => at <= time, "time");
  }

  /** The earliest first. What rings may add and remove alarms. */
  #ringWhere(rings: (alarm: Alarm) => boolean, cause: "time" | "cancelled"): void {
    const ringing = this.#alarms.filter(rings).toSorted((one, other) => one.at - other.at);
    for (const alarm of ringing) {
      if (alarm.slot < 0) continue;
      this.remove(alarm);
      alarm.ring(cause);
    }
  }

  /** The timer stays for the next call, and one signal is still heard; both are let go when the timer ends. */
  #rest(): void {
    this.#timer?.unref();
    if (this.#heard.size > 1) this.#hearNothing();
  }

  #hear(signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#lastHeard = signal;
    if (this.#heard.has(signal)) return;
    const onAbort = (): void => {
      this.#unhear(signal, onAbort);
      this.#ringWhere((alarm) => alarm.signal === signal, "cancelled");
    };
    this.#heard.set(signal, onAbort);
    signal.addEventListener("abort", onAbort);
  }

  #unhear(signal: AbortSignal, onAbort: () => void): void {
    this.#heard.delete(signal);
    if (this.#lastHeard === signal) this.#lastHeard = undefined;
    signal.removeEventListener("abort", onAbort);
  }

  #hearNothing(): void {
    for (const [signal, onAbort] of this.#heard) this.#unhear(signal, onAbort);
  }
}
