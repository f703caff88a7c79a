import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toInputSchema } from "../../src/tools/input-schema.ts";
import type { AnyTool } from "../../src/tools/tool.ts";

function tool(input: z.ZodObject): AnyTool {
  return defineTool({ name: "a/b", description: "d", effect: "read", input, run: () => null });
}

test("closes every object, keeps descriptions, and leaves fields with a default optional", () => {
  const input = z.object({
    city: z.string().describe("In English."),
    days: z.int().min(1).max(7).default(1),
    places: z.array(z.object({ name: z.string(), area: z.object({}).optional() })),
  });
  expect(toInputSchema(tool(input))).toEqual({
    type: "object",
    properties: {
      city: { type: "string", description: "In English." },
      days: { type: "integer", minimum: 1, maximum: 7, default: 1 },
      places: {
        type: "array",
        items: {
          type: "object",
          properties: {
            name: { type: "string" },
            area: { type: "object", properties: {}, additionalProperties: false },
          },
          required: ["name"],
          additionalProperties: false,
        },
      },
    },
    required: ["city", "places"],
    additionalProperties: false,
  });
});

test("leaves loose objects, catchalls and parts of an intersection open", () => {
  const both = z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }));
  const schema = toInputSchema(tool(z.looseObject({ extra: z.object({}).catchall(z.string()), both })));
  expect(schema).toMatchObject({
    additionalProperties: {},
    properties: { extra: { additionalProperties: { type: "string" } } },
  });
  expect(JSON.stringify(schema["properties"])).not.toContain("false");
});

test("writes a recursive schema by reference", () => {
  const Tree = z.object({
    name: z.string(),
    get children() {
      return z.array(Tree);
    },
  });
  expect(toInputSchema(tool(Tree))).toMatchObject({ properties: { children: { items: { $ref: "#" } } } });
});

test("is made once per tool", () => {
  const known = tool(z.object({}));
  expect(toInputSchema(known)).toBe(toInputSchema(known));
});

test("refuses types that JSON does not have, naming the tool", () => {
  expect(() => toInputSchema(tool(z.object({ at: z.date() })))).toThrow(
    expect.objectContaining({
      code: "TOOL_SCHEMA",
      message: 'The input of tool "a/b" cannot be written as JSON Schema.',
    }),
  );
});
