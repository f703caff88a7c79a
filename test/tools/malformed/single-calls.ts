import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { exportedNames, toOpenAiTools } from "../../../src/tools/export-tools.ts";
import { lintTool } from "../../../src/tools/lint-tool.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import type { AnyTool, Effect } from "../../../src/tools/tool.ts";
import { receive, receiveText } from "../malformed-call.ts";

/** Its number, what is wrong, what is done with it, and what becomes of it. */
export type MalformedRow = readonly [no: number, what: string, act: () => Promise<unknown>, becomes: unknown];

/** A tool that answers with what it was given. */
function echo(name: string, input: z.ZodObject, effect: Effect = "read"): AnyTool {
  return defineTool({ name, description: "d", effect, input, run: (given): unknown => given });
}

const read = echo(
  "f/read",
  z.object({
    amount: z.int().optional(),
    to: z.array(z.string()).optional(),
    deep: z.boolean().optional(),
    label: z.string().regex(/^\w+$/).optional(),
    text: z.string().optional(),
    path: z.string().optional(),
    level: z.enum(["low", "high"]).optional(),
    state: z.enum(["open", "closed"]).optional(),
    unit: z.string().optional(),
  }),
);
const write = echo("f/write", z.object({ path: z.string() }), "write");
const list = echo("f/list", z.object({ limit: z.int().min(1).default(10) }));
const none = echo("f/none", z.object({}));
const open = echo("f/open", z.looseObject({}));
const search = echo("web/search", z.object({}));
const refund = echo("pay/refund", z.object({}), "write");
const names = [search, refund, echo("mcp/my-server_get-item", z.object({})), echo("a/list", z.object({}))];

/** What the tool was given, and whether it was told that something was mended; or how and where the call was refused. */
function end(outcome: ToolOutcome): object {
  if (outcome.status === "ok") return { given: outcome.output, flagged: outcome.notes !== undefined };
  if (outcome.status !== "invalid") return outcome;
  const { code, issues, nearest } = outcome;
  const near = [...issues.flatMap((issue) => issue.nearest ?? []), ...(nearest ?? [])];
  return { refused: code, at: issues.map(({ path }) => path), ...(near.length > 0 && { near }) };
}

/** One call for each text. */
const texts =
  (tool: AnyTool, ...sent: readonly string[]) =>
  async (): Promise<object[]> =>
    Promise.all(sent.map(async (text) => end(await receiveText(tool, text))));
/** One call for each name, without arguments. */
const called =
  (...sent: readonly string[]) =>
  async (): Promise<object[]> => {
    const { outcomes } = await receive({
      tools: names,
      calls: sent.map((name) => ({ function: { name, arguments: "{}" } })),
    });
    return outcomes.map((outcome) =>
      outcome.status === "ok" ? { ...end(outcome), tool: outcome.tool } : end(outcome),
    );
  };
const mended = (given: object): object => ({ given, flagged: true });
const wrong = (...at: readonly string[]): object => ({ refused: "INPUT_INVALID", at });
const unreadable = { refused: "INPUT_UNREADABLE", at: [] };
const rewritten = (tool: string): object => ({ ...mended({}), tool });
const notFound = (...nearest: readonly string[]): object => ({ refused: "TOOL_NOT_FOUND", at: [], near: nearest });

const uses = ["a", "b"].map((text) => ({ recipient_name: "functions.f__read", parameters: { text } }));

/** The code of what is thrown; else what is given. */
export function codeThrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
}

