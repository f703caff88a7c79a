import type * as Redis from "@redis/client";
import { messageOf } from "../base/errors.ts";
import { redisMissing } from "./store-errors.ts";

/** One connection to a Redis that is kept up: lost, it is made again, and nobody waits for it. */
export interface RedisLink {
  /** The connection, while it stands. */
  client(): RedisClient | undefined;
  /** Ends it when what was sent is answered, or a short time later; no new one is made. */
  close(): Promise<void>;
}

/** What a link is for, and who is told of it. */
export interface RedisLinkParts {
  readonly url: string;
  /** Called whenever a connection stands, before it is given out. */
  readonly greet: (client: RedisClient) => Promise<void>;
  /** Told once when Redis cannot be reached, with the reason. */
  readonly onDown: (reason: string) => void;
  /** Told once when it can be reached again. */
  readonly onBack: () => void;
  /** How often it is asked whether it is there, and how long it has to answer. In ms. */
  readonly heartbeatMs: number;
}

type RedisModule = typeof Redis;

/** A connection of `@redis/client`, of which this file is the only door. */
export type RedisClient = Redis.RedisClientType<Redis.RedisModules, Redis.RedisFunctions, Redis.RedisScripts>;

const firstWaitMs = 250;
const longestWaitMs = 5000;
const connectMs = 2000;
const longestFarewellMs = 500;
const silence = "it does not answer";

/**
 * Starts to connect. The promise is there when the first try has ended, well or not, or after `patienceMs`; then the link
 * goes on trying by itself. Neither it nor its timer keeps the process up.
 * @throws `REDIS_MISSING`
 */
export async function openRedisLink(parts: RedisLinkParts, patienceMs: number): Promise<RedisLink> {
  const link = new ReconnectingLink(parts, await loadRedis());
  await within(link.connect(), patienceMs);
  return { client: () => link.client, close: () => link.close() };
}

class ReconnectingLink {
  client: RedisClient | undefined;
  readonly #parts: RedisLinkParts;
  readonly #redis: RedisModule;
  #connecting: RedisClient | undefined;
  /** For the next try, the next heartbeat, or the end of patience with one. */
  #timer: NodeJS.Timeout | undefined;
  #waitMs = firstWaitMs;
  #isDown = false;
  #isClosed = false;

  constructor(parts: RedisLinkParts, redis: RedisModule) {
    this.#parts = parts;
    this.#redis = redis;
  }

  /** Never rejects. */
  async connect(): Promise<void> {
    const client = createClient(this.#redis, this.#parts.url);
    this.#connecting = client;
    // Without a listener a lost connection would end the process.
    client.on("error", (error: unknown) => this.#lose(client, error));
    this.#awaitAnswer(client);
    try {
      client.unref();
      await client.connect();
      await this.#parts.greet(client);
      if (this.#connecting !== client) return;
      this.#in(this.#parts.heartbeatMs, () => void this.#beat(client));
      this.client = client;
      this.#waitMs = firstWaitMs;
      if (this.#isDown) this.#parts.onBack();
      this.#isDown = false;
    } catch (error) {
      this.#lose(client, error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const { client } = this;
    const connecting = this.#connecting;
    this.#connecting = undefined;
    this.client = undefined;
    // A process that ends at once has perhaps just said that a breaker is open.
    if (client !== undefined) await within(client.close(), longestFarewellMs);
    destroy(connecting);
  }

  /** A connection that was cut on the way looks as if nobody had anything to say. */
  async #beat(client: RedisClient): Promise<void> {
    this.#awaitAnswer(client);
    try {
      await client.ping();
      if (this.#connecting === client) this.#in(this.#parts.heartbeatMs, () => void this.#beat(client));
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** A client that was lost is not used again: the next one is new. */
  #lose(client: RedisClient, error: unknown): void {
    if (this.#connecting !== client) return;
    this.#connecting = undefined;
    this.client = undefined;
    destroy(client);
    if (this.#isClosed) return;
    if (!this.#isDown) this.#parts.onDown(reasonOf(error));
    this.#isDown = true;
    this.#in(this.#waitMs, () => void this.connect());
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
  }

  #awaitAnswer(client: RedisClient): void {
    this.#in(this.#parts.heartbeatMs, () => this.#lose(client, silence));
  }

  /** In place of what was to come before. */
  #in(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms).unref();
  }
}

async function loadRedis(): Promise<RedisModule> {
  try {
    return await import("@redis/client");
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "ERR_MODULE_NOT_FOUND") throw redisMissing(error);
    throw error;
  }
}

/** Its own reconnecting would keep the process up while it waits. */
function createClient(redis: RedisModule, url: string): RedisClient {
  return redis.createClient({
    url,
    RESP: 3,
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: "disabled",
    commandsQueueMaxLength: 1000,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
}

/** Waits for `work` to end in any way, no longer than `ms`. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}

function destroy(client: RedisClient | undefined): void {
  if (client?.isOpen) client.destroy();
}

/** Several addresses of one name fail together, and each says why. */
function reasonOf(error: unknown): string {
  return error instanceof AggregateError ? messageOf(error.errors[0]) : messageOf(error);
}
