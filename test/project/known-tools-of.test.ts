import { expect, test } from "vitest";
import { z } from "zod";
import { toKnownTools } from "../../src/project/known-tools-of.ts";
import { defineTool } from "../../src/tools/define-tool.ts";

const make = (name: string, input: z.ZodObject, aliases: { name: string }[] = []) =>
  defineTool({ name, description: "Looks something up.", effect: "read", input, aliases, run: () => ({}) });

test("tells names and arguments, and nothing of arguments that are open", () => {
  const known = toKnownTools([
    make("a/b", z.object({ city: z.string(), unit: z.string().optional() }), [{ name: "a/old" }]),
    make("a/b", z.object({ place: z.string() })),
    make("c/open", z.looseObject({ x: z.string() })),
    make("c/none", z.object({})),
  ]);
  const names = ["a/b", "a/old", "c/open", "c/none"];
  expect(known.names).toEqual(names);
  expect(names.map((name) => known.argumentsOf(name))).toEqual([
    ["city", "unit", "place"],
    ["city", "unit"],
    undefined,
    [],
  ]);
  expect(known.argumentsOf("gone")).toBeUndefined();
});
