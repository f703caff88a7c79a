import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as it came. */
export interface OddRequest {
  readonly method: string;
  readonly id: unknown;
  readonly headers: IncomingMessage["headers"];
}

/** Answers one method of the protocol as it likes. */
export type OddAnswer = (response: ServerResponse, request: OddRequest) => void;

/** A server over HTTP whose answers a test writes byte by byte. */
export interface OddHttp {
  readonly url: string;
  readonly origin: string;
  readonly seen: readonly OddRequest[];
}

/** An answer as JSON. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}

/** The answer to a call that gives a text. */
export function textAnswer(id: unknown, text: string): object {
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } };
}

const usual: Readonly<Record<string, OddAnswer>> = {
  initialize: (response, { id }) =>
    json(response, {
      jsonrpc: "2.0",
      id,
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "odd", version: "1" },
      },
    }),
  "tools/list": (response, { id }) =>
    json(response, { jsonrpc: "2.0", id, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } }),
  "tools/call": (response, { id }) => json(response, textAnswer(id, "fine")),
};

/** Listens until the test ends. Notifications are taken, and nobody may listen for news. */
export async function openOddHttp(answers: Readonly<Record<string, OddAnswer>> = {}): Promise<OddHttp> {
  const seen: OddRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(parts).toString("utf8")) as { id?: unknown; method: string };
    const odd: OddRequest = { id, method, headers: request.headers };
    seen.push(odd);
    if (id === undefined) return void response.writeHead(202).end();
    const answer = answers[method] ?? usual[method];
    if (answer) answer(response, odd);
    else json(response, { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } });
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `${origin}/mcp`, origin, seen };
}
