import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One answer of the server: writes the response, whole or in part. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A request as it came. */
export interface SeenRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server on loopback that gives its answers in order, the last one again and again. */
export interface ScriptedServer {
  readonly baseURL: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves with the request that arrives next. */
  next(): Promise<SeenRequest>;
}

/** Starts one; it is closed when the test has finished. */
export async function startServer(...answers: Answer[]): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const waiting: ((request: SeenRequest) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as SeenRequest["body"];
      const seen = { url: request.url ?? "", headers: request.headers, body };
      requests.push(seen);
      for (const resolve of waiting.splice(0)) resolve(seen);
      answers[Math.min(requests.length, answers.length) - 1]?.(response, seen);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const next = (): Promise<SeenRequest> => new Promise((resolve) => void waiting.push(resolve));
  return { baseURL: `http://127.0.0.1:${port}/v1`, requests, next };
}

/** Any status, headers and body. */
export function raw(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

/** An error as OpenAI words it. */
export function refusal(status: number, error: object, headers: Record<string, string> = {}): Answer {
  return raw(status, JSON.stringify({ error }), headers);
}

/** A chat completion with this message. */
export function completion(message: object, more: { readonly finish?: string; readonly usage?: object } = {}): Answer {
  return raw(
    200,
    JSON.stringify({
      id: "1",
      object: "chat.completion",
      model: "served-model",
      choices: [{ index: 0, finish_reason: more.finish ?? "stop", message: { role: "assistant", ...message } }],
      ...(more.usage ? { usage: more.usage } : {}),
    }),
  );
}

/** Calls in OpenAI's form. */
export function toolCalls(...calls: { id?: string; name: string; arguments?: unknown }[]): object {
  const sent = calls.map(({ id, ...named }) => ({
    ...(id === undefined ? {} : { id }),
    type: "function",
    function: named,
  }));
  return { content: null, tool_calls: sent };
}

/** A stream of these events; `[DONE]` only where it is given. */
export function stream(...events: (object | "[DONE]")[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(`data: ${event === "[DONE]" ? event : JSON.stringify(event)}\n\n`);
    response.end();
  };
}

/** A stream that breaks off after these events, without an end of the body. */
export function brokenStream(...events: object[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
    response.write(text, () => response.destroy());
  };
}

/** An event of a stream. */
export function piece(delta: object, finish: string | null = null): object {
  return {
    id: "1",
    object: "chat.completion.chunk",
    model: "served-model",
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** Never answers. */
export const silence: Answer = () => undefined;

/** Sends the request on, to itself. */
export const redirect: Answer = (response) => void response.writeHead(307, { location: "/v1/elsewhere?key=k" }).end();

/** Drops the connection. */
export const hangUp: Answer = (response) => void response.destroy();
