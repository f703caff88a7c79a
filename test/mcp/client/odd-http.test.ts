import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { McpHttpServer, McpServerOptions } from "../../../src/mcp/mcp-server-config.ts";
import { json, type OddAnswer, openOddHttp, textAnswer } from "../peers/odd-http.ts";
import { type Opened, openServers } from "./open-raw.ts";

type Options = McpServerOptions & Partial<McpHttpServer>;

/** A client of a server that answers calls so. */
async function calling(answer: OddAnswer, options: Options = {}): Promise<Opened & { readonly origin: string }> {
  const { url, origin } = await openOddHttp({ "tools/call": answer });
  const opened = await openServers({
    servers: { odd: { url, era: "legacy", type: "http", effects: { "*": "read" }, timeoutMs: 5000, ...options } },
  });
  return { ...opened, origin };
}

function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(text);
}

test.each<[fact: string, answer: OddAnswer]>([
  [
    "a body that is packed",
    (response, { id }) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify(textAnswer(id, "fine"))));
    },
  ],
  ["a batch of one", (response, { id }) => json(response, [textAnswer(id, "fine")])],
  [
    "events with comments, other line ends, numbers, waits and a body in two lines",
    (response, { id }) => {
      const [head, tail] = JSON.stringify(textAnswer(id, "fine")).split(/(?<="jsonrpc":)/);
      stream(
        response,
        `: hello\r\n\r\nretry: 5000\r\nid: 7\r\nevent: message\r\ndata: ${head}\r\ndata: ${tail}\r\n\r\n`,
      );
      response.end();
    },
  ],
  [
    "a stream that stays open after the answer",
    (response, { id }) => stream(response, `data: ${JSON.stringify(textAnswer(id, "fine"))}\n\n`),
  ],
  [
    "a stream that comes letter by letter",
    (response, { id }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const letter of `data: ${JSON.stringify(textAnswer(id, "fine"))}\n\n`) response.write(letter);
      response.end();
    },
  ],
])("is understood: %s", async (_fact, answer) => {
  const { call } = await calling(answer);
  expect(await call("odd/t")).toMatchObject({ status: "ok", output: "fine" });
});

test.each<[fact: string, answer: OddAnswer, outcome: object]>([
  [
    "a page in place of an answer",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
    { status: expect.stringMatching(/^(failed|unavailable)$/) as string },
  ],
  [
    "a body that is no JSON",
    (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
    { status: expect.stringMatching(/^(failed|unavailable)$/) as string },
  ],
  ["no body", (response) => response.writeHead(200, { "content-type": "application/json" }).end(), {}],
  ["a page of a proxy", (response) => response.writeHead(502).end("<h1>Bad gateway</h1>"), { status: "unavailable" }],
  ["a server that fails", (response) => response.writeHead(500).end(), { status: "unavailable" }],
  [
    "a right that is not there",
    (response) => response.writeHead(403).end(),
    { status: "failed", code: "MCP_NOT_AUTHORIZED" },
  ],
  [
    "a token that is not there",
    (response) => response.writeHead(401).end(),
    { status: "failed", code: "MCP_NOT_AUTHORIZED" },
  ],
  [
    "an event that is cut",
    (response) => {
      stream(response, 'data: {"jsonrpc":"2.0","id":');
      response.end();
    },
    { status: "unavailable" },
  ],
  [
    "a connection that breaks in the middle",
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"jsonrpc"');
      setImmediate(() => response.destroy());
    },
    // The way to the server broke, and not the call, which may be made again.
    { status: "ok", output: "fine" },
  ],
])("is an outcome at once, and the next call is answered: %s", async (_fact, answer, outcome) => {
  let calls = 0;
  const { call } = await calling(
    (response, request) => {
      calls += 1;
      if (calls > 1) json(response, textAnswer(request.id, "fine"));
      else answer(response, request);
    },
    { timeoutMs: 20_000 },
  );
  expect(await call("odd/t")).toMatchObject(outcome);
  expect(await call("odd/t")).toMatchObject({ status: "ok", output: "fine" });
});

test.each([429, 503])("a server that says when to come back (%i) is believed", async (status) => {
  const { call } = await calling((response) => response.writeHead(status, { "retry-after": "7" }).end());
  expect(await call("odd/t")).toMatchObject({ status: "unavailable", retryAfterMs: 7000 });
});

test("a stream of nothing but signs of life ends when the time is up", async () => {
  const { call } = await calling(
    (response) => {
      stream(response, ": alive\n\n");
      const timer = setInterval(() => response.write(": alive\n\n"), 20);
      response.on("close", () => clearInterval(timer));
    },
    { timeoutMs: 200 },
  );
  expect(await call("odd/t")).toMatchObject({
    status: "unavailable",
    reason: expect.stringContaining("200 ms") as string,
  });
});

test("a redirect to another origin is not followed, and what the headers hold does not go there", async () => {
  const other = await openOddHttp();
  const { call } = await calling((response) => response.writeHead(307, { location: other.url }).end(), {
    headers: { authorization: "Bearer hush", "x-api-key": "hush" },
  });
  expect((await call("odd/t")).status).not.toBe("ok");
  expect(other.seen).toStrictEqual([]);
});

test("a redirect within the origin is followed", async () => {
  let isMoved = false;
  const { call } = await calling((response, { id }) => {
    if (isMoved) return json(response, textAnswer(id, "fine"));
    isMoved = true;
    response.writeHead(308, { location: "/mcp?moved" }).end();
  });
  expect(await call("odd/t")).toMatchObject({ status: "ok", output: "fine" });
});

test("a server that wants a person to sign in is not ready, and what to run is said", async () => {
  const { createOAuthSignIn } = await import("../../../src/mcp/client/oauth-sign-in.ts");
  const { url } = await openOddHttp({ initialize: (response) => response.writeHead(401).end() });
  const { servers } = await openServers({
    servers: { odd: { url, era: "legacy", type: "http" } },
    signIn: createOAuthSignIn(),
  });
  expect(servers.state("odd")).toMatchObject({ status: "failed", code: "MCP_AUTH_NEEDED" });
});

test.each<[status: number, header: string | undefined]>([
  [401, undefined],
  [403, 'Bearer error="insufficient_scope", scope="write"'],
])("a call that wants a person to sign in (%i) did nothing, and says what to run", async (status, header) => {
  const { createOAuthSignIn } = await import("../../../src/mcp/client/oauth-sign-in.ts");
  const { url } = await openOddHttp({
    "tools/call": (response) =>
      response.writeHead(status, header === undefined ? {} : { "www-authenticate": header }).end(),
  });
  const { call } = await openServers({
    servers: { odd: { url, era: "legacy", type: "http", effects: { "*": "write" } } },
    signIn: createOAuthSignIn(),
  });
  expect(await call("odd/t")).toMatchObject({
    status: "failed",
    code: "MCP_AUTH_NEEDED",
    reason: expect.stringContaining("sopwith mcp test odd") as string,
  });
});
