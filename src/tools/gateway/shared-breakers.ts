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
    for (const [known, until] of this.#openUntil) if (until <= now) this.#openUntil.delete(known);
    if (openForMs > 0) this.#openUntil.set(tool, now + openForMs);
    else this.#openUntil.delete(tool);
    for (const other of this.#breakers.get(tool) ?? []) {
      const breaker = other.deref();
      if (breaker !== from) breaker?.hear(now, openForMs);
    }
  }
}
