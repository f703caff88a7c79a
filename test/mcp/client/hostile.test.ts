import { expect, test } from "vitest";
import { openServers, rawServer } from "./open-raw.ts";
import type { RawAction } from "../peers/raw-server.ts";

const tool = (name: string): object => ({ name, inputSchema: { type: "object" } });

test("a flood of notices, answers to nobody and noise drowns nothing", async () => {
  const calls: Record<string, RawAction> = { t: { flood: 3000 } };
  const { servers, call, registry } = await openServers({
    servers: { raw: rawServer({ pages: [[tool("t")]], calls }) },
  });
  const { generation } = registry;
  expect(await call("raw/t")).toMatchObject({ status: "ok", output: "after the flood" });
  const { stderr, status, generation: connections } = servers.state("raw")!;
  expect({ status, connections }).toEqual({ status: "ready", connections: 1 });
  expect(stderr.length).toBeLessThanOrEqual(20);
  expect(Math.max(...stderr.map((line) => line.length))).toBeLessThanOrEqual(500);
  expect(registry.generation).toBe(generation);
});

test.each<[fact: string, messages: readonly object[], outcome: object]>([
  ["a result that is null", [{ result: null }], { status: "ok", output: "" }],
  ["a result that is a text", [{ result: "done" }], { status: "failed", code: "MCP_PROTOCOL_ERROR" }],
  ["content that is a text", [{ result: { content: "done" } }], { status: "ok", output: "done" }],
  ["parts that are none", [{ result: { content: [1, null, { type: "text" }] } }], { status: "ok" }],
  ["an error without a number", [{ error: { message: "x" } }], {}],
  [
    "two answers",
    [{ result: { content: [{ type: "text", text: "one" }] } }, { result: { content: [] } }],
    { status: "ok", output: "one" },
  ],
  ["an error and an answer in one", [{ error: { code: -1, message: "x" }, result: {} }], {}],
])("lies of a server are outcomes: %s", async (_fact, messages, expected) => {
  const calls: Record<string, RawAction> = {
    t: { messages },
    fine: { result: { content: [{ type: "text", text: "fine" }] } },
  };
  const { call } = await openServers({
    servers: { raw: rawServer({ pages: [[tool("t"), tool("fine")]], calls }, { timeoutMs: 300 }) },
  });
  const outcome = await call("raw/t");
  expect(outcome).toMatchObject(expected);
  expect(["ok", "failed", "unavailable", "timeout"]).toContain(outcome.status);
  expect(await call("raw/fine")).toMatchObject({ status: "ok", output: "fine" });
});

test.each<[fact: string, pages: readonly (readonly unknown[])[], tools: number]>([
  ["entries of all kinds", [[null, 1, [], {}, { name: 5 }, { name: "" }, tool("ok")]], 1],
  ["a name without end", [[{ name: "n".repeat(50_000), inputSchema: { type: "object" } }, tool("ok")]], 1],
  [
    "keys that every object has",
    [
      [
        { name: "__proto__", inputSchema: { type: "object", properties: { constructor: { type: "string" } } } },
        tool("ok"),
      ],
    ],
    2,
  ],
  ["names of our own tools", [[tool("user/ask"), tool("node/finish"), tool("ok")]], 3],
])("lists of a server harm nothing: %s", async (_fact, pages, tools) => {
  const { servers } = await openServers({ servers: { raw: rawServer({ pages }) } });
  expect(servers.state("raw")).toMatchObject({ status: "ready" });
  expect(servers.tools().every(({ name }) => name.startsWith("raw/"))).toBe(true);
  expect(servers.tools()).toHaveLength(tools);
});
