import { expect, test } from "vitest";
import { openServers, rawServer } from "./open-raw.ts";

const ok = { name: "ok", inputSchema: { type: "object", properties: { city: { type: "string" } } } };

test("one bad tool hides nothing", async () => {
  const pages = [
    [
      { name: "bad", inputSchema: null },
      { name: "noType", inputSchema: { properties: { a: { type: "string" } } } },
      { name: "oddOutput", inputSchema: { type: "object" }, outputSchema: { properties: {} } },
      "no tool",
      { description: "nameless" },
      ok,
      { name: "ok", description: "the second of its name", inputSchema: { type: "object" } },
    ],
  ];
  const { servers, registry } = await openServers({ servers: { raw: rawServer({ pages }) } });
  expect(servers.state("raw")).toMatchObject({
    status: "ready",
    era: "legacy",
    generation: 1,
    tools: ["raw/noType", "raw/oddOutput", "raw/ok"],
    dropped: [
      { name: "bad", reason: "Its `inputSchema` is null in place of an object." },
      { name: "#3", reason: "It is no tool in place of a tool." },
      { name: "#4", reason: "It has no name." },
      { name: "ok", reason: "The server lists this name twice; the first one counts." },
    ],
  });
  expect(registry.list().map(({ name, toolset, category }) => [name, toolset, category])).toEqual([
    ["raw/noType", "raw", "mcp"],
    ["raw/oddOutput", "raw", "mcp"],
    ["raw/ok", "raw", "mcp"],
  ]);
  expect(registry.ownerOf("raw/ok")).toBe('MCP server "raw"');
});

test("all pages are read, and a circle of pages ends", async () => {
  const pages = Array.from({ length: 5 }, (_, page) => [{ name: `p${page}`, inputSchema: { type: "object" } }]);
  const { servers } = await openServers({ servers: { raw: rawServer({ pages }) } });
  expect(servers.tools().map(({ name }) => name)).toEqual(["raw/p0", "raw/p1", "raw/p2", "raw/p3", "raw/p4"]);
});

test("banners on stdout are passed over", async () => {
  const banner = ["Welcome!", "{not json", '{"jsonrpc":"1.0"}', ""];
  const { servers } = await openServers({ servers: { raw: rawServer({ banner, pages: [[ok]] }) } });
  expect(servers.state("raw")).toMatchObject({ status: "ready", tools: ["raw/ok"] });
});

test("names become ours, and the server hears its own", async () => {
  const names = ["files.read", "files/read", "files_read", "Weather", "weather", "x".repeat(100)];
  const pages = [names.map((name) => ({ name, inputSchema: { type: "object" } }))];
  const calls = Object.fromEntries(
    names.map((name) => [name, { result: { content: [{ type: "text", text: `I am ${name}` }] } }]),
  );
  const { servers, call } = await openServers({ servers: { raw: rawServer({ pages, calls }) } });
  const exposed = servers.tools().map(({ name }) => name);
  expect(exposed).toEqual([
    "raw/files_read-601e4eb6",
    "raw/files_read-2b733164",
    "raw/files_read",
    "raw/Weather",
    "raw/weather-e5e72beb",
    `raw/${"x".repeat(100)}`,
  ]);
  for (const [index, name] of names.entries())
    expect(await call(exposed[index]!)).toMatchObject({ status: "ok", output: `I am ${name}` });
});

test("what a server says of its tools is cleaned and not endless", async () => {
  const hidden = "Reads\u200B a file.\u202E\u{E0041} \u001B[31mred\u001B[0m";
  const pages = [
    [
      {
        name: "a",
        description: hidden,
        inputSchema: { type: "object", properties: { p: { type: "string", description: hidden } } },
      },
      { name: "b", description: "y".repeat(100_000), inputSchema: { type: "object" } },
      { name: "c", title: "A title", inputSchema: { type: "object" } },
      { name: "d", inputSchema: { type: "object" } },
    ],
  ];
  const { servers } = await openServers({ servers: { raw: rawServer({ pages }) } });
  const [a, b, c, d] = servers.tools();
  expect(a).toMatchObject({
    description: "Reads a file. red",
    inputSchema: { properties: { p: { description: "Reads a file. red" } } },
    labels: ["untrusted"],
  });
  expect(b?.description).toHaveLength(4000);
  expect([c?.description, d?.description]).toEqual(["A title", '"d" of the MCP server "raw".']);
});

