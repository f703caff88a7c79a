import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { fitForServers } from "../../../src/tools/json-schema/fit-for-servers.ts";

test.each<[fact: string, given: JsonObject, shown: JsonObject]>([
  [
    "a list without items may hold anything",
    { type: "object", properties: { to: { type: "array" } } },
    { type: "object", properties: { to: { type: "array", items: {} } } },
  ],
  [
    "a tuple is a list of what stands in it",
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
    { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
  ],
  [
    "a tuple in the old words, with a rest",
    { type: ["array", "null"], items: [{ type: "string" }], additionalItems: false },
    { type: ["array", "null"], items: { anyOf: [{ type: "string" }] } },
  ],
  ["an object without properties says so", { type: "object" }, { type: "object", properties: {} }],
  [
    "`{}` for other keys is true",
    { type: "object", properties: {}, additionalProperties: {} },
    { type: "object", properties: {}, additionalProperties: true },
  ],
  [
    "true and false as schemas",
    { type: "object", properties: { any: true, none: false } },
    { type: "object", properties: { any: {} } },
  ],
  [
    "a required field that nothing describes is shown, and once",
    { type: "object", required: ["q", "q"] },
    { type: "object", properties: { q: {} }, required: ["q"] },
  ],
  [
    "nothing required is not said",
    { type: "object", properties: {}, required: [] },
    { type: "object", properties: {} },
  ],
  [
    "a format that servers do not know is told in words",
    { type: "string", format: "uri", description: "The page." },
    { type: "string", description: "The page. Format: uri." },
  ],
  [
    "the same without a description",
    { type: "integer", format: "int64" },
    { type: "integer", description: "Format: int64." },
  ],
  ["a format that they know stays", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
  [
    "names and notes of the schema are left out, at every depth",
    { $schema: "x", $id: "y", type: "object", properties: { a: { $comment: "z", type: "string" } } },
    { type: "object", properties: { a: { type: "string" } } },
  ],
  [
    "inside options too",
    { anyOf: [{ type: "array" }, { type: "string", format: "uri" }] },
    {
      anyOf: [
        { type: "array", items: {} },
        { type: "string", description: "Format: uri." },
      ],
    },
  ],
])("%s", (_fact, given, shown) => {
  expect(fitForServers(given)).toEqual(shown);
});
