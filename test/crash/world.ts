import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** One thing that was done to the world outside. */
export interface Effect {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  /** When, in ms since 1970. */
  readonly at: number;
}

/** The world outside: a server in another process than the one that is killed. It forgets nothing. */
export interface World {
  readonly url: string;
  /** Every request for an effect, those that a key made harmless too. */
  readonly requests: readonly Effect[];
  /** What really happened. */
  readonly effects: readonly Effect[];
  close(): Promise<void>;
}

/** A request for an effect; `keyed` is dropped when its key was seen. */
export interface EffectRequest {
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly keyed: boolean;
}

/** Starts a world. */
export async function createWorld(): Promise<World> {
  const requests: Effect[] = [];
  const effects: Effect[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { keyed, ...asked } = JSON.parse(text) as EffectRequest;
      const known = effects.some((effect) => effect.callId === asked.callId);
      if (request.url === "/do") {
        const effect = { ...asked, at: Date.now() };
        requests.push(effect);
        if (!known || !keyed) effects.push(effect);
      }
      response.end(JSON.stringify({ known }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, effects, close: () => closeServer(server) };
}

/** Asks the world for an effect. */
export async function actOn(url: string, request: EffectRequest): Promise<void> {
  await post(`${url}/do`, request);
}

/** True when a call with this id had its effect. */
export async function hasHappened(url: string, callId: string): Promise<boolean> {
  return (await post(`${url}/known`, { callId, tool: "", input: null, keyed: true })).known;
}

async function post(url: string, request: EffectRequest): Promise<{ readonly known: boolean }> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(request) });
  return (await response.json()) as { readonly known: boolean };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
