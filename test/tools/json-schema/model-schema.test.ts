import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { toModelSchema } from "../../../src/tools/json-schema/model-schema.ts";

const node = { type: "object", properties: { next: { $ref: "#/$defs/Node" }, name: { type: "string" } } };

test.each<[fact: string, given: JsonObject, shown: JsonObject]>([
  [
    "puts what a reference points to in its place",
    {
      type: "object",
      properties: { q: { $ref: "#/$defs/Q", description: "asked" } },
      $defs: { Q: { type: "string", enum: ["a"] } },
    },
    { type: "object", properties: { q: { type: "string", enum: ["a"], description: "asked" } } },
  ],
  [
    "shows a part that holds itself twice",
    { type: "object", properties: { first: { $ref: "#/$defs/Node" } }, $defs: { Node: node } },
    {
      type: "object",
      properties: {
        first: {
          type: "object",
          properties: {
            next: {
              type: "object",
              properties: { next: { type: "object", properties: {} }, name: { type: "string" } },
            },
            name: { type: "string" },
          },
        },
      },
    },
  ],
  [
    "leaves out a reference that leads nowhere",
    { type: "object", properties: { a: { $ref: "#/$defs/gone", description: "A" } } },
    { type: "object", properties: { a: { description: "A" } } },
  ],
  [
    "has no options at its root, and shows the fields of all",
    {
      type: "object",
      anyOf: [
        { properties: { id: { type: "string" } }, required: ["id"] },
        { properties: { name: { type: "string" } }, required: ["name"] },
      ],
      properties: { all: { type: "boolean" } },
    },
    { type: "object", properties: { id: { type: "string" }, name: { type: "string" }, all: { type: "boolean" } } },
  ],
])("%s", (_fact, given, shown) => {
  expect(toModelSchema(given)).toEqual(shown);
});

test("keeps the references of a schema that would become too large without them", () => {
  const $defs: Record<string, JsonObject> = { d0: { type: "string" } };
  for (let depth = 1; depth < 15; depth += 1)
    $defs[`d${depth}`] = {
      type: "object",
      properties: { a: { $ref: `#/$defs/d${depth - 1}` }, b: { $ref: `#/$defs/d${depth - 1}` } },
    };
  const shown = toModelSchema({ type: "object", properties: { top: { $ref: "#/$defs/d14" } }, $defs });
  expect(shown["properties"]).toEqual({ top: { $ref: "#/$defs/d14" } });
  expect(Object.keys(shown["$defs"] as object)).toHaveLength(15);
});
