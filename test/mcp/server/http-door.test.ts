import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import type { McpServeHttpConfig } from "../../../src/mcp/server/serve-config.ts";
import { connectHttp, eras } from "./clients.ts";
import { send } from "./send.ts";
import { serveShop } from "./served.ts";

const tokens = { ann: "ANN_TOKEN", bob: "BOB_TOKEN" };
const env = { ANN_TOKEN: "ann-ann-ann-ann-ann", BOB_TOKEN: "bob-bob-bob-bob-bob" };
const ann = { authorization: `Bearer ${env.ANN_TOKEN}` };
const bob = { authorization: `Bearer ${env.BOB_TOKEN}` };

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const list = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

describe("the door", () => {
  test.each<[string, Record<string, string>, number]>([
    ["without an Origin", {}, 200],
    ["from a page of this machine", { origin: "http://localhost:8080" }, 200],
    ["from a foreign page", { origin: "https://evil.example" }, 403],
    ["from a page that hides where it is", { origin: "null" }, 403],
    ["to a foreign host", { host: "evil.example" }, 403],
    ["to a foreign host that begins like ours", { host: "localhost.evil.example" }, 403],
    ["to this machine by another of its names", { host: "localhost:1" }, 200],
  ])("answers a request %s", async (_what, headers, status) => {
    const { url } = await serveShop();
    expect((await send(url, hello, headers)).status).toBe(status);
  });

  test("opens for hosts and pages that the config names", async () => {
    const { url } = await serveShop({ http: { allowedHosts: ["shop.test"], allowedOrigins: ["desk.test"] } });
    const headers = { host: "shop.test", origin: "https://desk.test" };
    expect((await send(url, hello, headers)).status).toBe(200);
  });

  test.each<[string, Partial<McpServeHttpConfig>, Record<string, string>, string]>([
    ["every address and no tokens", { host: "0.0.0.0" }, {}, "MCP_SERVE_OPEN"],
    ["a token that is not set", { tokens: { ann: "ANN_TOKEN" } }, {}, "MCP_SERVE_TOKEN"],
    ["a token that could be guessed", { tokens: { ann: "ANN_TOKEN" } }, { ANN_TOKEN: "12345" }, "MCP_SERVE_TOKEN"],
    ["an address that is not its own", { host: "192.0.2.1", tokens }, env, "MCP_SERVE_LISTEN"],
  ])("is not opened with %s", async (_what, http, environment, code) => {
    await expect(serveShop({ http, env: environment })).rejects.toMatchObject({ code });
  });

  test("is at this machine's own address where the config says nothing", async () => {
    expect(new URL((await serveShop()).url).hostname).toBe("127.0.0.1");
  });

  test("is not opened where something else listens", async () => {
    const { url } = await serveShop();
    const port = Number(new URL(url).port);
    await expect(serveShop({ http: { port } })).rejects.toMatchObject({
      code: "MCP_SERVE_LISTEN",
      message: `The MCP server cannot listen at 127.0.0.1:${port}: something else listens there.`,
    });
  });

  test("listens at every address where tokens are asked for", async () => {
    const { url } = await serveShop({ http: { host: "0.0.0.0", tokens }, env });
    expect((await send(url.replace("0.0.0.0", "127.0.0.1"), hello, ann)).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ["no token", {}],
    ["a wrong token", { authorization: "Bearer ann-ann-ann-ann-anm" }],
    ["another way to sign in", { authorization: "Basic YW5uOmFubg==" }],
  ])("says how to sign in to whom brings %s", async (_what, headers) => {
    const { url } = await serveShop({ http: { tokens }, env });
    const answer = await send(url, hello, headers);
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
      401,
      'Bearer realm="sopwith", error="invalid_token"',
    ]);
  });

  test("takes tokens that others issue, when the project vouches for them", async () => {
    const asked: unknown[] = [];
    const { url } = await serveShop({
      identify: (token, { resource }) => {
        asked.push([token, resource]);
        return token === "issued-for-cid" ? "cid" : undefined;
      },
    });
    const statuses = [];
    for (const authorization of ["Bearer issued-for-cid", "Bearer issued-for-dan", ""])
      statuses.push((await send(url, hello, authorization === "" ? {} : { authorization })).status);
    expect(statuses).toEqual([200, 401, 401]);
    expect(asked).toEqual([
      ["issued-for-cid", url],
      ["issued-for-dan", url],
    ]);
  });

  test("says who issues tokens for it, where somebody does", async () => {
    const publicUrl = "https://desk.test/mcp";
    const http = { publicUrl, authorizationServers: ["https://login.test"] };
    const { url } = await serveShop({ http, identify: (_token, { resource }) => resource });
    const refused = await send(url, hello, { host: "desk.test" });
    const metadata = "https://desk.test/.well-known/oauth-protected-resource/mcp";
    expect(refused.headers["www-authenticate"]).toBe(
      `Bearer realm="sopwith", error="invalid_token", resource_metadata="${metadata}"`,
    );
    const told = await fetch(url.replace("/mcp", new URL(metadata).pathname));
    expect(await told.json()).toEqual({
      resource: publicUrl,
      authorization_servers: ["https://login.test"],
      bearer_methods_supported: ["header"],
    });
  });

  test("lets nobody in where tokens are issued and nothing checks them", async () => {
    const { url } = await serveShop({ http: { authorizationServers: ["https://login.test"] } });
    expect((await send(url, hello, ann)).status).toBe(401);
  });

  test("says what it is without a token, and nothing else", async () => {
    const { url } = await serveShop({ http: { tokens }, env });
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const modern = { "mcp-protocol-version": "2026-07-28" };
    const discover = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: envelope } };
    const found = await send(url, discover, { ...modern, "mcp-method": "server/discover" });
    expect([found.status, found.body]).toEqual([200, expect.stringContaining("2026-07-28")]);
    const tools = { ...discover, method: "tools/list" };
    expect((await send(url, tools, { ...modern, "mcp-method": "tools/list" })).status).toBe(401);
  });

  test("lets nobody but its own user into a session, and nobody by its id alone", async () => {
    const { url } = await serveShop({ http: { tokens }, env });
    const session = (await send(url, hello, ann)).headers["mcp-session-id"] as string;
    expect(session).toMatch(/^[0-9a-f-]{36}$/);
    const statuses = [];
    for (const who of [ann, bob, {}]) {
      statuses.push((await send(url, list, { ...who, "mcp-session-id": session })).status);
    }
    expect(statuses).toEqual([200, 404, 401]);
    expect((await send(url, list, { ...ann, "mcp-session-id": "0" })).status).toBe(404);
  });

  test("takes no more than its sizes and numbers", async () => {
    const { url } = await serveShop({ http: { maxBodyBytes: 1000, requestsPerMinute: 4, maxSessions: 1 } });
    const large = { ...hello, params: { ...hello.params, more: "x".repeat(2000) } };
    const answers = [];
    for (const message of [large, hello, hello, hello, hello]) answers.push(await send(url, message));
    expect(answers.map(({ status }) => status)).toEqual([413, 200, 503, 503, 429]);
    expect(answers[4]!.headers["retry-after"]).toBe("15");
  });

  test("keeps room for every user, however many sessions one opens", async () => {
    const { url } = await serveShop({ http: { tokens, maxSessions: 3 }, env });
    const open = async (who: typeof ann): Promise<string> =>
      (await send(url, hello, who)).headers["mcp-session-id"] as string;
    const [first, second, third] = [await open(ann), await open(ann), await open(ann)];
    const other = await open(bob);
    const fourth = await open(ann);
    const statuses = [];
    for (const [who, id] of [
      [ann, first],
      [ann, second],
      [ann, third],
      [ann, fourth],
      [bob, other],
    ] as const)
      statuses.push((await send(url, list, { ...who, "mcp-session-id": id })).status);
    expect(statuses).toEqual([404, 404, 200, 200, 200]);
  });

  test.each(["//", "http://["])("refuses the address %s", async (path) => {
    const { url, onNotice } = await serveShop();
    const told: string[] = [];
    onNotice((notice) => void told.push(notice));
    expect([(await send(url, hello, {}, path)).status, told]).toEqual([400, []]);
  });

  test.each([
    ["what is nested too deep", `{"jsonrpc":"2.0","id":1,"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400],
    ["what is no JSON", "{", 400],
    ["a request without a session", JSON.stringify(list), 400],
  ])("refuses %s", async (_what, text, status) => {
    const { url } = await serveShop();
    expect((await send(url, text)).status).toBe(status);
  });

  test("says that a body is too large whose size nobody told", async () => {
    const { url } = await serveShop({ http: { maxBodyBytes: 1000 } });
    const large = JSON.stringify({ ...hello, more: "x".repeat(200_000) });
    expect((await send(url, large, { "transfer-encoding": "chunked" })).status).toBe(413);
  });

  test.each(["PUT", "OPTIONS", "HEAD", "GET", "DELETE"])("does nothing with %s by itself", async (method) => {
    const { url } = await serveShop();
    const { status } = await fetch(url, { method });
    expect([400, 404, 405, 406]).toContain(status);
  });

  test("is at one place only", async () => {
    const { url } = await serveShop();
    expect((await send(url.replace("/mcp", "/other"), hello)).status).toBe(404);
  });
});

describe.each(eras)("a %s client with a token", (era) => {
  test("calls as its user, and the token itself goes no further", async () => {
    const { url } = await serveShop({ http: { tokens }, env });
    const client = await connectHttp(url, { era, token: env.ANN_TOKEN });
    const result = await client.callTool({ name: "shop__whoami" });
    expect(JSON.stringify(result)).not.toContain(env.ANN_TOKEN);
    expect(JSON.parse((result.content[0] as { readonly text: string }).text)).toMatchObject({
      user: "ann",
      node: "mcp/test-client",
      thread: "mcp-ann",
    });
  });

  test.each([true, false])(
    "decides nothing that is put to another user, whether it can ask or not: %s",
    async (asks) => {
      const { url } = await serveShop({
        http: { tokens },
        env,
        inputs: { refund: ["order", "amount"] },
        decisions: "arguments",
      });
      const onForm = () => ({ action: "accept" as const, content: { approve: true } });
      const client = await connectHttp(url, { era, token: env.ANN_TOKEN, ...(asks && { onForm }) });
      const first = await client.callTool({ name: "workflow_refund", arguments: { order: "7", amount: 101 } });
      const second = asks ? first : await decide(client, first);
      expect(second).toMatchObject({
        structuredContent: { status: "waiting", questions: [{ title: "So much?", to: "bob" }] },
      });
      const third = await decide(client, second);
      expect(JSON.stringify(third)).toMatch(asks ? /"status":"waiting"/ : /Nothing was decided: .* is put to bob/);
    },
  );

  test("finds no run of another user", async () => {
    const { url, store } = await serveShop({ http: { tokens }, env });
    const [mine, other] = [
      await connectHttp(url, { era, token: env.ANN_TOKEN }),
      await connectHttp(url, { era, token: env.BOB_TOKEN }),
    ];
    await mine.callTool({ name: "workflow_refund", arguments: { order: "7" } });
    const [row] = await store.threads();
    const result = await other.callTool({ name: "workflow_resume", arguments: { thread: row!.id } });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: `There is no run of a workflow that is served here on thread "${row!.id}".` }],
    });
  });
});

/** Hands a yes on to everything that a run waits for. */
function decide(client: Client, { structuredContent }: CallToolResult): Promise<CallToolResult> {
  const { thread, questions } = structuredContent as { thread: string; questions: { id: string }[] };
  const decisions = Object.fromEntries(questions.map(({ id }) => [id, { approved: true }]));
  return client.callTool({ name: "workflow_resume", arguments: { thread, decisions } });
}
