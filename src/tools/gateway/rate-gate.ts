import type { RateLimit, RatePolicy } from "../load-policy.ts";

/** Users whose buckets are kept; a bucket that is forgotten was full, or belongs to whoever came longest ago. */
const maxUsers = 10_000;

/** The rate limits of one tool. Times are monotonic ms. */
export class RateGate {
  readonly #tool: Bucket | undefined;
  readonly #userLimit: RateLimit | undefined;
  /** The user who came last is last. */
  readonly #users = new Map<string, Bucket>();

  constructor({ tool, user }: RatePolicy) {
    this.#tool = tool && new Bucket(tool);
    this.#userLimit = user;
  }

  /** The ms until a call of `user` may pass; `undefined` when it may. Takes nothing. */
  refusedFor(now: number, user: string): number | undefined {
    const waits = [this.#tool?.waitFor(now), this.#users.get(user)?.waitFor(now)].filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Math.max(...waits);
  }

  /** Counts a call of `user`. */
  take(now: number, user: string): void {
    this.#tool?.take(now);
    if (this.#userLimit === undefined) return;
    const bucket = this.#users.get(user) ?? new Bucket(this.#userLimit);
    bucket.take(now);
    this.#users.delete(user);
    this.#users.set(user, bucket);
    if (this.#users.size <= maxUsers) return;
    const [oldest] = this.#users.keys();
    if (oldest !== undefined) this.#users.delete(oldest);
  }
}

/** Fills up evenly, and holds at most one span's calls. */
class Bucket {
  readonly #calls: number;
  readonly #perCallMs: number;
  #level: number;
  #at = 0;

  constructor({ calls, perMs }: RateLimit) {
    this.#calls = calls;
    this.#perCallMs = perMs / calls;
    this.#level = calls;
  }

  waitFor(now: number): number | undefined {
    const level = this.#levelAt(now);
    return level >= 1 ? undefined : (1 - level) * this.#perCallMs;
  }

  take(now: number): void {
    this.#level = this.#levelAt(now) - 1;
    this.#at = now;
  }

  #levelAt(now: number): number {
    return Math.min(this.#calls, this.#level + (now - this.#at) / this.#perCallMs);
  }
}
