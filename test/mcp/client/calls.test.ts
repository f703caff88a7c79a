import { toOutcomeMessage } from "../../../src/tools/outcome-message.ts";
import { describe, expect, test } from "vitest";
import type { RunEventBody } from "../../../src/trace/run-event.ts";
import { type Opened, openServers, rawServer } from "./open-raw.ts";
import type { RawAction } from "../peers/raw-server.ts";

const image = { type: "image", data: "AAAA", mimeType: "image/png", annotations: { audience: ["user"] } };
const audio = { type: "audio", data: "AAAA", mimeType: "audio/wav" };
const link = {
  type: "resource_link",
  uri: "file:///a.txt",
  name: "a",
  description: "A file",
  mimeType: "text/plain",
  size: 3,
  icons: [],
};
const embedded = {
  type: "resource",
  resource: { uri: "file:///b", mimeType: "text/plain", text: "b" },
  annotations: { priority: 1 },
};
const text = (words: string): object => ({ type: "text", text: words });

/** A server with one tool that answers so. */
function answering(action: RawAction, more: object = {}): Parameters<typeof openServers>[0] {
  const pages = [[{ name: "t", inputSchema: { type: "object" }, ...more }]];
  return { servers: { raw: rawServer({ pages, calls: { t: action } }) } };
}

const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };

test.each<[fact: string, result: object, output: unknown]>([
  ["one text is the text", { content: [text("hello")] }, "hello"],
  ["several texts are one", { content: [text("a"), text("b")] }, "a\nb"],
  ["no content is an empty text", { content: [] }, ""],
  ["no content at all too", {}, ""],
  [
    "all kinds of parts are kept, with all that was said of them",
    { content: [text("see"), image, audio, link, embedded] },
    {
      content: [
        { type: "text", text: "see" },
        { type: "image", data: "AAAA", mimeType: "image/png", meta: { annotations: { audience: ["user"] } } },
        { type: "audio", data: "AAAA", mimeType: "audio/wav" },
        {
          type: "resource_link",
          uri: "file:///a.txt",
          name: "a",
          description: "A file",
          mimeType: "text/plain",
          size: 3,
          meta: { icons: [] },
        },
        {
          type: "resource",
          uri: "file:///b",
          mimeType: "text/plain",
          text: "b",
          meta: { annotations: { priority: 1 } },
        },
      ],
    },
  ],
  [
    "a part that nobody knows is kept as it came",
    { content: [{ type: "hologram", data: 1 }, text("x")] },
    {
      content: [
        { type: "unsupported", kind: "hologram", value: { type: "hologram", data: 1 } },
        { type: "text", text: "x" },
      ],
    },
  ],
  [
    "structured data are the output, once",
    { content: [text('{"a": 1, "b": [2]}')], structuredContent: { b: [2], a: 1 } },
    { b: [2], a: 1 },
  ],
  ["structured data that are a list", { content: [text("[1]")], structuredContent: [1] }, [1]],
  [
    "a text that stands alone in structured data",
    { content: [text("hi")], structuredContent: { r: "hi" } },
    { r: "hi" },
  ],
  ["a list that does", { content: [text("[1, 2]")], structuredContent: { result: [1, 2] } }, { result: [1, 2] }],
  [
    "a text beside structured data that says something else is kept",
    { content: [text("Warm.")], structuredContent: { a: 1 } },
    { structured: { a: 1 }, content: [{ type: "text", text: "Warm." }] },
  ],
])("%s", async (_fact, result, output) => {
  const { call } = await openServers(answering({ result }));
  expect(await call("raw/t")).toMatchObject({ status: "ok", output });
});

test.each<[fact: string, result: object, output: unknown]>([
  [
    "promised data that did not come",
    { content: [text("only text")] },
    { content: [{ type: "text", text: "only text" }], problem: "The server promises structured data and gave none." },
  ],
  [
    "data of another form than promised",
    { content: [], structuredContent: { a: "one" } },
    {
      structured: { a: "one" },
      problem: 'The server promises other data (a: expected number, received string "one").',
    },
  ],
])("the answer is used, and what is wrong with it is told: %s", async (_fact, result, output) => {
  const { call } = await openServers(answering({ result }, { outputSchema: schema }));
  expect(await call("raw/t")).toMatchObject({ status: "ok", output });
});

test("`isError` is a failed outcome with the server's words", async () => {
  const { call } = await openServers(answering({ result: { content: [text("No such city.")], isError: true } }));
  expect(await call("raw/t")).toMatchObject({ status: "failed", code: "MCP_TOOL_ERROR", reason: "No such city." });
});

test("a tool that gives nothing but errors is left alone for a while", async () => {
  const { call } = await openServers(answering({ result: { content: [text("Broken.")], isError: true } }));
  const codes = new Set<string>();
  for (let count = 0; count < 12; count += 1) {
    const outcome = await call("raw/t");
    codes.add("code" in outcome ? outcome.code : outcome.status);
  }
  expect([...codes]).toEqual(["MCP_TOOL_ERROR", "BREAKER_OPEN"]);
});

describe("an error of the protocol is an outcome", () => {
  test.each<[code: number, status: string, outcomeCode: string]>([
    [-32_602, "failed", "MCP_REFUSED"],
    [-32_601, "failed", "MCP_REFUSED"],
    [-32_603, "failed", "MCP_PROTOCOL_ERROR"],
    [-32_000, "failed", "MCP_PROTOCOL_ERROR"],
  ])("%i", async (code, status, outcomeCode) => {
    const { call } = await openServers(answering({ error: { code, message: "Boom" } }));
    expect(await call("raw/t")).toMatchObject({ status, code: outcomeCode, reason: expect.stringContaining("Boom") });
  });
});