/** The malformed calls that one call shows. */
export const singleCalls: readonly MalformedRow[] = [
  [1, "a number as text", texts(read, '{"amount":"42"}'), [mended({ amount: 42 })]],
  [
    2,
    "a list as text",
    texts(read, String.raw`{"to":"[\"a@x.cn\"]"}`, '{"text":"[1]"}'),
    [mended({ to: ["a@x.cn"] }), { given: { text: "[1]" }, flagged: false }],
  ],
  [3, "a text in a text", texts(read, String.raw`"{\"text\":\"上海\"}"`), [mended({ text: "上海" })]],
  [
    4,
    "an object twice",
    texts(read, '{"text":"a"}{"text":"a"}', '{"text":"a"}{"text":"b"}'),
    [mended({ text: "a" }), unreadable],
  ],
  [
    5,
    "a name twice",
    called("web_searchweb_search", "web__searchweb__find", "pay__refundpay__refund"),
    [rewritten("web/search"), notFound("web/search"), notFound("pay/refund")],
  ],
  [
    6,
    "an empty text",
    async () => [...(await texts(none, "")()), ...(await texts(write, "")())],
    [{ given: {}, flagged: false }, wrong("path")],
  ],
  [
    7,
    "backslashes that are not doubled",
    texts(
      read,
      String.raw`{"path":"C:\Users\me"}`,
      String.raw`{"path":"C:\temp\new"}`,
      String.raw`{"path":"C:\Users\new"}`,
    ),
    [mended({ path: String.raw`C:\Users\me` }), wrong(), unreadable],
  ],
  [
    8,
    "arguments beside the name",
    async () => {
      const calls = [read, write].map(({ name }) => ({ function: { name: name.replace("/", "__"), path: "a" } }));
      const { outcomes } = await receive({ tools: [read, write], calls });
      return [...outcomes.map(end), ...(await texts(read, '{"name":"f/read","path":"a"}')())];
    },
    [mended({ path: "a" }), wrong(), mended({ path: "a" })],
  ],
  [
    9,
    "parameters for arguments",
    async () => {
      const calls = [{ function: { name: "f__write", parameters: { path: "a" } } }];
      const { outcomes } = await receive({ tools: [write], calls });
      return [...outcomes.map(end), ...(await texts(write, '{"name":"f/write","parameters":{"path":"a"}}')())];
    },
    [mended({ path: "a" }), mended({ path: "a" })],
  ],
  [10, "a fence", texts(read, '```json\n{"text":"a"}\n```'), [mended({ text: "a" })]],
  [
    11,
    "a comma too many, single quotes",
    texts(read, '{"amount":1,}', "{'amount':1}"),
    [mended({ amount: 1 }), mended({ amount: 1 })],
  ],
  [
    12,
    "a text that was cut off",
    async () => [
      end(await receiveText(open, '{"cmd":"rm -rf /tmp/bu', "length")),
      ...(await texts(open, '{"cmd":"x"')()),
    ],
    [unreadable, unreadable],
  ],
  [13, "raw line breaks and tabs", texts(read, '{"text":"one\n\ttwo"}'), [mended({ text: "one\n\ttwo" })]],
  [
    14,
    "truth in other words",
    texts(read, '{"deep":"True"}', '{"deep":"yes"}', '{"deep":"1"}'),
    [mended({ deep: true }), wrong("deep"), wrong("deep")],
  ],
  [15, "falsehood as text", texts(read, '{"deep":"false"}'), [mended({ deep: false })]],
  [
    16,
    "numbers that are none",
    texts(read, '{"amount":"1,234"}', '{"amount":"4.5"}'),
    [wrong("amount"), wrong("amount")],
  ],
  [
    17,
    "an empty text where it cannot be",
    texts(read, '{"label":""}', '{"text":""}'),
    [mended({}), { given: { text: "" }, flagged: false }],
  ],
  [
    18,
    "the word null",
    texts(read, '{"level":"null"}', '{"text":"null"}'),
    [mended({}), { given: { text: "null" }, flagged: false }],
  ],
  [
    19,
    "null for a number",
    async () => [...(await texts(read, '{"amount":null}')()), ...(await texts(list, '{"limit":null}')())],
    [mended({}), mended({ limit: 10 })],
  ],
  [
    20,
    "a choice otherwise",
    texts(read, '{"state":"OPEN"}', '{"state":"opened"}'),
    [mended({ state: "open" }), { ...wrong("state"), near: ["open"] }],
  ],
  [21, "a key too many", texts(read, '{"text":"x","units":"c"}'), [{ ...wrong("units"), near: ["unit"] }]],
  [22, "- as _", called("mcp_my_server_get_item"), [notFound("mcp/my-server_get-item")]],
  [
    23,
    "functions. before the name",
    called("functions.web__search", "functions.pay__refund"),
    [rewritten("web/search"), notFound("pay/refund")],
  ],
  [24, "a name without its namespace", called("search", "refund"), [rewritten("web/search"), notFound("pay/refund")]],
  [
    25,
    "a name in another way of writing",
    async () => [
      ...(await called("Refund", "MyServerGetItem")()),
      lintTool({ ...search, name: "web/get-Item", description: "Search the web. Use it for news." }).map(
        ({ code }) => code,
      ),
    ],
    [notFound("pay/refund"), notFound("mcp/my-server_get-item"), ["TOOL_NAME_STYLE"]],
  ],
  [
    26,
    "several calls in one",
    async () => {
      const given = { name: "multi_tool_use.parallel", arguments: JSON.stringify({ tool_uses: uses }) };
      const { calls, outcomes } = await receive({ tools: [read], calls: [{ id: "p", function: given }] });
      return [calls.map(({ id }) => id), outcomes.map(end)];
    },
    [
      ["p_1", "p_2"],
      [mended({ text: "a" }), mended({ text: "b" })],
    ],
  ],
  [
    27,
    "one id for two calls, and none",
    async () => {
      const given = { name: "f__read", arguments: '{"text":"a"}' };
      const calls = [{ id: "x", function: given }, { id: "x", function: given }, { function: given }];
      return new Set((await receive({ tools: [read], calls })).calls.map(({ id }) => id)).size;
    },
    3,
  ],
  [
    31,
    "more digits than a number holds",
    texts(open, '{"id":2512292042121000001}'),
    [mended({ id: "2512292042121000001" })],
  ],
  [
    33,
    "names that servers refuse",
    async () => {
      const tools = [search, echo(`files/${"x".repeat(100)}`, z.object({})), echo("files/x-y", z.object({}))];
      const exported = toOpenAiTools(tools).map((tool) => tool.function.name);
      const back = exportedNames(tools);
      return exported.map((name, index) => /^[a-zA-Z0-9_-]{1,64}$/.test(name) && back.get(name) === tools[index]!.name);
    },
    [true, true, true],
  ],
  [
    34,
    "schemas that servers refuse",
    async () => {
      const at = { type: "string", format: "uri" };
      const inputSchema = {
        type: "object",
        anyOf: [{ type: "object", properties: { at } }, { type: "object" }],
        additionalProperties: {},
      };
      const foreign = { name: "f/foreign", description: "d", effect: "read", run: () => 1 } as const;
      const shown = toOpenAiTools([defineTool({ ...foreign, inputSchema })])[0]!.function.parameters;
      const refuse = (): unknown => defineTool({ ...foreign, inputSchema: { $ref: "https://example.com/s.json" } });
      return [shown, codeThrownBy(refuse)];
    },
    [{ type: "object", properties: { at: { type: "string", description: "Format: uri." } } }, "TOOL_DEFINITION"],
  ],
];
