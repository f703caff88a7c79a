import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/base/json.ts";
import { jsonSchemaProblems } from "../../../src/tools/json-schema/json-schema-problems.ts";
import { jsonValidator } from "../../../src/tools/json-schema/json-validator.ts";
import { openSchema, prepareSchema } from "../../../src/tools/json-schema/prepare-schema.ts";

const keywords =
  "type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format " +
  "items prefixItems additionalItems unevaluatedItems contains minContains maxContains minItems maxItems uniqueItems " +
  "properties patternProperties additionalProperties unevaluatedProperties propertyNames required minProperties " +
  "maxProperties dependencies dependentRequired dependentSchemas allOf anyOf oneOf not if then else $ref $defs " +
  "definitions $id id $schema $anchor $async $comment $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor " +
  "$vocabulary nullable default title discriminator contentEncoding deprecated readOnly examples";
const values: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  "",
  "a",
  "#",
  "#a",
  "#/",
  "#/properties/a",
  "string",
  "http://localhost/x",
  [],
  [1],
  ["a"],
  ["a", "a"],
  [{}],
  [{ type: "string" }, true],
  {},
  { a: 1 },
  { a: {} },
  { a: ["b"] },
  { a: true },
  { "(": {} },
  { type: "nope" },
];

test.each(keywords.split(" "))("a schema with any value of %s is refused, or can be used", async (keyword) => {
  for (const value of values) {
    const inner: JsonObject = { [keyword]: value };
    const plain: JsonObject = { type: "object", properties: { a: inner } };
    for (const schema of [plain, { type: "object", properties: { a: {} }, ...inner }]) {
      if (jsonSchemaProblems(schema, { root: "object" }).length > 0) continue;
      for (const prepared of [prepareSchema(schema), openSchema(schema)]) {
        const made = await Promise.resolve(jsonValidator(prepared)).catch((error: unknown) => error);
        expect([JSON.stringify(schema), made]).toEqual([JSON.stringify(schema), expect.any(Function)]);
      }
    }
  }
});
