import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An instance of a service: a real HTTP server on the loopback that can be killed and brought back at its port. */
export interface Instance {
  readonly address: string;
  /** The idempotency keys of its requests, in order. */
  readonly keys: string[];
  /** Status of its answers; 0 for one that never comes. */
  status: number;
  kill(): Promise<void>;
  bringBack(): Promise<void>;
}

/** Starts one; it is gone when the test is over. */
export async function startInstance(): Promise<Instance> {
  const keys: string[] = [];
  let server = await listen(0, (request) => answer(request));
  const { port } = server.address() as AddressInfo;
  const instance: Instance = {
    address: `http://127.0.0.1:${port}`,
    keys,
    status: 200,
    kill: () => close(server),
    bringBack: async () => void (server = await listen(port, (request) => answer(request))),
  };
  const answer = ({ headers }: IncomingMessage): number => {
    keys.push(String(headers["idempotency-key"]));
    return instance.status;
  };
  onTestFinished(() => close(server));
  return instance;
}

/** What a tool does with an instance: one request that carries the call's key. */
export async function askInstance(address: string, key: string, signal?: AbortSignal): Promise<string> {
  const answer = await fetch(address, { headers: { "idempotency-key": key }, ...(signal && { signal }) });
  await answer.text();
  if (!answer.ok) throw Object.assign(new Error(`It answered ${answer.status}.`), { status: answer.status });
  return address;
}

function listen(port: number, answer: (request: IncomingMessage) => number): Promise<Server> {
  const server = createServer((request, response) => {
    const status = answer(request);
    if (status > 0) response.writeHead(status, { connection: "close" }).end("{}");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
