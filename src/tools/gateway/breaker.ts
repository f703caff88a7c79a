import type { BreakerPolicy } from "../load-policy.ts";

/** Parts of the window; the oldest is forgotten as a whole. */
const buckets = 10;

/**
 * Leaves a tool alone that keeps failing. Closed, it counts calls in a window; when enough of them failed it opens and
 * no call passes for `openMs`; then one call may try, and its end closes it or opens it again. Times are monotonic ms.
 */
export class Breaker {
  readonly #policy: BreakerPolicy;
  readonly #bucketMs: number;
  readonly #calls = new Uint32Array(buckets);
  readonly #faults = new Uint32Array(buckets);
  #bucket = 0;
  #bucketEndsAt = 0;
  #callsInWindow = 0;
  #faultsInWindow = 0;
  /** 0 while it is closed. */
  #openUntil = 0;
  #probing = false;
  /** Calls that were told to stop and have not ended. */
  #late = 0;
  readonly #tell: ((openForMs: number) => void) | undefined;

  /**
   * @param tell told whenever it opens, with the ms, and when it closes, with 0. A call that tries is told as an opening,
   * so that nobody else tries meanwhile.
   */
  constructor(policy: BreakerPolicy, tell?: (openForMs: number) => void) {
    this.#policy = policy;
    this.#tell = tell;
    this.#bucketMs = policy.windowMs / buckets;
  }

  /** Why no call may pass at `now`: the ms until one may; `undefined` when one may. Changes nothing. */
  refusedFor(now: number): number | undefined {
    if (this.#openUntil === 0) return undefined;
    if (this.#probing) return this.#policy.openMs;
    return now < this.#openUntil ? this.#openUntil - now : undefined;
  }

  /** How it stands, for people; with the ms until a call may try. */
  stateAt(now: number): { readonly state: "closed" | "open" | "trying"; readonly openForMs?: number } {
    if (this.#probing) return { state: "trying" };
    if (this.#openUntil === 0) return { state: "closed" };
    return { state: "open", openForMs: Math.max(0, Math.ceil(this.#openUntil - now)) };
  }

  /** Failed calls and calls in the window, for messages. */
  get counts(): { readonly faults: number; readonly calls: number; readonly late: number } {
    return { faults: this.#faultsInWindow, calls: this.#callsInWindow, late: this.#late };
  }

  /** Lets a call pass that `refusedFor` does not refuse; true when it is the one that tries. */
  enter(): boolean {
    if (this.#openUntil === 0) return false;
    this.#probing = true;
    this.#tell?.(this.#policy.openMs);
    return true;
  }

  /** How a call ended that passed: `undefined` for one that says nothing about the tool, such as a cancelled one. */
  settle(now: number, probe: boolean, fault: boolean | undefined): void {
    if (probe) return this.#settleProbe(now, fault);
    if (fault === undefined || this.#openUntil !== 0) return;
    if (now >= this.#bucketEndsAt) this.#advance(now);
    this.#calls[this.#bucket]! += 1;
    this.#callsInWindow += 1;
    if (!fault) return;
    this.#faults[this.#bucket]! += 1;
    this.#faultsInWindow += 1;
    const { minCalls, errorRate, openMs } = this.#policy;
    if (this.#callsInWindow >= minCalls && this.#faultsInWindow >= errorRate * this.#callsInWindow)
      this.#open(now, openMs);
  }

  /** A call has not ended although it was told to stop. Too many of them open the breaker. */
  addLate(now: number): void {
    this.#late += 1;
    if (this.#late >= this.#policy.maxLate && this.#openUntil === 0) this.#open(now, this.#policy.openMs);
  }

  /** A late call has ended after all. */
  endLate(): void {
    this.#late -= 1;
  }

  /** What others found out of the tool: that it is to be left alone for so many ms, or, with 0, that it is well again. */
  hear(now: number, openForMs: number): void {
    if (openForMs > 0) this.#openUntil = Math.max(this.#openUntil, now + openForMs);
    else if (!this.#probing) this.#close();
  }

  #open(now: number, forMs: number): void {
    this.#openUntil = now + forMs;
    this.#tell?.(forMs);
  }

  #close(): void {
    this.#openUntil = 0;
    this.#forget();
  }

  #settleProbe(now: number, fault: boolean | undefined): void {
    this.#probing = false;
    if (fault === undefined) return;
    if (fault) return this.#open(now, this.#policy.openMs);
    this.#close();
    this.#tell?.(0);
  }

  #advance(now: number): void {
    const steps = this.#bucketEndsAt === 0 ? buckets : Math.ceil((now - this.#bucketEndsAt + 1) / this.#bucketMs);
    if (steps >= buckets) {
      this.#forget();
      this.#bucketEndsAt = now + this.#bucketMs;
      return;
    }
    for (let step = 0; step < steps; step += 1) {
      this.#bucket = (this.#bucket + 1) % buckets;
      this.#callsInWindow -= this.#calls[this.#bucket]!;
      this.#faultsInWindow -= this.#faults[this.#bucket]!;
      this.#calls[this.#bucket] = 0;
      this.#faults[this.#bucket] = 0;
    }
    this.#bucketEndsAt += steps * this.#bucketMs;
  }

  #forget(): void {
    this.#calls.fill(0);
    this.#faults.fill(0);
    this.#callsInWindow = 0;
    this.#faultsInWindow = 0;
  }
}