test("the config says what is taken and what it does; annotations only make us more careful", async () => {
  const tool = (name: string, annotations = {}): object => ({ name, annotations, inputSchema: { type: "object" } });
  const pages = [
    [
      tool("get_a"),
      tool("get_b", { destructiveHint: true }),
      tool("get_c", { readOnlyHint: false }),
      tool("set_a", { readOnlyHint: true }),
      tool("other", { readOnlyHint: true, idempotentHint: true }),
      tool("secret"),
    ],
  ];
  const server = rawServer(
    { pages },
    { effects: { "get_*": "read", "set_*": "write" }, idempotent: ["set_*"], tools: { deny: ["sec*"] } },
  );
  const { servers } = await openServers({ servers: { raw: server } });
  expect(
    servers.tools().map(({ name, effect, idempotency, policy }) => [name, effect, idempotency, policy.confirm]),
  ).toEqual([
    ["raw/get_a", "read", "safe", "never"],
    ["raw/get_b", "destructive", "none", "always"],
    ["raw/get_c", "write", "none", "never"],
    ["raw/set_a", "write", "safe", "never"],
    ["raw/other", "destructive", "none", "always"],
  ]);
  expect(servers.state("raw")?.dropped).toEqual([
    { name: "secret", reason: "The config lists it under `tools.deny`." },
  ]);
});

test("a schema with a fault leaves its tool callable without that check, and says so", async () => {
  const pages = [
    [
      { name: "dangling", inputSchema: { type: "object", properties: { q: { $ref: "#/$defs/gone" } } } },
      { name: "network", inputSchema: { type: "object", properties: { q: { $ref: "http://127.0.0.1:9/canary" } } } },
      {
        name: "output",
        inputSchema: { type: "object" },
        outputSchema: { type: "object", properties: { a: { $ref: "#/$defs/gone" } } },
      },
    ],
  ];
  const result = { result: { content: [{ type: "text", text: "fine" }], structuredContent: { a: 1 } } };
  const calls = { dangling: result, network: result, output: result };
  const { servers, call } = await openServers({ servers: { raw: rawServer({ pages, calls }) } });
  expect(servers.state("raw")?.flagged).toEqual([
    { name: "dangling", reason: "Its `inputSchema` has an unusable `$ref`: #/$defs/gone." },
    { name: "network", reason: "Its `inputSchema` has an unusable `$ref`: http://127.0.0.1:9/canary." },
    { name: "output", reason: "Its `outputSchema` has an unusable `$ref`: #/$defs/gone." },
  ]);
  for (const name of ["dangling", "network"])
    expect(await call(`raw/${name}`, { q: { any: "thing" } })).toMatchObject({ status: "ok" });
  expect(await call("raw/output")).toMatchObject({ status: "ok", output: { structured: { a: 1 } } });
});

test("options at the root are still enforced, old drafts and other keywords too", async () => {
  const pages = [
    [
      {
        name: "either",
        inputSchema: {
          type: "object",
          properties: { id: { type: "string" }, name: { type: "string" } },
          anyOf: [{ required: ["id"] }, { required: ["name"] }],
        },
      },
      {
        name: "draft7",
        inputSchema: {
          $schema: "http://json-schema.org/draft-07/schema#",
          type: "object",
          properties: {
            pair: { type: "array", items: [{ type: "string" }, { type: "number" }] },
            q: { $ref: "#/definitions/Q" },
          },
          definitions: { Q: { type: "string", enum: ["a"] } },
          additionalProperties: { type: "number" },
        },
      },
    ],
  ];
  const result = { result: { content: [{ type: "text", text: "fine" }] } };
  const { call } = await openServers({
    servers: { raw: rawServer({ pages, calls: { either: result, draft7: result } }) },
  });
  expect(await call("raw/either", { id: "1" })).toMatchObject({ status: "ok" });
  expect(await call("raw/either", {})).toMatchObject({ status: "invalid", code: "INPUT_INVALID" });
  expect(await call("raw/draft7", { pair: ["a", 1], q: "a", more: 3 })).toMatchObject({ status: "ok" });
  expect(await call("raw/draft7", { pair: [1, "a"], q: "b", more: "x" })).toMatchObject({ status: "invalid" });
});
