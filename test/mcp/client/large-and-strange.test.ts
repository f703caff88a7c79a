import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMcpServers } from "../../../src/mcp/client/open-mcp-servers.ts";
import type { McpServerOptions, McpStdioServer } from "../../../src/mcp/mcp-server-config.ts";
import { toShownTool } from "../../../src/tools/shown-tool.ts";
import { isAlive } from "./is-alive.ts";
import { openServers, rawServer } from "./open-raw.ts";
import { peer } from "./peer.ts";

const fine = { result: { content: [{ type: "text", text: "fine" }] } };
const object = { type: "object" };

/** A server that lists these tools: too many for a command line. */
async function listing(tools: readonly object[]): Promise<McpStdioServer & McpServerOptions> {
  const folder = await mkdtemp(join(tmpdir(), "large-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const file = join(folder, "tools.json");
  await writeFile(file, JSON.stringify(tools));
  return { ...peer("listing-server.ts", file), effects: { "*": "read" }, startTimeoutMs: 60_000 };
}

/** Counts the requests that reach it. */
async function openCanary(): Promise<{ readonly origin: string; readonly hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits };
}

test("nothing that a server only points at is fetched: references, links, icons, files", async () => {
  const { origin, hits } = await openCanary();
  const inputSchema = {
    type: "object",
    $schema: `${origin}/schema`,
    $id: `${origin}/id`,
    properties: { a: { $ref: `${origin}/input` }, b: { $dynamicRef: `${origin}/dynamic` } },
  };
  const links = [`${origin}/link`, "file:///etc/passwd", "http://169.254.169.254/latest"].map((uri) => ({
    type: "resource_link",
    uri,
    name: uri,
    icons: [{ src: `${origin}/icon` }],
  }));
  const tool = {
    name: "t",
    inputSchema,
    outputSchema: { $ref: `${origin}/output` },
    icons: [{ src: `${origin}/tool` }],
  };
  const result = { content: links, structuredContent: { a: 1 } };
  const { call, servers } = await openServers({
    servers: { raw: rawServer({ pages: [[tool]], calls: { t: { result } } }) },
  });
  expect(servers.state("raw")).toMatchObject({ status: "ready", tools: ["raw/t"] });
  const outcome = await call("raw/t", { a: 1 });
  expect(outcome.status).toBe("ok");
  expect(JSON.stringify(outcome)).not.toContain("root:");
  expect(hits).toStrictEqual([]);
});

test("a pattern that never ends does not hold a call", async () => {
  const inputSchema = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
  const { call } = await openServers({
    servers: { raw: rawServer({ pages: [[{ name: "t", inputSchema }]], calls: { t: fine } }) },
  });
  expect(await call("raw/t", { a: `${"a".repeat(60)}!` })).toMatchObject({ tool: "raw/t" });
});

test("a schema of 2 000 fields is checked; one that is endlessly wide or deep hides nobody, and it is said", async () => {
  const fields = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, { type: "string" }]));
  let deep: Record<string, unknown> = { type: "string" };
  for (let floor = 0; floor < 2000; floor += 1) deep = { type: "object", properties: { a: deep } };
  const { call, servers } = await openServers({
    servers: {
      raw: await listing([
        { name: "wide", inputSchema: { type: "object", properties: fields(2000) } },
        { name: "wider", inputSchema: { type: "object", properties: fields(10_000) } },
        { name: "deep", inputSchema: deep },
        { name: "small", inputSchema: object },
      ]),
    },
  });
  const { tools, dropped, flagged } = servers.state("raw")!;
  expect({ tools, dropped, flagged }).toStrictEqual({
    tools: ["raw/wide", "raw/deep", "raw/small"],
    dropped: [{ name: "wider", reason: "Its definition is longer than 200000 characters." }],
    flagged: [{ name: "deep", reason: "Its `inputSchema` is nested deeper than 64 levels." }],
  });
  expect(await call("raw/wide", { field1999: "x" })).toMatchObject({ status: "ok" });
  expect(await call("raw/wide", { field1999: [] })).toMatchObject({ status: "invalid" });
  expect(await call("raw/deep", { a: {} })).toMatchObject({ status: "ok" });
});

test("of a list of 12 000 tools 10 000 are taken, and it is said", async () => {
  const { call, servers, notices } = await openServers({
    servers: {
      raw: await listing(Array.from({ length: 12_000 }, (_, at) => ({ name: `t${at}`, inputSchema: object }))),
    },
  });
  expect(servers.state("raw")?.tools).toHaveLength(10_000);
  expect(notices.map(({ message }) => message).join(" ")).toContain("10000");
  expect(await call("raw/t9999")).toMatchObject({ status: "ok" });
});

test("names of every script are told apart, shown under plain names, and sent as they were", async () => {
  const names = ["größe", "グロース", "gro\u0308ße", "größe ", "a b", "a.b", "a/b", "ａ", "😀", "x".repeat(128)];
  const { call, servers } = await openServers({
    servers: {
      raw: rawServer({
        pages: [names.map((name) => ({ name, inputSchema: object }))],
        calls: Object.fromEntries(names.map((name) => [name, { result: { content: [{ type: "text", text: name }] } }])),
      }),
    },
  });
  const { tools } = servers.state("raw")!;
  expect(new Set(tools).size).toBe(names.length);
  const outputs = await Promise.all(tools.map(async (tool) => await call(tool)));
  expect(new Set(outputs.map((outcome) => (outcome.status === "ok" ? outcome.output : outcome)))).toStrictEqual(
    new Set(names),
  );
  for (const name of tools) expect(name).toMatch(/^raw\/[A-Za-z0-9_-]+$/);
});

