import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { mendSchema } from "../../../src/tools/json-schema/mend-schema.ts";

const deep = Array.from({ length: 80 }).reduce<JsonObject>((inner) => ({ properties: { a: inner } }), {});

test.each<[fact: string, given: JsonObject, schema: JsonObject, notes: readonly string[]]>([
  ["leaves a sound schema as it is", { type: "object", properties: {} }, { type: "object", properties: {} }, []],
  ["adds the type that was forgotten", { properties: { a: {} } }, { type: "object", properties: { a: {} } }, []],
  ["takes the object out of several types", { type: ["object", "null"] }, { type: "object" }, []],
  [
    "calls without the check of a reference that leads nowhere",
    { type: "object", properties: { a: { $ref: "#/$defs/gone", description: "A" }, b: { type: "string" } } },
    { type: "object", properties: { a: { description: "A" }, b: { type: "string" } } },
    ["has an unusable `$ref`: #/$defs/gone"],
  ],
  [
    "fetches no reference of the network",
    { type: "object", properties: { a: { $ref: "http://127.0.0.1:1/canary" } } },
    { type: "object", properties: { a: {} } },
    ["has an unusable `$ref`: http://127.0.0.1:1/canary"],
  ],
  [
    "drops a pattern that could take for ever",
    { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } },
    { type: "object", properties: { a: { type: "string" } } },
    ["has an unusable `pattern`: ^(a+)+$"],
  ],
  [
    "drops keywords that are none",
    { type: "object", required: "a", properties: { a: { type: "text", minLength: -1, enum: [] } } },
    { type: "object", properties: { a: {} } },
    [
      "has an unusable `required`: a",
      "has an unusable `minLength`: -1",
      "has an unusable `type`: text",
      "has an unusable `enum`: []",
    ],
  ],
  [
    "takes any object where the root is a text",
    { type: "string" },
    { type: "object", additionalProperties: true },
    ["takes string in place of an object of arguments"],
  ],
  [
    "takes any object where it is too deep",
    deep,
    { type: "object", additionalProperties: true },
    ["is nested deeper than 64 levels"],
  ],
  [
    "takes any object where no check would end",
    { type: "object", allOf: [{ $ref: "#" }] },
    { type: "object", additionalProperties: true },
    ["asks itself about the same value: no check would end"],
  ],
])("%s", (_fact, given, schema, notes) => {
  expect(mendSchema(given, { root: "object" })).toEqual({ schema, notes });
});
