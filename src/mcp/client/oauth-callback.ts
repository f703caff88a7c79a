import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The way back from the browser: an address on this machine that takes one answer. */
export interface OAuthCallback {
  readonly redirectUrl: string;
  /** Goes with the request and must come back; counts once. */
  readonly state: string;
  /** What came back with our `state`. Other requests to the address change nothing. */
  answer(signal: AbortSignal): Promise<URLSearchParams>;
  close(): Promise<void>;
}

/** Listens on the loopback address. @param port 0 takes any free one */
export async function openOAuthCallback(port: number): Promise<OAuthCallback> {
  const state = randomBytes(32).toString("base64url");
  const came = Promise.withResolvers<URLSearchParams>();
  // Nobody may be waiting for it when it comes.
  came.promise.catch(() => undefined);
  let isUsed = false;
  const server = createServer((request, response) => {
    const query = queryOf(request);
    if (!query || !isSame(query.get("state"), state))
      return reply(response, 400, "This is not the sign-in we wait for.");
    if (isUsed) return reply(response, 400, "This sign-in was answered already.");
    isUsed = true;
    reply(response, 200, "Signed in. This window can be closed.");
    came.resolve(query);
  });
  await listen(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${taken}/callback`,
    state,
    answer: async (signal) => await unlessAborted(came.promise, signal),
    close: async () => {
      came.reject(new Error("the sign-in was ended"));
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** The query of a request for our address, under a name of this machine; anything else is none. */
function queryOf({ method, url, headers }: IncomingMessage): URLSearchParams | undefined {
  const host = headers.host?.replace(/:\d+$/, "");
  if (method !== "GET" || (host !== "127.0.0.1" && host !== "localhost")) return undefined;
  const target = new URL(url ?? "/", "http://127.0.0.1");
  return target.pathname === "/callback" ? target.searchParams : undefined;
}

function isSame(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(text);
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const onAbort = (): void => stopped.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
