import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import type { AnyTool, Effect } from "../../src/tools/tool.ts";
import { receive } from "./malformed-call.ts";

const shape = z.object({
  amount: z.int().optional(),
  price: z.number().optional(),
  to: z.array(z.string()).optional(),
  deep: z.boolean().optional(),
  label: z.string().min(1).optional(),
  text: z.string().optional(),
  level: z.enum(["low", "high"]).optional(),
  day: z.iso.date().optional(),
  date_time: z.iso.datetime().optional(),
  email: z.email().optional(),
  size: z.literal([1, 2, 3]).optional(),
  place: z.object({ city: z.string() }).optional(),
  items: z.array(z.object({ sku: z.string(), qty: z.int() })).optional(),
  tags: z.record(z.string(), z.string()).optional(),
  pos: z.tuple([z.number(), z.number()]).optional(),
  pick: z.union([z.string(), z.number()]).optional(),
});

function echo(name: string, effect: Effect, input: z.ZodObject = shape): AnyTool {
  return defineTool({ name, description: "d", effect, input, run: (given): unknown => given });
}
const read = echo("f/read", "read");
const write = echo("f/write", "write");

/** What both tools were given, what the read alone was given, or the paths and the code of a refusal of both. */
type Row = readonly [what: string, text: string, end: { both: object } | { read: object } | { refused: string }];

