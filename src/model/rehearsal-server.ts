import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isSopwithError, messageOf, type SopwithError } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import { toCompletion, toEvents } from "./rehearsal-answer.ts";
import { createRehearsalPlayer, type RehearsalPlayer } from "./rehearsal-player.ts";
import type { Rehearsal } from "./rehearsal.ts";

/** A running rehearsal server. */
export interface RehearsalServer {
  /** For `createChatModel`. */
  readonly baseURL: string;
  /** The turns that never answered, one line each. In a resumed run, see `played`. */
  unused(): readonly string[];
  /** The first mismatch, if there was one. */
  error(): SopwithError | undefined;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/** How a rehearsal goes on where an earlier process stopped. */
export interface RehearsalServerOptions {
  /** `model` of every reply that the run's journal holds: those turns are used up. @default none */
  readonly played?: readonly string[];
}

/**
 * Plays a rehearsal as an OpenAI-compatible server on a free port of 127.0.0.1: `POST /v1/chat/completions`, whole or
 * streamed. What does not fit the script is answered with status 400 and the difference.
 */
export async function startRehearsalServer(
  rehearsal: Rehearsal,
  options: RehearsalServerOptions = {},
): Promise<RehearsalServer> {
  const player = createRehearsalPlayer(rehearsal, options.played);
  let failure: SopwithError | undefined;
  const onMismatch = (error: SopwithError): void => void (failure ??= error);
  const server = createServer((request, response) => void serve(request, response, { player, onMismatch }));
  const { port } = await listen(server);
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    unused: () => player.unused(),
    error: () => failure,
    close: () => close(server),
  };
}

interface Stage {
  readonly player: RehearsalPlayer;
  readonly onMismatch: (error: SopwithError) => void;
}

async function serve(request: IncomingMessage, response: ServerResponse, stage: Stage): Promise<void> {
  try {
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
      sendJson(response, 404, { error: { message: "A rehearsal serves POST /v1/chat/completions only." } });
      return;
    }
    const body: unknown = JSON.parse(await readBody(request));
    const asked = isPlainObject(body) ? body : {};
    const answer = stage.player.answer(asked);
    if (asked["stream"] === true) sendEvents(response, toEvents(answer, asked));
    else sendJson(response, 200, toCompletion(answer, asked));
  } catch (error) {
    if (isSopwithError(error)) stage.onMismatch(error);
    sendJson(response, 400, { error: toErrorBody(error) });
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function toErrorBody(error: unknown): object {
  if (!isSopwithError(error)) return { message: messageOf(error), type: "invalid_request_error" };
  const { code, message, details, where } = error;
  return { code, message, details, file: where?.file, line: where?.line, type: "rehearsal" };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: Iterable<object>): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end("data: [DONE]\n\n");
}

function listen(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
