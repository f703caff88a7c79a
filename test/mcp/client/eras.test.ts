import { describe, expect, onTestFinished, test } from "vitest";
import type { McpServerConfig } from "../../../src/mcp/mcp-server-config.ts";
import { greetTool, httpServer, type PeerHttp, type PeerTool, type PeerTools } from "../peers/sdk-server.ts";
import { openServers, rawServer, stateWhere } from "./open-raw.ts";
import { peer } from "./peer.ts";

function tool(name: string, run: PeerTool["run"] = () => name): [string, PeerTool] {
  return [name, { name, inputSchema: { type: "object", properties: {} }, run }];
}

async function start(tools: PeerTools, options: Parameters<typeof httpServer>[1]): Promise<PeerHttp> {
  const server = await httpServer(tools, options);
  onTestFinished(() => server.close());
  return server;
}

function at({ url }: PeerHttp, more: Partial<McpServerConfig> = {}): McpServerConfig {
  return { url, effects: { "*": "read" }, ...more };
}

const stdio = { ...peer("sdk-server.ts"), effects: { "*": "read" } } as const;

describe.each(["legacy", "modern"] as const)("over stdio, %s", (era) => {
  test("calls, changes of the list, resources and prompts", async () => {
    const { servers, call, registry } = await openServers({ servers: { peer: { ...stdio, era } } });
    expect(servers.state("peer")).toMatchObject({
      status: "ready",
      era,
      protocol: era === "modern" ? "2026-07-28" : "2025-11-25",
      software: { name: "peer", version: "1.2.3" },
      instructions: "Ask for weather only.",
      tools: ["peer/greet", "peer/weather", "peer/grow", "peer/read_resource"],
    });
    expect(await call("peer/weather", { city: "Bern" })).toMatchObject({ status: "ok", output: "Bern: 21 °C" });
    await call("peer/grow");
    await stateWhere(servers, "peer", ({ tools }) => tools.includes("peer/grown"));
    expect(registry.has("peer/grown")).toBe(true);
    expect(await call("peer/grown")).toMatchObject({ status: "ok", output: "grown" });
    expect(await servers.resources("peer")).toEqual([
      { uri: "note://a", name: "a", description: "A note" },
      { uri: "note://{id}", name: "any note", template: true },
    ]);
    expect(await call("peer/read_resource", { uri: "note://7" })).toMatchObject({
      status: "ok",
      output: "the note note://7",
    });
    expect(await servers.prompts("peer")).toEqual([
      { name: "greet", description: "Greets", arguments: [{ name: "who", required: true }] },
    ]);
    expect(await servers.getPrompt("peer", "greet", { who: "Ada" })).toEqual([
      { role: "user", content: { type: "text", text: "Greet Ada." } },
    ]);
  });
});

test("the era is found out where the config does not say it", async () => {
  const web = await start(new Map([tool("a")]), { era: "legacy" });
  const { servers } = await openServers({ servers: { child: stdio, web: at(web) } });
  expect(servers.states().map(({ name, era }) => [name, era])).toEqual([
    ["child", "modern"],
    ["web", "legacy"],
  ]);
});

test("a server of the old era that answers a list to whoever asks is no server of the new one", async () => {
  // It gives its tools without any beginning, and knows no `server/discover`.
  const pages = [[{ name: "t", inputSchema: { type: "object" } }]];
  const { servers, call } = await openServers({
    servers: { raw: rawServer({ pages, calls: { t: { echo: true } } }, { era: "auto" }) },
  });
  expect(servers.state("raw")).toMatchObject({ status: "ready", era: "legacy" });
  expect(await call("raw/t")).toMatchObject({ status: "ok" });
});

