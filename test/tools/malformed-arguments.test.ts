import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toOutcomeMessage } from "../../src/tools/outcome-message.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import type { AnyTool, Effect } from "../../src/tools/tool.ts";
import { receive, receiveText } from "./malformed-call.ts";

/** A tool that answers with what it was given. */
function echo(name: string, input: z.ZodObject, effect: Effect = "read"): AnyTool {
  return defineTool({ name, description: "d", effect, input, run: (given): unknown => given });
}
/** The same contract as JSON Schema. */
function foreign(name: string, input: z.ZodObject, effect: Effect = "read"): AnyTool {
  const inputSchema = z.toJSONSchema(input, { io: "input" }) as never;
  return defineTool({ name, description: "d", effect, inputSchema, run: (given): unknown => given });
}

const shape = z.object({
  amount: z.int().optional(),
  price: z.number().optional(),
  to: z.array(z.string()).optional(),
  deep: z.boolean().optional(),
  label: z.string().min(1).optional(),
  text: z.string().optional(),
  level: z.enum(["low", "high"]).optional(),
  state: z.enum(["open", "closed"]).optional(),
  limit: z.int().min(1).optional(),
  note: z.string().nullable().optional(),
  count: z.int().nullable().optional(),
  date_time: z.iso.datetime().optional(),
  key: z.uuid().optional(),
  place: z.object({ city: z.string(), zip: z.string().optional() }).optional(),
});

type Row = readonly [what: string, text: string, given: object | string];

const rows: readonly Row[] = [
  ["a whole number as text", '{"amount":"42"}', { amount: 42 }],
  ["a negative number as text", '{"price":"-4.5"}', { price: -4.5 }],
  ["a list as text", String.raw`{"to":"[\"a@x.cn\"]"}`, { to: ["a@x.cn"] }],
  ["an object as text", String.raw`{"place":"{\"city\":\"Bern\"}"}`, { place: { city: "Bern" } }],
  ["one item in place of a list", '{"to":"a@x.cn"}', { to: ["a@x.cn"] }],
  ["several items in one text", '{"to":"a@x.cn, b@x.cn"}', "to"],
  ["truth in capitals", '{"deep":"True"}', { deep: true }],
  ["falsehood as text", '{"deep":"false"}', { deep: false }],
  ["yes for true", '{"deep":"yes"}', "deep"],
  ["1 for true", '{"deep":1}', "deep"],
  ["true for a number", '{"amount":true}', "amount"],
  ["a number with a separator", '{"amount":"1,234"}', "amount"],
  ["a fraction for a whole number", '{"amount":"4.5"}', "amount"],
  ["a hexadecimal number", '{"amount":"0x1f"}', "amount"],
  ["no number at all", '{"amount":"abc"}', "amount"],
  ["infinity", '{"price":"Infinity"}', "price"],
  ["an empty text where it cannot be", '{"label":""}', {}],
  ["an empty text where it can be", '{"text":""}', { text: "" }],
  ["an empty text for a number", '{"amount":""}', {}],
  ["the word null for a choice", '{"level":"null"}', {}],
  ["the word null in free text", '{"text":"null"}', { text: "null" }],
  ["the word null where null may be", '{"count":"null"}', { count: null }],
  ["null where it may not be", '{"limit":null}', {}],
  ["null where it may be", '{"note":null}', { note: null }],
  ["a choice in capitals", '{"state":"OPEN"}', { state: "open" }],
  ["a choice that is none", '{"state":"opened"}', "state"],
  ["a time in another zone", '{"date_time":"2026-11-30T08:00:00+08:00"}', { date_time: "2026-11-30T00:00:00Z" }],
  ["a time with a blank", '{"date_time":"2026-11-30 08:00:00Z"}', { date_time: "2026-11-30T08:00:00Z" }],
  ["a time without a zone", '{"date_time":"2026-11-30T08:00:00"}', "date_time"],
  [
    "a key in braces",
    '{"key":"{0B1D4C54-7A1E-4C1B-9D8E-2F4A6B8C0D1E}"}',
    { key: "0B1D4C54-7A1E-4C1B-9D8E-2F4A6B8C0D1E" },
  ],
  ["a name without its separator", '{"datetime":"2026-11-30T08:00:00Z"}', { date_time: "2026-11-30T08:00:00Z" }],
  ["a name in camel case", '{"dateTime":"2026-11-30T08:00:00Z"}', { date_time: "2026-11-30T08:00:00Z" }],
  ["a key that is not there", '{"text":"x","units":"c"}', "units"],
  ["a key inside that is not there", '{"place":{"city":"Bern","country":"CH"}}', "place.country"],
  ["a number inside for a text", '{"place":{"city":"Bern","zip":3000}}', { place: { city: "Bern", zip: "3000" } }],
  ["the call around its arguments", '{"arguments":{"amount":1}}', { amount: 1 }],
];

describe.each([
  ["zod", echo("f/read", shape)],
  ["JSON Schema", foreign("f/read", shape)],
])("a read with %s", (_, tool) => {
  test.each<Row>(rows)("%s", async (_what, text, given) => {
    const outcome = await receiveText(tool, text);
    expect(summary(outcome)).toEqual(typeof given === "string" ? { refused: [given] } : { given });
  });
});

