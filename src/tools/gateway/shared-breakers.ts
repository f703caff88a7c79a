import type { BreakerPolicy } from "../load-policy.ts";
import { Breaker } from "./breaker.ts";

/** That the breaker of a tool opened, or closed: then `openForMs` is 0. */
export interface BreakerWord {
  /** `namespace/name@version`. */
  readonly tool: string;
  readonly openForMs: number;
}

/** How processes tell each other of breakers. Declared here; over Redis it is implemented by `store/`. */
export interface BreakerChannel {
  /** Must neither wait nor throw: a call stands behind it. */
  publish(word: BreakerWord): void;
  /** Tells what is open at others now, and every change from then on, until the answer is called. */
  follow(listener: (word: BreakerWord) => void): () => void;
}

/** Where somebody else's breaker opened, this process tries the tool later than that one, by up to so many ms. */
const latestTryMs = 2000;
/** Of more tools than this nothing is kept for breakers that are made later. */
const mostKept = 1000;
/** What is over is taken out no sooner after the last time than this, in ms. */
const sweepMs = 1000;

/**
 * The breakers of a process. They decide by themselves; while they are shared, what one finds out the breakers of the
 * same tool elsewhere hear. Who opened a breaker is the first to try its tool, the others are each a random time later.
 */
export class SharedBreakers {
  /** Tools come and go with the workflows that bring them; several may have one name. */
  readonly #breakers = new Map<string, Set<WeakRef<Breaker>>>();
  /** What is open, until when, for breakers that are made later. */
  readonly #openUntil = new Map<string, number>();
  readonly #channels = new Set<BreakerChannel>();
  #sweepAt = 0;

  /** A breaker of a tool, which hears of the others. */
  create(tool: string, policy: BreakerPolicy): Breaker {
    const breaker: Breaker = new Breaker(policy, (openForMs) => this.#tell({ tool, openForMs }, breaker));
    const now = performance.now();
    const until = this.#openUntil.get(tool) ?? 0;
    if (until > now) breaker.hear(now, until - now);
    const all = this.#breakers.get(tool) ?? new Set();
    for (const other of all) if (other.deref() === undefined) all.delete(other);
    this.#breakers.set(tool, all.add(new WeakRef(breaker)));
    return breaker;
  }

  /** Tells and hears over `channel` until the answer is called. */
  share(channel: BreakerChannel): () => void {
    this.#channels.add(channel);
    const stop = channel.follow(({ tool, openForMs }) => {
      const later = openForMs > 0 ? Math.min(openForMs, latestTryMs) * (0.1 + 0.9 * Math.random()) : 0;
      this.#spread({ tool, openForMs: openForMs + later });
    });
    return () => {
      stop();
      this.#channels.delete(channel);
    };
  }

  #tell(word: BreakerWord, from: Breaker): void {
    if (this.#channels.size === 0) return;
    for (const channel of this.#channels) channel.publish(word);
    this.#spread(word, from);
  }

  #spread({ tool, openForMs }: BreakerWord, from?: Breaker): void {
    const now = performance.now();
    if (openForMs > 0) this.#keep(tool, now, now + openForMs);
    else this.#openUntil.delete(tool);
    for (const other of this.#breakers.get(tool) ?? []) {
      const breaker = other.deref();
      if (breaker !== from) breaker?.hear(now, openForMs);
    }
  }

  /** Anybody may tell of tools that nobody has. */
  #keep(tool: string, now: number, until: number): void {
    const isFull = this.#openUntil.size >= mostKept && !this.#openUntil.has(tool);
    if (isFull && now >= this.#sweepAt) {
      this.#sweepAt = now + sweepMs;
      for (const [known, end] of this.#openUntil) if (end <= now) this.#openUntil.delete(known);
    }
    if (!isFull || this.#openUntil.size < mostKept) this.#openUntil.set(tool, until);
  }
}