describe.each(["legacy", "modern"] as const)("over HTTP, %s", (era) => {
  test("a changed list is seen", async () => {
    const tools: PeerTools = new Map([tool("a")]);
    const web = await start(tools, { era });
    const { servers } = await openServers({ servers: { web: at(web) } });
    expect(servers.state("web")).toMatchObject({ status: "ready", era });
    // The stream of changes is opened after the first list.
    await expect.poll(() => web.seen.length).toBeGreaterThan(2);
    tools.set(...tool("b"));
    await expect
      .poll(async () => {
        await web.changed();
        return servers.state("web")?.tools;
      })
      .toContain("web/b");
  });

  test("a cancelled call is cancelled at the server", async () => {
    const cancelled = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const hangs = tool("hang", ({ signal }) => {
      started.resolve();
      signal.addEventListener("abort", () => cancelled.resolve("heard"));
      return new Promise(() => undefined);
    });
    const web = await start(new Map([hangs]), { era });
    const { call } = await openServers({ servers: { web: at(web) } });
    const controller = new AbortController();
    const outcome = call("web/hang", {}, { signal: controller.signal });
    await started.promise;
    controller.abort();
    expect(await outcome).toMatchObject({ status: "unavailable", code: "CANCELLED" });
    expect(await cancelled.promise).toBe("heard");
  });

  test("a server that is started anew in a call's middle is found again", async () => {
    const started = Promise.withResolvers<void>();
    const tools: PeerTools = new Map([
      tool("hang", () => {
        started.resolve();
        return new Promise(() => undefined);
      }),
      tool("fine"),
    ]);
    const web = await start(tools, { era });
    const { servers, call } = await openServers({ servers: { web: at(web) } });
    const outcome = call("web/hang");
    await started.promise;
    await web.close();
    expect(await outcome).toMatchObject({ status: "unavailable", code: "MCP_UNAVAILABLE" });
    expect(await call("web/fine")).toMatchObject({ status: "unavailable", code: "MCP_UNAVAILABLE" });
    tools.set(...tool("more"));
    await start(tools, { era, port: Number(new URL(web.url).port) });
    expect(await call("web/fine")).toMatchObject({ status: "ok", output: "fine" });
    await stateWhere(servers, "web", (state) => state.tools.includes("web/more"));
  });

  test("a question in a call is answered by whoever answers questions, or declined", async () => {
    const web = await start(new Map([["greet", greetTool]]), { era });
    const asked: unknown[] = [];
    const { call } = await openServers({
      servers: { web: at(web) },
      onQuestion: (question) => {
        asked.push(question);
        return { action: "accept", content: { name: "Ada" } };
      },
    });
    expect(await call("web/greet")).toMatchObject({ status: "ok", output: "Hello Ada!" });
    expect(asked).toEqual([
      {
        server: "web",
        tool: "web/greet",
        signal: expect.any(AbortSignal),
        caller: { run: "t/1", thread: "t", node: "desk" },
        message: "Who are you?",
        mode: "form",
        schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    ]);
    const alone = await openServers({ servers: { web: at(web) } });
    expect(await alone.call("web/greet")).toMatchObject({ status: "ok", output: "Nobody (decline)." });
  });

  test("a question in a run waits for a person, and the call is made again", async () => {
    const web = await start(new Map([["greet", greetTool]]), { era });
    const { call } = await openServers({ servers: { web: at(web) } });
    const waits = await call("web/greet", {}, { confirmation: () => undefined });
    expect(waits).toMatchObject({
      status: "needs_confirmation",
      request: {
        kind: "question",
        tool: "web/greet",
        input: {
          question: 'The MCP server "web" asks: Who are you?',
          details: { server: "web", tool: "web/greet", fields: { name: { type: "string", required: true } } },
        },
      },
    });
    const scope = { confirmation: () => ({ approved: true, answer: "Bea", by: "bea" }) as const };
    expect(await call("web/greet", {}, scope)).toMatchObject({ status: "ok", output: "Hello Bea!" });
    const refused = { confirmation: () => ({ approved: false }) as const };
    expect(await call("web/greet", {}, refused)).toMatchObject({ status: "ok", output: "Nobody (decline)." });
  });
});

test.each(["legacy", "modern"] as const)(
  "a server that was started anew is listed again, though nobody calls it, %s",
  async (era) => {
    const tools: PeerTools = new Map([tool("a")]);
    const web = await start(tools, { era });
    const { servers } = await openServers({ servers: { web: at(web) } });
    await expect.poll(() => web.seen.length).toBeGreaterThan(2);
    await web.close();
    tools.set(...tool("b"));
    await start(tools, { era, port: Number(new URL(web.url).port) });
    await stateWhere(servers, "web", (state) => state.tools.includes("web/b"));
    expect(servers.state("web")).toMatchObject({ status: "ready" });
  },
  20_000,
);

test.each(["legacy", "modern"] as const)(
  "an answer over HTTP that is too long fails alone, with the limit, %s",
  async (era) => {
    const tools: PeerTools = new Map([tool("big", () => "x".repeat(200_000)), tool("fine")]);
    const web = await start(tools, { era });
    const { call } = await openServers({ servers: { web: at(web, { maxMessageBytes: 100_000 }) } });
    const [big, fine] = await Promise.all([call("web/big"), call("web/fine")]);
    expect(big).toMatchObject({
      status: "failed",
      code: "MCP_ANSWER_TOO_LONG",
      reason: "The answer is longer than 100000 bytes; no more are read (`maxMessageBytes`).",
    });
    expect(fine).toMatchObject({ status: "ok", output: "fine" });
    expect(await call("web/fine")).toMatchObject({ status: "ok", output: "fine" });
  },
);

test("arguments go along as headers where the schema says so, and a tool whose schema cannot be meant is left out", async () => {
  const inputSchema = { type: "object", properties: { region: { type: "string", "x-mcp-header": "Region" } } } as const;
  const bad = { type: "object", properties: { n: { type: "number", "x-mcp-header": "N" } } } as const;
  const tools: PeerTools = new Map([
    ["query", { name: "query", inputSchema, run: () => "found" }],
    ["bad", { name: "bad", inputSchema: bad, run: () => "never" }],
  ]);
  const web = await start(tools, { era: "modern" });
  const { servers, call } = await openServers({ servers: { web: at(web) } });
  expect(servers.state("web")).toMatchObject({
    dropped: [{ name: "bad", reason: "`x-mcp-header` at n is on no plain value." }],
  });
  expect(await call("web/query", { region: "Zürich" })).toMatchObject({ status: "ok", output: "found" });
  expect(web.headers.at(-1)).toMatchObject({ "mcp-param-region": "=?base64?WsO8cmljaA==?=", "mcp-name": "query" });
});

test("a lost session is made anew, and a read is repeated", async () => {
  const tools: PeerTools = new Map([tool("fine")]);
  const web = await start(tools, { era: "legacy" });
  const { servers, call } = await openServers({ servers: { web: at(web) } });
  await web.close();
  await start(tools, { era: "legacy", port: Number(new URL(web.url).port) });
  expect(await call("web/fine")).toMatchObject({ status: "ok", output: "fine", attempts: 1 });
  expect(servers.state("web")).toMatchObject({ status: "ready", generation: 2 });
});
