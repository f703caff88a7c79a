import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { parseCommands, type Reply, writeReply } from "./resp-format.ts";

/** A small Redis over real sockets: only the commands that shared breakers use, in RESP3. */
export interface RespServer {
  readonly url: string;
  readonly keys: ReadonlyMap<string, { readonly value: string; readonly until: number }>;
  /** Puts a member into a set, and a key of its name under the set's that lives for `ms`. */
  list(set: string, member: string, ms: number): void;
  /** Cuts all connections and listens no more. */
  stop(): Promise<void>;
  /** Listens again at the same port, with everything forgotten. */
  restart(): Promise<void>;
  /** True: it takes connections and answers nothing. */
  silent: boolean;
}

export async function startRespServer(): Promise<RespServer> {
  const state = new RespState();
  let server = await listen(state, 0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    keys: state.keys,
    list: (set, member, ms) => state.list(set, member, ms),
    get silent() {
      return state.silent;
    },
    set silent(value: boolean) {
      state.silent = value;
    },
    stop: () => close(server, state),
    restart: async () => {
      state.forget();
      server = await listen(state, port);
    },
  };
}

async function listen(state: RespState, port: number): Promise<Server> {
  const server = createServer((socket) => serve(socket, state));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function close(server: Server, { sockets }: RespState): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
}

function serve(socket: Socket, state: RespState): void {
  state.sockets.add(socket);
  let rest = "";
  socket.on("data", (chunk) => {
    const { commands, left } = parseCommands(rest + chunk.toString());
    rest = left;
    if (state.silent) return;
    for (const command of commands) socket.write(writeReply(state.answer(socket, command)));
  });
  // A client that goes without a word is no fault of the server.
  socket.on("error", () => undefined);
  socket.on("close", () => state.drop(socket));
}

class RespState {
  readonly sockets = new Set<Socket>();
  readonly keys = new Map<string, { value: string; until: number }>();
  silent = false;
  readonly #sets = new Map<string, Set<string>>();
  readonly #channels = new Map<string, Set<Socket>>();

  forget(): void {
    this.keys.clear();
    this.#sets.clear();
  }

  list(set: string, member: string, ms: number): void {
    this.#sets.set(set, (this.#sets.get(set) ?? new Set()).add(member));
    this.keys.set(`${set}:${member}`, { value: "somebody", until: Date.now() + ms });
  }

  drop(socket: Socket): void {
    this.sockets.delete(socket);
    for (const listeners of this.#channels.values()) listeners.delete(socket);
  }

  answer(socket: Socket, [name = "", key = "", ...rest]: readonly string[]): Reply {
    switch (name.toUpperCase()) {
      case "HELLO":
        return { map: { server: "redis", proto: 3 } };
      case "PING":
        return "PONG";
      case "SUBSCRIBE":
        this.#channels.set(key, (this.#channels.get(key) ?? new Set()).add(socket));
        return { push: ["subscribe", key, 1] };
      case "PUBLISH":
        return this.#publish(key, rest[0]!);
      case "SET":
        this.keys.set(key, { value: rest[0]!, until: Date.now() + Number(rest[2]) });
        return { simple: "OK" };
      case "DEL":
        return this.keys.delete(key) ? 1 : 0;
      case "PTTL":
        return this.#ttl(key);
      case "SADD":
        this.#sets.set(key, (this.#sets.get(key) ?? new Set()).add(rest[0]!));
        return 1;
      case "SREM":
        return this.#sets.get(key)?.delete(rest[0]!) ? 1 : 0;
      case "SMEMBERS":
        return { set: [...(this.#sets.get(key) ?? [])] };
      case "PEXPIRE":
        return 1;
      default:
        return { error: `ERR unknown command '${name}'` };
    }
  }

  #publish(channel: string, message: string): number {
    const listeners = this.#channels.get(channel) ?? new Set();
    for (const listener of listeners) listener.write(writeReply({ push: ["message", channel, message] }));
    return listeners.size;
  }

  #ttl(key: string): number {
    const found = this.keys.get(key);
    return found === undefined || found.until <= Date.now() ? -2 : found.until - Date.now();
  }
}
