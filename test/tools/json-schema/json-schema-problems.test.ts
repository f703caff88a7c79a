import { expect, test } from "vitest";
import { jsonSchemaProblems } from "../../../src/tools/json-schema/json-schema-problems.ts";
import { patternCost } from "../../../src/tools/json-schema/pattern-cost.ts";

function problems(schema: unknown): string[] {
  return jsonSchemaProblems(schema, { root: "object" }).map(({ text }) => text.trim());
}
function nested(depth: number): object {
  let schema: object = { type: "string" };
  for (let level = 0; level < depth; level += 1) schema = { type: "object", properties: { a: schema } };
  return schema;
}

test.each<[string, unknown, readonly string[]]>([
  ["an object without anything", { type: "object" }, []],
  ["a reference within it", { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: {} } }, []],
  ["itself", { type: "object", properties: { child: { $ref: "#" } } }, []],
  ["no object", "string", ["is string, expected a JSON Schema object."]],
  ["another root", { type: "string" }, ['has the type string at its root, expected "object".']],
  [
    "a reference to the web",
    { type: "object", properties: { a: { $ref: "https://example.org/a.json" } } },
    ["at /properties/a refers to https://example.org/a.json, which is not in the schema."],
  ],
  [
    "a reference in a circle",
    { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { $ref: "#/$defs/a" } } },
    [
      "at /$defs/a refers to #/$defs/a, which is not in the schema.",
      "at /properties/a refers to #/$defs/a, which is not in the schema.",
    ],
  ],
  ["another type", { type: "object", properties: { a: { type: "date" } } }, ["at /properties/a has the type date."]],
  [
    "no pattern",
    { type: "object", properties: { a: { pattern: "(" } } },
    ["at /properties/a has the pattern (, which is none."],
  ],
  [
    "a pattern without an end",
    { type: "object", properties: { a: { pattern: "^(a+)+$" } } },
    ["at /properties/a has the pattern ^(a+)+$, which could take for ever."],
  ],
  ["no list of required keys", { type: "object", required: "a" }, ["has `required` that is no list of names."]],
  [
    "an empty choice",
    { type: "object", properties: { a: { enum: [] } } },
    ["at /properties/a has an `enum` that is no list, or empty."],
  ],
  [
    "a pattern of keys without an end",
    { type: "object", patternProperties: { "^(x+)+$": {} } },
    ["has the pattern ^(x+)+$, which could take for ever."],
  ],
  ["no type at all", { type: "object", properties: { a: { type: [] } } }, ["at /properties/a has the type []."]],
  [
    "a bound that is no number",
    { type: "object", properties: { a: { minimum: "1" } } },
    ["at /properties/a has `minimum` 1, expected a number."],
  ],
  [
    "a schema that asks itself",
    { type: "object", allOf: [{ $ref: "#" }] },
    ["asks itself about the same value: no check would end."],
  ],
  [
    "a part that asks itself",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { anyOf: [{ type: "null" }, { not: { $ref: "#/$defs/a" } }] } },
    },
    ["asks itself about the same value: no check would end."],
  ],
  [
    "a tree with options",
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { anyOf: [{ type: "null" }, { type: "array", items: { $ref: "#/$defs/a" } }] } },
    },
    [],
  ],
  ["too many levels", nested(100), ["is nested deeper than 64 levels."]],
])("finds what is wrong with %s", (_, schema, expected) => {
  expect(problems(schema).toSorted()).toEqual(expected);
});

test("ends on a schema that holds itself", () => {
  const schema: Record<string, unknown> = { type: "object" };
  schema["properties"] = { child: schema };
  expect(problems(schema)).toEqual(["is nested deeper than 64 levels."]);
});

test.each<[string, string]>([
  ["^\\d{3}-\\d+$", "linear"],
  ["(?:foo|bar)+", "linear"],
  ["^[a-z]+(\\.[a-z]+)*$", "polynomial"],
  ["([^,]+,)*", "polynomial"],
  ["^a+b*$", "polynomial"],
  ["(a|aa)+", "exponential"],
  ["(.*)*", "exponential"],
  ["(\\d+)+$", "exponential"],
  ["((a+))+", "exponential"],
  ["^(\\w+\\s?)*$", "exponential"],
  ["a".repeat(1001), "exponential"],
])("takes %s for %s", (pattern, cost) => {
  expect(patternCost(pattern)).toBe(cost);
});
