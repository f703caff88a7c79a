import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { Tool, ToolContext } from "../../src/tools/tool.ts";

const base = { name: "a/b", description: "d", effect: "read" } as const;
const input = z.object({});
const output = z.object({ at: z.string() });
const run = (): null => null;

describe("defineTool infers", () => {
  test("what run is given from input, and what the tool gives from output", () => {
    const tool = defineTool({
      ...base,
      input: z.object({ id: z.string(), days: z.int().default(1) }),
      output: z.object({ at: z.iso.datetime(), note: z.string().default("") }),
      run: (given, context) => {
        expectTypeOf(given).toEqualTypeOf<{ id: string; days: number }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
        return { at: "2026-01-01T00:00:00Z" };
      },
    });
    expectTypeOf(tool).toEqualTypeOf<Tool<{ id: string; days: number }, { at: string; note: string }>>();
  });

  test("any answer where no output is promised", () => {
    const tool = defineTool({ ...base, input, run: async () => new Map() });
    expectTypeOf(tool).toEqualTypeOf<Tool<Record<string, never>>>();
  });

  test("the answer of a lookup from output", () => {
    const good = { ...base, input, output, run: () => ({ at: "" }) };
    expectTypeOf(defineTool({ ...good, lookup: () => ({ found: true, output: { at: "" } }) })).toBeObject();
    // @ts-expect-error -- another answer
    expectTypeOf(defineTool({ ...good, lookup: () => ({ found: true, output: { at: 1 } }) })).toBeObject();
  });
});

describe("defineTool refuses", () => {
  test("an answer that output does not take", () => {
    // @ts-expect-error -- a number is not a string
    expectTypeOf(defineTool({ ...base, input, output, run: () => ({ at: 1 }) })).toBeObject();
    // @ts-expect-error -- a promise of the wrong shape
    expectTypeOf(defineTool({ ...base, input, output, run: async () => ({}) })).toBeObject();
  });

  test("words it does not know, and input that is no object", () => {
    // @ts-expect-error -- not an effect
    expectTypeOf(defineTool({ ...base, effect: "delete", input, run })).toBeObject();
    // @ts-expect-error -- not an idempotency
    expectTypeOf(defineTool({ ...base, idempotency: "yes", input, run })).toBeObject();
    // @ts-expect-error -- not an object
    expectTypeOf(defineTool({ ...base, input: z.string(), run })).toBeObject();
    // @ts-expect-error -- a part of the policy that does not exist
    expectTypeOf(defineTool({ ...base, input, run, policy: { timeout: 3 } })).toBeObject();
  });
});
