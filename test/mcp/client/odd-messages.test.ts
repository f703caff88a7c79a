import { expect, test } from "vitest";
import type { McpServerOptions, McpStdioServer } from "../../../src/mcp/mcp-server-config.ts";
import { openServers, stateWhere } from "./open-raw.ts";
import { peer } from "./peer.ts";

type Script = Readonly<Record<string, string>>;

/** A server that writes these texts. */
function texts(script: Script, options: McpServerOptions = {}): McpStdioServer & McpServerOptions {
  return { ...peer("text-server.ts", JSON.stringify(script)), era: "legacy", effects: { "*": "read" }, ...options };
}

const fine = `{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"fine"}]}}`;
const init = (result: string): string => `{"jsonrpc":"2.0","id":$ID,"result":${result}}\n`;
const changed = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n`;

test.each<[fact: string, script: Script, output: unknown]>([
  ["lines that end with CR LF", { "tools/call": `${fine}\r\n` }, "fine"],
  ["a byte order mark before the first message", { start: "\uFEFF", "tools/call": `${fine}\n` }, "fine"],
  ["empty lines and lines of blanks", { "tools/call": `\n  \n\r\n${fine}\n\n` }, "fine"],
  ["several messages at once", { "tools/call": `${changed}${fine}\n${changed}` }, "fine"],
  [
    "a message in two pieces, cut within a letter",
    { halves: "yes", "tools/call": fine.replace("fine", "ö".repeat(301)) + "\n" },
    "ö".repeat(301),
  ],
  ["an answer that comes twice", { "tools/call": `${fine}\n${fine.replace("fine", "again")}\n` }, "fine"],
  [
    "answers to what nobody asked",
    {
      "tools/call": `${fine.replace("$ID", "999")}\n${fine.replace("$ID", '"x"')}\n${fine.replace("$ID", "null")}\n${fine}\n`,
    },
    "fine",
  ],
  ["an id that comes back as a text", { "tools/call": `${fine.replace("$ID", '"$ID"')}\n` }, "fine"],
  [
    "an error of null beside a result",
    { "tools/call": `${fine.replace('"result"', '"error":null,"result"')}\n` },
    "fine",
  ],
  ["a batch of messages", { "tools/call": `[${changed.trim()},${fine}]\n` }, "fine"],
  ["fields that nobody knows", { "tools/call": `${fine.replace('"result":{', '"x":1,"result":{"y":2,')}\n` }, "fine"],
  [
    "notifications that nobody knows, and ones without parameters",
    {
      "tools/call": `{"jsonrpc":"2.0","method":"notifications/none"}\n{"jsonrpc":"2.0","method":"notifications/progress"}\n${fine}\n`,
    },
    "fine",
  ],
  [
    "progress that goes backwards, is negative, or is of another call",
    {
      "tools/call": [-1, 5, 3, 3, '"x"', 1e308]
        .map(
          (progress) =>
            `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":$TOKEN,"progress":${progress}}}\n`,
        )
        .concat(
          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":777,"progress":1}}\n${fine}\n`,
        )
        .join(""),
    },
    "fine",
  ],
  ["content of null", { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":{"content":null}}\n` }, ""],
  ["a result of null", { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":null}\n` }, ""],
  ["a result of nothing", { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":{}}\n` }, ""],
  [
    "content that is one part and no list",
    { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":{"content":{"type":"text","text":"fine"}}}\n` },
    "fine",
  ],
  ["content that is a text", { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":{"content":"fine"}}\n` }, "fine"],
])("is understood: %s", async (_fact, script, output) => {
  const { call } = await openServers({ servers: { odd: texts(script, { timeoutMs: 5000 }) } });
  expect(await call("odd/t")).toMatchObject({ status: "ok", output });
});

test.each<[fact: string, result: string]>([
  ["a result that is a text", `"result":"fine"`],
  ["neither a result nor an error", `"x":1`],
  ["an error without a code", `"error":{"message":"no"}`],
  ["an error that is a text", `"error":"no"`],
  ["an error with a code that is a text", `"error":{"code":"EPERM","message":"no"}`],
])("is an outcome, and the next call is answered: %s", async (_fact, result) => {
  const script = { "tools/call": `{"jsonrpc":"2.0","id":$ID,${result}}\n` };
  const { call, servers } = await openServers({ servers: { odd: texts(script, { timeoutMs: 1000 }) } });
  const outcome = await call("odd/t");
  expect(["failed", "unavailable"]).toContain(outcome.status);
  expect(servers.state("odd")?.status).toBe("ready");
});

test.each<[fact: string, script: Script]>([
  [
    "no capabilities at all",
    { initialize: init(`{"protocolVersion":"2025-06-18","serverInfo":{"name":"x","version":"1"}}`) },
  ],
  [
    "capabilities of null",
    {
      initialize: init(`{"protocolVersion":"2025-06-18","capabilities":null,"serverInfo":{"name":"x","version":"1"}}`),
    },
  ],
  ["no name", { initialize: init(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}`) }],
  [
    "the oldest version",
    {
      initialize: init(
        `{"protocolVersion":"2024-11-05","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`,
      ),
    },
  ],
  [
    "a question before it answers",
    {
      initialize: `{"jsonrpc":"2.0","id":0,"method":"ping"}\n${init(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`)}`,
    },
  ],
  [
    "a question for folders and a model that it may not have",
    {
      "tools/list": `{"jsonrpc":"2.0","id":"a","method":"roots/list"}\n{"jsonrpc":"2.0","id":"b","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}\n{"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"t"}]}}\n`,
    },
  ],
])("a server starts with %s", async (_fact, script) => {
  const { servers, call } = await openServers({ servers: { odd: texts({ "tools/call": `${fine}\n`, ...script }) } });
  expect(servers.state("odd")).toMatchObject({ status: "ready", tools: ["odd/t"] });
  expect(await call("odd/t")).toMatchObject({ status: "ok", output: "fine" });
});

test.each<[fact: string, tools: string]>([
  ["null", "null"],
  ["an object", "{}"],
  ["a list of nonsense", `[null, 7, "t", [], {}, {"name":""}, {"name":7}]`],
])("a list of tools that is %s leaves a server without tools, and is said", async (_fact, tools) => {
  const script = { "tools/list": `{"jsonrpc":"2.0","id":$ID,"result":{"tools":${tools}}}\n` };
  const { servers } = await openServers({ servers: { odd: texts(script) } });
  const state = servers.state("odd")!;
  expect(state.tools).toStrictEqual([]);
  expect(state.status === "ready" || state.problem !== undefined).toBe(true);
});

test("a version that nobody knows is no connection, and the reason is said", async () => {
  const script = {
    initialize: init(`{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`),
  };
  const { servers } = await openServers({ servers: { odd: texts(script, { startTimeoutMs: 5000 }) } });
  expect(servers.state("odd")).toMatchObject({ status: expect.not.stringMatching("ready") as string });
  expect(JSON.stringify(servers.state("odd"))).toContain("2099-01-01");
});

test("a storm of changes ends in one list, and calls are answered meanwhile", async () => {
  const script = { "tools/call": `$STORM${fine}\n` };
  const { servers, call, registry } = await openServers({ servers: { odd: texts(script) } });
  const before = registry.generation;
  expect(await call("odd/t")).toMatchObject({ status: "ok", output: "fine" });
  await expect
    .poll(() => servers.state("odd")?.stderr.filter((line) => line === "heard tools/list").length, { timeout: 20_000 })
    .toBeGreaterThan(1);
  expect(servers.state("odd")!.stderr.filter((line) => line === "heard tools/list").length).toBeLessThan(10);
  expect(registry.generation - before).toBeLessThan(10);
});

test("an stdout that ends while the process lives is the end of the connection", async () => {
  const script = { "tools/call": "close:" };
  const { servers, call } = await openServers({ servers: { odd: texts(script) } });
  expect(await call("odd/t")).toMatchObject({ status: "unavailable", code: "MCP_UNAVAILABLE" });
  await stateWhere(servers, "odd", ({ generation, status }) => generation > 1 && status === "ready");
});

test.each<[fact: string, result: string]>([
  ["data", `"content":[{"type":"text","text":"hi"}],"structuredContent":{"a":$DEEP}`],
  ["a part that nobody knows", `"content":[{"type":"text","text":"hi"},{"type":"odd","x":$DEEP}]`],
])("%s that are nested without end are left out, and the texts are kept", async (_fact, result) => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const script = { "tools/call": `{"jsonrpc":"2.0","id":$ID,"result":{${result.replace("$DEEP", deep)}}}\n` };
  const { call } = await openServers({ servers: { odd: texts(script) } });
  expect(await call("odd/t")).toMatchObject({
    status: "ok",
    output: {
      content: [{ type: "text", text: "hi" }],
      problem: "The answer is nested deeper than 200 levels; only its texts are kept.",
    },
  });
});