test("two servers with a tool of one name keep both", async () => {
  const server = (text: string): ReturnType<typeof rawServer> =>
    rawServer({
      pages: [[{ name: "search", inputSchema: object }]],
      calls: { search: { result: { content: [{ type: "text", text }] } } },
    });
  const { call } = await openServers({ servers: { one: server("one"), two: server("two") } });
  expect(await call("one/search")).toMatchObject({ output: "one" });
  expect(await call("two/search")).toMatchObject({ output: "two" });
});

test("a root of several forms is one object to the model, and its forms still count", async () => {
  const inputSchema = {
    anyOf: [
      { type: "object", properties: { id: { $ref: "#/$defs/Id" } }, required: ["id"] },
      { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    ],
    $defs: { Id: { type: "integer" } },
  };
  const { call, servers } = await openServers({
    servers: { raw: rawServer({ pages: [[{ name: "t", inputSchema }]], calls: { t: fine } }) },
  });
  const { parameters } = toShownTool(servers.tools()[0]!, { agent: "desk" });
  expect(parameters).toMatchObject({ type: "object" });
  expect(Object.keys(parameters)).not.toContain("anyOf");
  expect(JSON.stringify(parameters)).not.toContain("$ref");
  expect(await call("raw/t", { id: 7 })).toMatchObject({ status: "ok" });
  expect(await call("raw/t", {})).toMatchObject({ status: "invalid" });
});

test.each<[fact: string, command: string, cwd: string | undefined, words: RegExp]>([
  ["a command that is nowhere", "no-such-command-anywhere", undefined, /could not be started/],
  ["a file that is no program", import.meta.filename, undefined, /could not be started/],
  ["a folder that is not there", process.execPath, "/no/such/folder", /folder|could not be started/],
])("the start of %s fails at once, and says which", async (_fact, command, cwd, words) => {
  const { servers } = await openServers({ servers: { gone: { command, ...(cwd !== undefined && { cwd }) } } });
  const state = servers.state("gone")!;
  expect(state).toMatchObject({ status: "failed", code: "MCP_START_FAILED" });
  expect(state.problem).toMatch(words);
});

test("a server that does not begin in time leaves no process behind", async () => {
  const servers = await openMcpServers({
    servers: { raw: rawServer({ silent: true, forks: true, stubborn: true }, { startTimeoutMs: 1500 }) },
  });
  onTestFinished(() => servers.close());
  const pids = new Set<number>();
  servers.onChange(({ pid }) => pid !== undefined && pids.add(pid));
  await servers.ready();
  expect(servers.state("raw")?.status).not.toBe("ready");
  const forked = Number(
    servers
      .state("raw")
      ?.stderr.find((line) => line.startsWith("forked "))
      ?.split(" ")[1],
  );
  await servers.close();
  for (const pid of [...pids, forked].filter((each) => each > 0)) expect(isAlive(pid)).toBe(false);
});

test("a tool that says nothing of its arguments takes any, and one that names none takes none", async () => {
  const tools = [
    { name: "any", inputSchema: object },
    { name: "none", inputSchema: { type: "object", properties: {} } },
  ];
  const { call } = await openServers({
    servers: { raw: rawServer({ pages: [tools], calls: { any: { echo: true }, none: { echo: true } } }) },
  });
  expect(await call("raw/any", { a: { b: [1] } })).toMatchObject({ status: "ok", output: '{"a":{"b":[1]}}' });
  expect(await call("raw/none", { a: 1 })).toMatchObject({ status: "invalid" });
});

test("arguments reach a server that reads lines, whatever letters stand in them", async () => {
  const { call } = await openServers({
    servers: { raw: rawServer({ pages: [[{ name: "t", inputSchema: object }]], calls: { t: { echo: true } } }) },
  });
  const given = { a: "one\u2028two\u2029three\u0000\r\n\u0085", b: 1e308, c: [null] };
  const outcome = await call("raw/t", given);
  expect(outcome.status === "ok" && JSON.parse(String(outcome.output))).toStrictEqual(given);
});

test("a server that has stopped reading is given up in time, and ends with us", async () => {
  const script = `
    const lines = require("node:readline").createInterface({ input: process.stdin });
    const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
    lines.on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "initialize")
        answer(id, { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
      if (method !== "tools/list") return;
      answer(id, { tools: [{ name: "t", inputSchema: { type: "object" } }] });
      lines.pause();
    });
    setInterval(() => {}, 1000);`;
  const { call } = await openServers({
    servers: {
      deaf: {
        command: process.execPath,
        args: ["-e", script],
        era: "legacy",
        effects: { "*": "read" },
        timeoutMs: 500,
      },
    },
  });
  expect(await call("deaf/t", { a: "x".repeat(5_000_000) })).toMatchObject({
    status: "unavailable",
    reason: 'The MCP server "deaf" said nothing for 500 ms.',
  });
});

test.each([0, -1, Number.NaN, 3_000_000_000])("a time of %s ms is refused: no timer holds it", async (timeoutMs) => {
  await expect(openMcpServers({ servers: { raw: rawServer({}, { timeoutMs }) } })).rejects.toMatchObject({
    code: "MCP_CONFIG",
  });
});
