import { expect, test } from "vitest";
import { z } from "zod";
import { findContractGap } from "../../src/tools/contract-gap.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";

function tool(input: z.ZodObject): AnyTool {
  return defineTool({ name: "a/b", description: "d", effect: "read", input, run: () => 1 });
}
const text = z.string();

test.each<[string, z.ZodObject, z.ZodObject]>([
  ["the same", z.object({ a: text }), z.object({ a: text })],
  ["other words", z.object({ a: text.describe("x") }), z.object({ a: text.describe("y") })],
  ["an optional field more", z.object({ a: text }), z.object({ a: text, b: text.optional() })],
  ["a field that is optional", z.object({ a: text }), z.object({ a: text.optional() })],
  ["a field with a default", z.object({ a: text }), z.object({ a: text, b: z.int().default(1) })],
  ["wider bounds", z.object({ a: z.int().min(1).max(5) }), z.object({ a: z.number().min(0).max(9) })],
  ["more choices", z.object({ a: z.enum(["x"]) }), z.object({ a: z.enum(["x", "y"]) })],
  ["any text for a choice", z.object({ a: z.enum(["x"]) }), z.object({ a: text })],
  ["null as well", z.object({ a: text }), z.object({ a: text.nullable() })],
  ["an open object", z.object({ a: text, b: text }), z.looseObject({ a: text })],
  ["lists of more", z.object({ a: z.array(z.int()) }), z.object({ a: z.array(z.number()) })],
])("proves that a fallback with %s takes every input", (_, main, fallback) => {
  expect(findContractGap(tool(main), tool(fallback))).toBeUndefined();
});

test.each<[string, z.ZodObject, z.ZodObject, string]>([
  ["a required field more", z.object({}), z.object({ a: text }), 'it requires "a"'],
  ["a field less", z.object({ a: text }), z.object({}), 'it does not know "a"'],
  ["an optional field less", z.object({ a: text.optional() }), z.object({}), 'it does not know "a"'],
  ["another type", z.object({ a: text }), z.object({ a: z.int() }), "a: it takes integer, not string"],
  ["whole numbers only", z.object({ a: z.number() }), z.object({ a: z.int() }), "a: it takes integer, not number"],
  ["fewer choices", z.object({ a: z.enum(["x", "y"]) }), z.object({ a: z.enum(["x"]) }), 'a: it does not take "y"'],
  ["a choice of texts", z.object({ a: text }), z.object({ a: z.enum(["x"]) }), "a: it takes only some values"],
  ["shorter texts", z.object({ a: text }), z.object({ a: text.max(3) }), "a: its `maxLength` is lower"],
  ["a pattern", z.object({ a: text }), z.object({ a: text.regex(/^x/) }), "a: `pattern` is not the same"],
  ["no null", z.object({ a: text.nullable() }), z.object({ a: text }), "a: it takes string, not null"],
  [
    "a check of its own",
    z.object({ a: text }),
    z.object({ a: text.refine((value) => value !== "x") }),
    "its input is checked by code of its own",
  ],
  ["closed where the first is open", z.looseObject({}), z.object({}), "it takes no other keys"],
  [
    "stricter fields where the first is open",
    z.looseObject({}),
    z.looseObject({ a: z.int().optional() }),
    "a: it takes only integer",
  ],
  [
    "items of another type",
    z.object({ a: z.array(text) }),
    z.object({ a: z.array(z.int()) }),
    "a[]: it takes integer, not string",
  ],
  [
    "a field of the object inside",
    z.object({ a: z.object({}) }),
    z.object({ a: z.object({ b: text }) }),
    'a: it requires "b"',
  ],
])("does not believe that a fallback with %s does", (_, main, fallback, gap) => {
  expect(findContractGap(tool(main), tool(fallback))).toBe(gap);
});
