import type { ConcurrencyPolicy } from "../load-policy.ts";

/** A call that waits for its turn. */
export interface Waiter {
  readonly thread: string;
  /** The place is the waiter's now. Called at most once, and never after `leave`. */
  go(): void;
}

/** The places of one tool, and the queue before them. */
export class Slots {
  readonly #policy: ConcurrencyPolicy;
  /** Threads in the order of their next turn; with `fifo` all calls stand under one name. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #running = 0;
  #waiting = 0;

  constructor(policy: ConcurrencyPolicy) {
    this.#policy = policy;
  }

  /** True when a call that comes now would neither run nor wait. */
  get isFull(): boolean {
    const { maxConcurrency, overflow, maxQueue } = this.#policy;
    if (this.#running < maxConcurrency) return false;
    return overflow === "reject" || this.#waiting >= maxQueue;
  }

  /** Takes a free place; false when there is none. */
  take(): boolean {
    if (this.#running >= this.#policy.maxConcurrency) return false;
    this.#running += 1;
    return true;
  }

  /** Waits for a place. */
  join(waiter: Waiter): void {
    const name = this.#queueOf(waiter);
    const queue = this.#queues.get(name);
    if (queue) queue.add(waiter);
    else this.#queues.set(name, new Set([waiter]));
    this.#waiting += 1;
  }

  /** Waits no longer. */
  leave(waiter: Waiter): void {
    const name = this.#queueOf(waiter);
    const queue = this.#queues.get(name);
    if (!queue?.delete(waiter)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(name);
  }

  /** Gives a place back: to the next in the queue, if there is one. */
  release(): void {
    const [next] = this.#queues;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [name, queue] = next;
    const [waiter] = queue;
    queue.delete(waiter!);
    this.#waiting -= 1;
    this.#queues.delete(name);
    // Whoever has more to do goes behind the others.
    if (queue.size > 0) this.#queues.set(name, queue);
    waiter!.go();
  }

  #queueOf({ thread }: Waiter): string {
    return this.#policy.order === "fair" ? thread : "";
  }
}