/** What the tool was given, or the paths of what was wrong. */
function summary(outcome: ToolOutcome): object {
  if (outcome.status === "ok") return { given: outcome.output };
  return outcome.status === "invalid" ? { refused: outcome.issues.map((issue) => issue.path) } : outcome;
}

test("a refusal says the field, what was expected and what came", async () => {
  const outcome = await receiveText(echo("f/read", shape), '{"state":"opened"}');
  expect(toOutcomeMessage(outcome, "en")).toContain(
    '- state: expected one of "open", "closed", received string "opened". Did you mean open?',
  );
});

describe("a tool that changes something", () => {
  const input = z.object({ amount: z.int(), to: z.array(z.string()).optional(), at: z.iso.datetime().optional() });
  const write = echo("f/write", input, "write");
  test.each([
    ["types", '{"amount":"42"}', "amount"],
    ["null", '{"amount":1,"to":null}', "to"],
    ["a list of one", '{"amount":1,"to":"a"}', "to"],
    ["names", '{"Amount":1}', "amount"],
  ])("is not run on a guess at %s", async (_, text, path) => {
    const outcome = await receiveText(write, text);
    expect(outcome).toMatchObject({ status: "invalid", code: "INPUT_INVALID", attempts: 0 });
    expect(outcome.status === "invalid" && outcome.issues.map((issue) => issue.path)).toContain(path);
  });

  test.each([
    ["a fence", '```json\n{"amount":1}\n```', { amount: 1 }],
    ["a comma", '{"amount":1,}', { amount: 1 }],
    ["quotes", "{'amount':1}", { amount: 1 }],
    ["a string in a string", String.raw`"{\"amount\":1}"`, { amount: 1 }],
    ["a list in a text", String.raw`{"amount":1,"to":"[\"a\"]"}`, { amount: 1, to: ["a"] }],
    ["the same instant", '{"amount":1,"at":"2026-11-30 08:00:00+08:00"}', { amount: 1, at: "2026-11-30T00:00:00Z" }],
    ["its own call around it", '{"name":"f/write","arguments":{"amount":1}}', { amount: 1 }],
  ])("is run after a repair that says the same: %s", async (_, text, given) => {
    expect(await receiveText(write, text)).toMatchObject({ status: "ok", output: given, notes: [expect.any(String)] });
  });
});

describe("the text of the arguments", () => {
  const read = echo("f/read", z.looseObject({}));
  test.each<[string, string, object]>([
    ["a string in a string", String.raw`"{\"city\":\"上海\"}"`, { city: "上海" }],
    ["two equal objects", '{"q":"a"}{"q":"a"}', { q: "a" }],
    ["an empty text", "", {}],
    ["a fence", '```json\n{"a":1}\n```', { a: 1 }],
    ["a comma too many", '{"a":1,}', { a: 1 }],
    ["single quotes", "{'a':1}", { a: 1 }],
    ["raw line breaks", '{"a":"one\n\ttwo"}', { a: "one\n\ttwo" }],
    ["prose around it", 'Here is your JSON: {"a":1}', { a: 1 }],
    ["escapes that are none", String.raw`{"a":"C:\Users\me"}`, { a: String.raw`C:\Users\me` }],
    ["more digits than a number holds", '{"id":2512292042121000001}', { id: "2512292042121000001" }],
  ])("%s", async (_, text, given) => {
    expect(await receiveText(read, text)).toMatchObject({ status: "ok", output: given });
  });

  test.each([
    ["two different objects", '{"q":"a"}{"q":"b"}', "INPUT_UNREADABLE", "more than one JSON value"],
    ["a cut text", '{"cmd":"rm -rf /tmp/bu', "INPUT_UNREADABLE", "cut off"],
    ["backslashes of both kinds", String.raw`{"a":"C:\Users\new"}`, "INPUT_UNREADABLE", "twice"],
  ])("%s is not run", async (_, text, code, words) => {
    const outcome = await receiveText(read, text, "length");
    expect(outcome).toMatchObject({ status: "invalid", code, reason: expect.stringContaining(words) });
  });

  test("a path whose backslashes were read as escapes is not run", async () => {
    const open = echo("f/open", z.object({ path: z.string(), text: z.string().optional() }));
    expect(await receiveText(open, String.raw`{"path":"C:\temp\new"}`)).toMatchObject({
      status: "invalid",
      reason:
        "The path in path holds a tab or line break, so a backslash was not doubled. Write / or \\\\ between folders.",
    });
    expect(await receiveText(open, String.raw`{"path":"a","text":"one\ttwo"}`)).toMatchObject({ status: "ok" });
  });

  test("no arguments where some are needed name the one that is missing", async () => {
    const outcome = await receiveText(echo("f/need", z.object({ q: z.string() })), "");
    expect(outcome).toMatchObject({ issues: [{ path: "q", expected: "string", received: "nothing" }] });
  });
});

