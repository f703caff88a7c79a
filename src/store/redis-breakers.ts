import { randomUUID } from "node:crypto";
import { openRedisLink, type RedisClient } from "./redis-link.ts";

/** That a breaker opened, or closed: then `openForMs` is 0. */
export interface BreakerWord {
  /** `namespace/name@version`. */
  readonly tool: string;
  readonly openForMs: number;
}

/** Where processes tell each other of breakers. What is told goes out by itself; nobody waits for Redis. */
export interface RedisBreakers {
  /** Neither waits nor throws. While Redis is not there, what is still open is told when it is back. */
  publish(word: BreakerWord): void;
  /** Told of what is open at other processes whenever a connection is made, and of every change. */
  follow(listener: (word: BreakerWord) => void): () => void;
  /** False while Redis cannot be reached: then each process counts for itself. */
  readonly isUp: boolean;
  /** Why it cannot be reached, as a sentence; `undefined` while it can, and while the first answer is waited for. */
  readonly problem: string | undefined;
  /** Ends the connection; what was published goes out first, unless that takes longer than half a second. */
  close(): Promise<void>;
}

/** Which Redis, and who is told of it. */
export interface RedisBreakersParts {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** Stands before all keys and channels, so that several projects can use one Redis. */
  readonly prefix: string;
  /** Told once when Redis is lost, and once when it is back. */
  readonly onNotice: (notice: { readonly level: "info" | "warning"; readonly message: string }) => void;
  /** How long the first connection is waited for, in ms. @default 500 */
  readonly patienceMs?: number;
  /** How often Redis is asked whether it is there, and how long it has to answer, in ms. @default 5000 */
  readonly heartbeatMs?: number;
}

/** No word of others keeps a breaker open for longer, in ms. */
const longestOpenMs = 3_600_000;
/** Of more tools than this nothing is read, or kept for those who come to listen later. */
const mostHeard = 1000;
/** Fewer than a connection queues. */
const askedAtOnce = 500;
/** The list of tools goes when nothing has opened for a day. */
const listMs = 86_400_000;

/**
 * Connects to Redis, and reads what is open there now. A Redis that is not there is no error: it is tried again.
 * @throws `REDIS_MISSING` without the package `@redis/client`
 */
export async function openRedisBreakers({
  url,
  prefix,
  onNotice,
  patienceMs = 500,
  heartbeatMs = 5000,
}: RedisBreakersParts): Promise<RedisBreakers> {
  const board = new Board(prefix);
  let problem: string | undefined;
  const place = `Redis at ${new URL(url).host}`;
  const link = await openRedisLink(
    {
      url,
      heartbeatMs,
      greet: (client) => board.greet(client),
      onDown: (reason) => {
        problem = `${place} cannot be reached (${reason}).`;
        onNotice({ level: "warning", message: `${problem} Until it is back each process counts for itself.` });
      },
      onBack: () => {
        problem = undefined;
        onNotice({ level: "info", message: `${place} is back.` });
      },
    },
    patienceMs,
  );
  return {
    publish: (word) => board.publish(word, link.client()),
    follow: (listener) => board.follow(listener),
    get isUp() {
      return link.client() !== undefined;
    },
    get problem() {
      return problem;
    },
    close: () => link.close(),
  };
}

/** What is told and heard, whichever connection it goes over. */
class Board {
  readonly #id = randomUUID();
  readonly #prefix: string;
  readonly #listeners = new Set<(word: BreakerWord) => void>();
  /** What this process has said is open, until when. */
  readonly #own = new Map<string, number>();
  /** What others said before anybody listened, until when. */
  readonly #heard = new Map<string, number>();

  constructor(prefix: string) {
    this.#prefix = `${prefix}:breakers`;
  }

  async greet(client: RedisClient): Promise<void> {
    await client.subscribe(this.#prefix, (message) => this.#hear(message));
    const listed: readonly unknown[] = await client.sMembers(this.#prefix);
    const tools = listed.filter((tool) => typeof tool === "string").slice(0, mostHeard);
    for (let from = 0; from < tools.length; from += askedAtOnce) {
      const some = tools.slice(from, from + askedAtOnce);
      const left = await Promise.all(some.map((tool) => client.pTTL(this.#key(tool))));
      for (const [index, tool] of some.entries()) this.#pass({ tool, openForMs: left[index]! });
    }
    for (const [tool, until] of this.#own) this.#send({ tool, openForMs: until - performance.now() }, client);
  }

  publish(word: BreakerWord, client: RedisClient | undefined): void {
    if (word.openForMs > 0) this.#own.set(word.tool, performance.now() + word.openForMs);
    else this.#own.delete(word.tool);
    if (client !== undefined) this.#send(word, client);
  }

  follow(listener: (word: BreakerWord) => void): () => void {
    this.#listeners.add(listener);
    for (const [tool, until] of this.#heard) {
      const openForMs = until - performance.now();
      if (openForMs > 0) listener({ tool, openForMs });
    }
    return () => this.#listeners.delete(listener);
  }

  #send({ tool, openForMs }: BreakerWord, client: RedisClient): void {
    const ms = Math.ceil(openForMs);
    if (ms < 0) return;
    const key = this.#key(tool);
    const kept =
      ms === 0
        ? [client.del(key), client.sRem(this.#prefix, tool)]
        : [
            client.set(key, this.#id, { expiration: { type: "PX", value: ms } }),
            client.sAdd(this.#prefix, tool),
            client.pExpire(this.#prefix, listMs),
          ];
    const said = client.publish(this.#prefix, JSON.stringify({ tool, openForMs: ms, from: this.#id }));
    // A connection that breaks here is told by the link, and what is open is said again by the next one.
    Promise.all([...kept, said]).catch(() => undefined);
  }

  #hear(message: string): void {
    const word = readWord(message, this.#id);
    if (word !== undefined) this.#pass(word);
  }

  #pass({ tool, openForMs }: BreakerWord): void {
    // Not a number where it is no Redis that answers.
    if (!(openForMs >= 0)) return;
    const word = { tool, openForMs: Math.min(openForMs, longestOpenMs) };
    if (word.openForMs === 0) {
      this.#heard.delete(tool);
      this.#own.delete(tool);
    } else this.#keep(word);
    for (const listener of this.#listeners) listener(word);
  }

  #keep({ tool, openForMs }: BreakerWord): void {
    const now = performance.now();
    if (this.#heard.size >= mostHeard) for (const [old, until] of this.#heard) if (until < now) this.#heard.delete(old);
    if (this.#heard.size < mostHeard) this.#heard.set(tool, now + openForMs);
  }

  #key(tool: string): string {
    return `${this.#prefix}:${tool}`;
  }
}

/** What another process said; `undefined` for what this one said, and for what is no word. */
function readWord(message: string, id: string): BreakerWord | undefined {
  try {
    const { tool, openForMs, from } = JSON.parse(message) as Record<string, unknown>;
    if (typeof tool !== "string" || typeof openForMs !== "number" || !(openForMs >= 0) || from === id) return undefined;
    return { tool, openForMs };
  } catch {
    // Whoever wrote this to the channel was not one of us.
    return undefined;
  }
}
