import { expect, test } from "vitest";
import { openServers, rawServer } from "./open-raw.ts";

interface Row {
  readonly fact: string;
  readonly schema: object;
  readonly input: unknown;
  /** What the server hears; absent where nothing is to reach it. */
  readonly heard?: unknown;
}

const fields = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

const rows: readonly Row[] = [
  { fact: "null for what may be left out", schema: fields({ a: { type: "string" } }), input: { a: null }, heard: {} },
  {
    fact: "null where it is one of the types",
    schema: fields({ a: { type: ["string", "null"] } }),
    input: { a: null },
    heard: { a: null },
  },
  {
    fact: "null in the way of OpenAPI",
    schema: fields({ a: { type: "string", nullable: true } }),
    input: { a: null },
    heard: { a: null },
  },
  {
    fact: "a default of null",
    schema: fields({ a: { type: ["string", "null"], default: null } }),
    input: {},
    heard: { a: null },
  },
  { fact: "no arguments at all", schema: fields({}), input: undefined, heard: {} },
  { fact: "an empty text for no arguments", schema: fields({}), input: "", heard: {} },
  { fact: "arguments as a text", schema: fields({ a: { type: "integer" } }), input: '{"a":1}', heard: { a: 1 } },
  { fact: "a number as a text", schema: fields({ a: { type: "integer" } }), input: { a: "7" }, heard: { a: 7 } },
  {
    fact: "a format that nobody knows",
    schema: fields({ a: { type: "string", format: "made-up" } }),
    input: { a: "x" },
    heard: { a: "x" },
  },
  {
    fact: "a pattern of another language",
    schema: fields({ a: { type: "string", pattern: "(?i)abc" } }),
    input: { a: "ABC" },
    heard: { a: "ABC" },
  },
  {
    fact: "a schema of draft 4",
    schema: fields(
      { a: { type: "number", minimum: 0, exclusiveMinimum: true } },
      { $schema: "http://json-schema.org/draft-04/schema#", id: "x" },
    ),
    input: { a: 1 },
    heard: { a: 1 },
  },
  { fact: "its limit", schema: fields({ a: { type: "number", minimum: 0, exclusiveMinimum: true } }), input: { a: 0 } },
  {
    fact: "a schema that holds itself",
    schema: fields({ a: { $ref: "#/$defs/A" } }, { $defs: { A: fields({ a: { $ref: "#/$defs/A" } }) } }),
    input: { a: { a: { a: {} } } },
    heard: { a: { a: { a: {} } } },
  },
  {
    fact: "names with dots, blanks and other letters",
    schema: fields({ "a.b": {}, "a b": {}, ä: {} }),
    input: { "a.b": 1, "a b": 2, ä: 3 },
    heard: { "a.b": 1, "a b": 2, ä: 3 },
  },
  { fact: "a demanded field that has no schema", schema: fields({}, { required: ["b"] }), input: {} },
  { fact: "a field that there is not", schema: fields({ a: {} }), input: { a: 1, other: 2 } },
];

test("arguments reach a server as its schema means them, whoever wrote it", async () => {
  const { call } = await openServers({
    servers: {
      raw: rawServer({
        pages: [rows.map(({ schema }, at) => ({ name: `t${at}`, inputSchema: schema }))],
        calls: Object.fromEntries(rows.map((_, at) => [`t${at}`, { echo: true } as const])),
      }),
    },
  });
  const outcomes = await Promise.all(rows.map(async ({ input }, at) => await call(`raw/t${at}`, input)));
  const seen = outcomes.map((outcome, at) => [
    rows[at]!.fact,
    outcome.status === "ok" ? (JSON.parse(String(outcome.output)) as unknown) : outcome.status,
  ]);
  expect(seen).toStrictEqual(rows.map((row) => [row.fact, "heard" in row ? row.heard : "invalid"]));
});