describe("the form of the call", () => {
  const read = echo("f/read", z.object({ path: z.string() }));
  const write = echo("f/write", z.object({ path: z.string() }), "write");
  test("arguments beside the name are lifted for a read, and never for a write", async () => {
    const calls = [read, write].map(({ name }) => ({ function: { name: name.replace("/", "__"), path: "a" } }));
    const { outcomes } = await receive({ tools: [read, write], calls });
    expect(outcomes[0]).toMatchObject({
      output: { path: "a" },
      notes: ["The arguments were repaired: arguments found beside the name."],
    });
    expect(outcomes[1]).toMatchObject({ status: "invalid", reason: expect.stringContaining("not run on a guess") });
  });

  test("`parameters` is another word for arguments", async () => {
    const calls = [{ function: { name: "f__write", parameters: { path: "a" } } }];
    expect((await receive({ tools: [write], calls })).outcomes).toMatchObject([
      { status: "ok", output: { path: "a" } },
    ]);
  });

  test("calls in one multi_tool_use.parallel become calls of their own, each with an id", async () => {
    const uses = [
      { recipient_name: "functions.f__read", parameters: { path: "a" } },
      { recipient_name: "functions.f__read", parameters: { path: 1 } },
    ];
    const calls = [
      { id: "p", function: { name: "multi_tool_use.parallel", arguments: JSON.stringify({ tool_uses: uses }) } },
    ];
    const received = await receive({ tools: [read], calls });
    expect(received.calls.map(({ id, name }) => [id, name])).toEqual([
      ["p_1", "f/read"],
      ["p_2", "f/read"],
    ]);
    expect(received.outcomes).toMatchObject([{ output: { path: "a" } }, { output: { path: "1" } }]);
  });

  test("calls with one id, or none, get ids of their own", async () => {
    const one = { name: "f__read", arguments: '{"path":"a"}' };
    const received = await receive({
      tools: [read],
      calls: [{ id: "x", function: one }, { id: "x", function: one }, { function: one }],
    });
    expect(new Set(received.calls.map(({ id }) => id)).size).toBe(3);
  });
});

describe("names", () => {
  const tools = [
    echo("web/search", z.object({})),
    echo("mcp/my-server_get-item", z.object({})),
    echo("pay/refund", z.object({}), "write"),
    echo("a/list", z.object({})),
    echo("b/list", z.object({})),
  ];
  test.each<[string, string, string]>([
    ["written twice", "web__searchweb__search", "web/search"],
    ["written twice in its own form", "web/searchweb/search", "web/search"],
    ["with functions. before it", "functions.web__search", "web/search"],
    ["without its namespace", "search", "web/search"],
    ["in other case", "Web//Search", "web/search"],
    ["in quotes", "`web__search`", "web/search"],
    ["with brackets", "web__search()", "web/search"],
    ["with blanks and marks that nobody sees", " web__search\u200B\n", "web/search"],
    ["with what a model wrote for itself behind it", "web__search<|channel|>commentary", "web/search"],
    ["with another server's word before it", "default_api.web__search", "web/search"],
    ["with both", "functions::web__search<|channel|>json", "web/search"],
  ])("%s", async (_, name, tool) => {
    const { outcomes } = await receive({ tools, calls: [{ function: { name, arguments: "{}" } }] });
    expect(outcomes[0]).toMatchObject({ status: "ok", tool });
    expect(outcomes[0]!.notes ?? []).toHaveLength(name === "Web//Search" ? 0 : 1);
  });

  test.each<[string, string, readonly string[] | undefined]>([
    ["a write written twice", "pay__refundpay__refund", ["pay/refund"]],
    ["a write with functions. before it", "functions.pay__refund", ["pay/refund"]],
    ["a write without its namespace", "refund", ["pay/refund"]],
    ["an ending of two tools", "list", ["a/list", "b/list"]],
    ["underscores for hyphens", "mcp_my_server_get_item", ["mcp/my-server_get-item"]],
    ["a write in quotes", '"pay__refund"', ["pay/refund"]],
    ["a write with a mark behind it", "pay__refund<|channel|>commentary", ["pay/refund"]],
    ["another word before it", "tools.web__search", ["web/search"]],
    ["a number behind it", "functions.web__search:0", ["web/search"]],
    ["two names in one", "web__search; pay__refund", ["web/search", "pay/refund"]],
    ["letters that only look alike", "w\u0435b__search", ["web/search"]],
    ["a point for the slash", "web.search", ["web/search"]],
    ["words in camel case", "webSearch", ["web/search"]],
    ["a version that is not there", "web/search@2", ["web/search"]],
    ["no name", "", undefined],
    ["a slash", "/", undefined],
    ["another name", "shell/execute_everything", undefined],
  ])("%s is not run, and the nearest are told", async (_, name, nearest) => {
    const { outcomes } = await receive({ tools, calls: [{ function: { name, arguments: "{}" } }] });
    expect(outcomes[0]).toMatchObject({
      status: "invalid",
      code: "TOOL_NOT_FOUND",
      ...(nearest && { nearest }),
    });
  });
});
