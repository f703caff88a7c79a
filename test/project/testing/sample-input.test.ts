import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { sampleInput } from "../../../src/project/testing/sample-input.ts";

const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

test.each<[string, JsonObject, readonly unknown[], JsonObject]>([
  ["nothing", { type: "object" }, [], {}],
  ["a text long enough", object({ a: { type: "string", minLength: 3 } }), [], { a: "xxx" }],
  ["the first of a choice", object({ a: { enum: ["u", "v"] }, b: { const: 7 } }), [], { a: "u", b: 7 }],
  [
    "a number above its bound",
    object({ a: { type: "number", exclusiveMinimum: 4 }, b: { type: "integer", minimum: 2 } }),
    [],
    { a: 5, b: 2 },
  ],
  [
    "lists, objects and choices",
    object({
      a: { type: "array", minItems: 1, items: { type: "boolean" } },
      b: object({ c: { type: "null" } }),
      d: { anyOf: [{ type: "string" }] },
    }),
    [],
    { a: [true], b: { c: null }, d: "x" },
  ],
  [
    "a default, an example and a format",
    object({ a: { default: 3 }, b: { type: "string", examples: ["u"] }, c: { type: "string", format: "date" } }),
    [],
    { a: 3, b: "u", c: "2026-05-01" },
  ],
  [
    "what was seen under the name",
    object({ id: { type: "string" }, n: { type: "integer" } }),
    [{ id: "P-1" }, { order: { n: 3, id: "P-2" } }],
    { id: "P-1", n: 3 },
  ],
  [
    "not what does not fit",
    object({ id: { type: "string" }, kind: { enum: ["a"] } }),
    [{ id: 7, kind: "z" }],
    { id: "x", kind: "a" },
  ],
  ["no optional field", { type: "object", properties: { a: { type: "string" } } }, [{ a: "seen" }], {}],
])("takes %s", (_what, schema, seen, sample) => {
  expect(sampleInput(schema, seen)).toEqual(sample);
});