const rows: readonly Row[] = [
  ["a number in blanks", '{"amount":"42 "}', { read: { amount: 42 } }],
  ["a number with a plus", '{"amount":"+42"}', { refused: "amount" }],
  ["a number with a zero before it", '{"amount":"042"}', { refused: "amount" }],
  ["a whole number written as a fraction", '{"amount":42.0}', { both: { amount: 42 } }],
  ["an exponent for a whole number", '{"amount":"4e2"}', { refused: "amount" }],
  ["wide digits", '{"amount":"４２"}', { refused: "amount" }],
  ["a list of one for a number", '{"amount":[42]}', { refused: "amount" }],
  ["an object around a number", '{"amount":{"value":42}}', { refused: "amount" }],
  ["a currency", '{"price":"$4.50"}', { refused: "price" }],
  ["a comma for the point", '{"price":"4,50"}', { refused: "price" }],
  ["more digits than a number holds, for a number", '{"amount":9007199254740993}', { refused: "amount" }],
  ["an object with numbers for keys", '{"to":{"0":"a"}}', { refused: "to" }],
  ["null inside a list", '{"to":["a",null]}', { refused: "to.1" }],
  ["a number inside a list of texts", '{"to":["a",1]}', { read: { to: ["a", "1"] } }],
  ["an empty list as text", '{"to":"[]"}', { both: { to: [] } }],
  ["a list without quotes as text", '{"to":"[a, b]"}', { refused: "to" }],
  ["a list in a list", '{"to":[["a"]]}', { refused: "to.0" }],
  ["falsehood in blanks", '{"deep":" false "}', { read: { deep: false } }],
  ["0 for false", '{"deep":0}', { refused: "deep" }],
  ["on for true", '{"deep":"on"}', { refused: "deep" }],
  ["a choice with a full stop", '{"level":"High."}', { refused: "level" }],
  ["the beginning of a choice", '{"level":"hi"}', { refused: "level" }],
  ["two choices", '{"level":"low|high"}', { refused: "level" }],
  ["a list with a choice", '{"level":["high"]}', { refused: "level" }],
  ["a number as text among choices of numbers", '{"size":"2"}', { read: { size: 2 } }],
  ["a truth value for a text", '{"text":true}', { refused: "text" }],
  ["an object for a text", '{"text":{"a":1}}', { refused: "text" }],
  ["blanks where something must stand", '{"label":"  "}', { both: { label: "  " } }],
  ["a day for a time", '{"date_time":"2026-11-30"}', { refused: "date_time" }],
  ["seconds for a time", '{"date_time":"1764460800"}', { refused: "date_time" }],
  ["a word for a time", '{"date_time":"yesterday"}', { refused: "date_time" }],
  ["a time for a day", '{"day":"2026-11-30T00:00:00Z"}', { refused: "day" }],
  ["a day that is none", '{"day":"2026-11-31"}', { refused: "day" }],
  ["month before day", '{"day":"11/30/2026"}', { refused: "day" }],
  ["a day in Chinese", '{"day":"2026年11月3日"}', { both: { day: "2026-11-03" } }],
  ["blanks around an address", '{"email":" a@x.cn "}', { both: { email: "a@x.cn" } }],
  ["a name before an address", '{"email":"A <a@x.cn>"}', { refused: "email" }],
  ["a text for an object", '{"place":"Bern"}', { refused: "place" }],
  ["a key with a path in it", '{"place.city":"Bern"}', { refused: "place.city" }],
  ["one object for a list of objects", '{"items":{"sku":"a","qty":1}}', { read: { items: [{ sku: "a", qty: 1 }] } }],
  ["a number as text deep inside", '{"items":[{"sku":"a","qty":"2"}]}', { read: { items: [{ sku: "a", qty: 2 }] } }],
  ["half an object deep inside", '{"items":[{"sku":"a"}]}', { refused: "items.0.qty" }],
  ["pairs for a record", '{"tags":[["a","b"]]}', { refused: "tags" }],
  ["a pair as text", '{"pos":"[1,2]"}', { both: { pos: [1, 2] } }],
  ["a truth value where a text or a number is wanted", '{"pick":true}', { refused: "pick" }],
  ["one field under two names", '{"Amount":1,"amount":2}', { refused: "Amount" }],
  ["a key in quotes", String.raw`{"\"amount\"":1}`, { refused: '"amount"' }],
  ["a slip in a key", '{"ammount":1}', { refused: "ammount" }],
  ["a key twice, with two values", '{"amount":1,"amount":2}', { refused: "" }],
  ["a key twice, with one", '{"amount":1,"amount":1}', { both: { amount: 1 } }],
  ["keys that every object has", '{"__proto__":{"amount":1}}', { refused: "__proto__" }],
  ["a confirmation that the model gives itself", '{"confirmed":true}', { refused: "confirmed" }],
  ["arguments inside `input`", '{"input":{"amount":1}}', { read: { amount: 1 } }],
  ["arguments of another tool", '{"name":"f/other","arguments":{"amount":1}}', { refused: "name" }],
  ["the schema itself", '{"type":"object","properties":{}}', { refused: "type" }],
  ["a list around the object", '[{"amount":1}]', { refused: "" }],
  ["null", "null", { refused: "" }],
  ["a query", "amount=1&deep=true", { refused: "" }],
  ["YAML", "amount: 1\ndeep: true", { refused: "" }],
  ["keys without quotes", "{amount:1}", { both: { amount: 1 } }],
  ["curly quotes", "{“text”:“hi”}", { both: { text: "hi" } }],
  ["quotes within quotes", '{"text":"say "hi""}', { refused: "" }],
  ["Python's words", '{"deep":True}', { both: { deep: true } }],
  ["comments", '{"amount":1 /* one */}', { both: { amount: 1 } }],
  ["a brace too many", '{"amount":1}}', { both: { amount: 1 } }],
  ["a brace too few", '{"amount":1', { refused: "" }],
  ["two commas", '{"amount":1,,"deep":true}', { refused: "" }],
  ["no comma", '{"amount":1 "deep":true}', { refused: "" }],
  ["a hexadecimal number", '{"amount":0x1f}', { refused: "" }],
  ["an end mark of the model", '{"amount":1}<|im_end|>', { both: { amount: 1 } }],
  ["a mark at the beginning of the file", '\uFEFF{"amount":1}', { both: { amount: 1 } }],
  ["three dots", '{"text":"a"... }', { refused: "" }],
];

test.each(rows)("%s", async (_what, text, end) => {
  const calls = [read, write].map(({ name }) => ({ function: { name: name.replace("/", "__"), arguments: text } }));
  const { outcomes } = await receive({ tools: [read, write], calls });
  const [ofRead, ofWrite] = outcomes.map(summary);
  const somewhere: unknown = expect.any(String);
  const refused = { refused: "refused" in end ? end.refused : somewhere };
  expect({ ofRead, ofWrite }).toEqual({
    ofRead: "refused" in end ? refused : { given: "both" in end ? end.both : end.read },
    ofWrite: "both" in end ? { given: end.both } : refused,
  });
});

/** What the tool was given, or the first path that was wrong; none for a text that could not be read. */
function summary(outcome: ToolOutcome): object {
  if (outcome.status === "ok") return { given: outcome.output };
  return outcome.status === "invalid" ? { refused: outcome.issues[0]?.path ?? "" } : outcome;
}
