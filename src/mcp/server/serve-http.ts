import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostHeaderValidation, originValidation, toNodeHandler, toWebRequest } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpHttpHandler,
} from "@modelcontextprotocol/server";
import { messageOf } from "../../base/errors.ts";
import { isPlainObject } from "../../base/json.ts";
import { buildServer } from "./build-server.ts";
import { noToken, refuse, tooMany } from "./http-answer.ts";
import { answerMetadata, MCP_PATH, signInHint } from "./http-resource.ts";
import { createHttpSessions, type HttpSessions, type KnownRequest } from "./http-sessions.ts";
import { type HttpTokens, readTokens } from "./http-tokens.ts";
import { createRateLimit, type RateLimit } from "./rate-limit.ts";
import { type Body, deepestBody, readBody } from "./read-body.ts";
import type { McpServeHttpConfig } from "./serve-config.ts";
import { serveCannotListen } from "./serve-errors.ts";
import type { McpServed, ServeMcpOptions } from "./mcp-served.ts";
import { summaryOf } from "./served-summary.ts";
import type { ServedProject } from "./served-project.ts";

/** What is read of a request whose sender is not known. */
const strangersBytes = 65_536;

const unreadable = {
  "no-json": "The request is no JSON.",
  "too-deep": `The request is nested deeper than ${deepestBody} levels.`,
};

/** What a request has to pass, and what answers it then. */
interface Door {
  readonly http: McpServeHttpConfig;
  readonly hasGoodHost: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly hasGoodOrigin: (request: IncomingMessage, response: ServerResponse) => boolean;
  readonly tokens: HttpTokens;
  readonly limit: RateLimit;
  readonly modern: McpHttpHandler;
  readonly sessions: HttpSessions;
}

/**
 * Serves both eras at one address: newer clients request by request, older ones in sessions, where cancelling, progress
 * and forms work for them too.
 * @throws `MCP_SERVE_OPEN`, `MCP_SERVE_TOKEN`, `MCP_SERVE_LISTEN`
 */
export async function serveHttp(served: ServedProject, options: ServeMcpOptions): Promise<McpServed> {
  const http = options.http ?? {};
  const door = openDoor(served, http, options);
  const stopTelling = served.changes.onChange((list) => door.modern.notify[`${list}Changed`]());
  const server = createServer((request, response) => {
    answer(door, request, response).catch((error: unknown) => {
      served.notice(`HTTP: ${messageOf(error)}`);
      refuse(response, { status: 500, message: "Internal error", code: -32_603 });
    });
  });
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<void>();
  const url = await listen(server, http);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      stopTelling();
      await Promise.all([door.modern.close(), door.sessions.close()]);
      await served.close();
      await new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      });
      setClosed();
    })());
  return { url, summary: summaryOf(served), closed, close };
}

function openDoor(served: ServedProject, http: McpServeHttpConfig, options: ServeMcpOptions): Door {
  const named = http.publicUrl === undefined ? [] : [new URL(http.publicUrl).hostname];
  const own = http.host === undefined || http.host === "0.0.0.0" || http.host === "::" ? [] : [http.host];
  return {
    http,
    hasGoodHost: hostHeaderValidation([...localhostAllowedHostnames(), ...own, ...named, ...(http.allowedHosts ?? [])]),
    hasGoodOrigin: originValidation([...localhostAllowedOrigins(), ...(http.allowedOrigins ?? [])]),
    tokens: readTokens(http, options),
    limit: createRateLimit(http.requestsPerMinute ?? 600),
    modern: createMcpHandler(() => buildServer(served), {
      legacy: "reject",
      onerror: ({ message }) => served.notice(`MCP: ${message}`),
    }),
    sessions: createHttpSessions(served, http.maxSessions ?? 256),
  };
}

async function answer(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!door.hasGoodHost(request, response) || !door.hasGoodOrigin(request, response)) return;
  const path = URL.parse(request.url ?? "/", "http://localhost")?.pathname;
  if (path === undefined) return refuse(response, { status: 400, message: "The address is none." });
  if (answerMetadata(request, response, { path, http: door.http })) return;
  if (path !== MCP_PATH)
    return refuse(response, { status: 404, message: `There is nothing here; the address is ${MCP_PATH}.` });
  const user = await door.tokens.userOf(request);
  const seconds = door.limit.take(user ?? `address ${request.socket.remoteAddress ?? ""}`);
  if (seconds > 0) return refuse(response, tooMany(seconds));
  const isKnown = user !== undefined || !door.tokens.required;
  const body = await bodyOf(request, isKnown ? (door.http.maxBodyBytes ?? 4_194_304) : strangersBytes);
  if (!isKnown && !asksWhatThisIs(body)) return refuse(response, noToken(signInHint(request, door.http)));
  if (body && "fault" in body)
    return refuse(
      response,
      body.fault === "too-large"
        ? { status: 413, message: "The request is too large." }
        : { status: 400, message: unreadable[body.fault], code: -32_700 },
    );
  const value = body?.value;
  // The token itself goes no further: nothing behind this door could pass it on.
  const known = request as KnownRequest;
  if (user !== undefined) known.auth = { token: "", clientId: user, scopes: [] };
  if (await isLegacyRequest(await toWebRequest(known, value), value))
    return door.sessions.handle(known, response, value);
  return toNodeHandler(door.modern)(known, response, value);
}

function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Body> | undefined {
  return request.method === "POST" ? readBody(request, maxBytes) : undefined;
}

/** Clients find out what they talk to, and how they have to sign in, before they have a token. */
function asksWhatThisIs(body: Body | undefined): boolean {
  return (
    body !== undefined && "value" in body && isPlainObject(body.value) && body.value["method"] === "server/discover"
  );
}

async function listen(server: Server, { port = 3333, host = "127.0.0.1" }: McpServeHttpConfig): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EADDRINUSE" ? "something else listens there" : (code ?? messageOf(error));
    throw serveCannotListen(`${host}:${port}`, reason);
  }
  server.off("error", reject);
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${bound}${MCP_PATH}`;
}