test("a call that may have happened is in doubt, one that was refused is not", async () => {
  const server = (code: number): Parameters<typeof openServers>[0] => {
    const { servers } = answering({ error: { code, message: "Boom" } });
    return { servers: { raw: { ...servers["raw"]!, effects: { "*": "write" } } } };
  };
  expect(await (await openServers(server(-32_603))).call("raw/t")).toMatchObject({ status: "in_doubt" });
  expect(await (await openServers(server(-32_602))).call("raw/t")).toMatchObject({
    status: "failed",
    code: "MCP_REFUSED",
  });
});

test.each<[fact: string, reply: RawAction, code: string]>([
  ["an error of the tool", { result: { content: [text("Paid, then lost.")], isError: true } }, "MCP_TOOL_ERROR"],
  ["a refusal of the protocol", { error: { code: -32_602, message: "Output is wrong." } }, "MCP_REFUSED"],
])("a write that %s ends may have acted: nothing else is done in its place", async (_fact, reply, code) => {
  const pages = [["t", "other"].map((name) => ({ name, inputSchema: { type: "object" } }))];
  const calls = { t: reply, other: { result: { content: [text("done again")] } } };
  const config = { effects: { "*": "write" as const }, fallbacks: { t: ["raw/other"] } };
  const { call } = await openServers({ servers: { raw: rawServer({ pages, calls }, config) } });
  const outcome = await call("raw/t");
  expect(outcome).toMatchObject({ tool: "raw/t", status: "failed", code, mayHaveActed: true });
  expect(toOutcomeMessage(outcome, "en")).toContain(
    "raw/t answered that it failed, and a part of it may have been done",
  );
});

test("an answer of 12 MB fails alone, with the limit, and the server stays usable", async () => {
  const pages = [["big", "small"].map((name) => ({ name, inputSchema: { type: "object" } }))];
  const calls = { big: { big: 12 * 1024 * 1024 }, small: { result: { content: [text("fine")] } } };
  const { servers, call } = await openServers({ servers: { raw: rawServer({ pages, calls }) } });
  const [big, small] = await Promise.all([call("raw/big"), call("raw/small")]);
  expect(big).toMatchObject({
    status: "failed",
    code: "MCP_ANSWER_TOO_LONG",
    reason: expect.stringContaining("at most 10485760 bytes are read (`maxMessageBytes`)"),
  });
  expect(small).toMatchObject({ status: "ok", output: "fine" });
  expect(servers.state("raw")).toMatchObject({ status: "ready", generation: 1 });
});

test("pictures are left out of a result that is too long, and its texts are kept", async () => {
  const { servers } = answering({ result: { content: [text("two"), { ...image, data: "A".repeat(3000) }] } });
  const { call } = await openServers({ servers: { raw: { ...servers["raw"]!, maxResultBytes: 1000 } } });
  expect(await call("raw/t")).toMatchObject({
    status: "ok",
    output: {
      content: [
        { type: "text", text: "two" },
        { type: "image", data: "[2250 bytes, not shown]" },
      ],
      problem: "Pictures and files are left out: with them it is longer than 1000 characters.",
    },
  });
});

test("progress keeps a call alive, and is told to the run", async () => {
  const { servers } = answering({ progress: 8, everyMs: 60, result: { content: [text("done")] } });
  const { call } = await openServers({ servers: { raw: { ...servers["raw"]!, timeoutMs: 250 } } });
  const events: RunEventBody[] = [];
  expect(await call("raw/t", {}, { emit: (event) => events.push(event) })).toMatchObject({
    status: "ok",
    output: "done",
  });
  const reports = events.filter((event) => event.type === "tool-progress");
  expect(reports[0]).toEqual({
    type: "tool-progress",
    node: "desk",
    callId: "c1",
    tool: "raw/t",
    progress: 1,
    total: 8,
  });
});

test("endless progress does not hold a call for ever", async () => {
  const { servers } = answering({ progress: 1e9, everyMs: 20, result: {} });
  const { call } = await openServers({ servers: { raw: { ...servers["raw"]!, timeoutMs: 200, maxTotalMs: 500 } } });
  expect(await call("raw/t")).toMatchObject({ status: "timeout", timeoutMs: 500 });
});

test("a server that says nothing is given up, and hears that it is", async () => {
  const { servers } = answering({ hang: true });
  const opened = await openServers({ servers: { raw: { ...servers["raw"]!, timeoutMs: 100 } } });
  expect(await opened.call("raw/t")).toMatchObject({
    status: "unavailable",
    code: "MCP_UNAVAILABLE",
    reason: 'The MCP server "raw" said nothing for 100 ms.',
  });
  await heard(opened, "notifications/cancelled");
});

test("a run that is cancelled cancels the call at the server", async () => {
  const opened = await openServers(answering({ hang: true }));
  const controller = new AbortController();
  const outcome = opened.call("raw/t", {}, { signal: controller.signal });
  setImmediate(() => controller.abort());
  expect(await outcome).toMatchObject({ status: "unavailable", code: "CANCELLED" });
  await heard(opened, "notifications/cancelled");
});

/** Waits until the server has said on its stderr that it heard something. */
function heard({ servers }: Opened, what: string): Promise<void> {
  return expect.poll(() => servers.state("raw")?.stderr).toContain(`told ${what}`);
}

test("arguments reach the server as they were checked", async () => {
  const inputSchema = {
    type: "object",
    properties: { n: { type: "integer" }, unit: { type: "string", default: "km" } },
    required: ["n"],
  };
  const { call } = await openServers(answering({ echo: true }, { inputSchema }));
  expect(await call("raw/t", { n: "3" })).toMatchObject({ status: "ok", output: '{"n":3,"unit":"km"}' });
  expect(await call("raw/t", { n: "three" })).toMatchObject({ status: "invalid" });
});
