import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { checkJson } from "../../../src/tools/json-schema/check-json.ts";
import { toModelSchema } from "../../../src/tools/json-schema/model-schema.ts";
import { prepareSchema } from "../../../src/tools/json-schema/prepare-schema.ts";

async function check(schema: JsonObject, value: unknown): Promise<object> {
  const checked = await checkJson(value, { schema: prepareSchema({ type: "object", ...schema }), locale: "en" });
  return checked.valid ? { value: checked.value } : { issues: checked.issues };
}

describe("a JSON Schema contract", () => {
  test("coerces nothing", async () => {
    expect(await check({ properties: { n: { type: "integer" } } }, { n: "1" })).toEqual({
      issues: [{ path: "n", expected: "integer", received: 'string "1"' }],
    });
  });

  test("fills in defaults on a copy", async () => {
    const given = { in: {} };
    const schema = { properties: { in: { type: "object", properties: { n: { type: "integer", default: 3 } } } } };
    expect(await check(schema, given)).toEqual({ value: { in: { n: 3 } } });
    expect(given).toEqual({ in: {} });
  });

  test.each<[string, JsonObject, unknown, object]>([
    [
      "unknown keys with the known ones",
      { properties: { city: {} } },
      { citi: 1 },
      { path: "citi", expected: "no key but city", received: "number 1", nearest: ["city"] },
    ],
    ["keys of a tool without any", {}, { a: 1 }, { path: "a", expected: "no keys", received: "number 1" }],
    [
      "missing keys with their type",
      { properties: { a: { type: "string" } }, required: ["a"] },
      {},
      { path: "a", expected: "string", received: "nothing" },
    ],
    [
      "other choices with the allowed ones",
      { properties: { a: { enum: ["open", "closed"] } } },
      { a: "opened" },
      { path: "a", expected: 'one of "open", "closed"', received: 'string "opened"', nearest: ["open"] },
    ],
    [
      "a wrong format",
      { properties: { a: { type: "string", format: "date" } } },
      { a: "2026-02-30" },
      { path: "a", expected: "text in the format date, such as 2026-11-30", received: 'string "2026-02-30"' },
    ],
    [
      "an unknown key deep in a schema that holds itself",
      { properties: { a: { $ref: "#" } } },
      { a: { a: { b: 1 } } },
      { path: "a.a.b", expected: "no key but a", received: "number 1", nearest: ["a"] },
    ],
    [
      "a bound that does not belong",
      { properties: { a: { minimum: 1, exclusiveMinimum: true } } },
      { a: 1 },
      { path: "a", expected: "> 1", received: "number 1" },
    ],
    [
      "numbers out of bounds",
      { properties: { a: { type: "number", maximum: 3 } } },
      { a: 4 },
      { path: "a", expected: "<= 3", received: "number 4" },
    ],
  ])("refuses %s", async (_, schema, value, issue) => {
    expect(await check(schema, value)).toEqual({ issues: [issue] });
  });

  test.each<[string, JsonObject, unknown]>([
    ["null where it is nullable", { properties: { a: { type: "string", nullable: true } } }, { a: null }],
    ["other keys where they are opened", { additionalProperties: true, properties: {} }, { a: 1 }],
    ["an object without properties as a map", { properties: { a: { type: "object" } } }, { a: { b: 1 } }],
    ["keys from all parts", { properties: { a: {} }, allOf: [{ properties: { b: {} } }] }, { a: 1, b: 2 }],
    ["64 bits as digits", { properties: { a: { type: "integer", format: "int64" } } }, { a: "9223372036854775807" }],
    ["itself within itself", { properties: { a: { $ref: "#" } } }, { a: { a: { a: {} } } }],
    ["above a bound of draft 4", { properties: { a: { minimum: 1, exclusiveMinimum: true } } }, { a: 1.5 }],
    ["an old tuple", { properties: { a: { type: "array", items: [{ type: "string" }] } } }, { a: ["x"] }],
  ])("accepts %s", async (_, schema, value) => {
    expect(await check(schema, value)).toEqual({ value });
  });

  test("a text that a slow pattern would hold up does not match", async () => {
    const schema = { properties: { a: { type: "string", pattern: "^[a-z]+(\\.[a-z]+)*$" } } };
    expect(await check(schema, { a: "a".repeat(2000) })).toHaveProperty("value");
    expect(await check(schema, { a: "a".repeat(2001) })).toHaveProperty("issues");
  });

  test("a schema that cannot be compiled refuses every value", async () => {
    expect(await check({ properties: { a: { minimum: "x" as never } } }, {})).toHaveProperty("issues");
  });
});

test("a model is told of options at the root as one object", () => {
  const schema = {
    type: "object",
    oneOf: [
      { properties: { id: { type: "string" } }, required: ["id"] },
      { properties: { name: { type: "string" } }, required: ["name"] },
    ],
  };
  expect(toModelSchema(schema)).toEqual({
    type: "object",
    properties: { id: { type: "string" }, name: { type: "string" } },
  });
  expect(toModelSchema({ type: "object", properties: { a: { type: "object", additionalProperties: {} } } })).toEqual({
    type: "object",
    properties: { a: { type: "object", properties: {}, additionalProperties: true } },
  });
});
