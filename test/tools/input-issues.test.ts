import { expect, test } from "vitest";
import { z } from "zod";
import { toInputIssues } from "../../src/tools/input-issues.ts";
import { toStrictSchema } from "../../src/tools/strict-schema.ts";

function issuesOf(schema: z.ZodType, input: unknown, locale: "en" | "zh" = "en"): unknown {
  const parsed = z.core.safeParse(toStrictSchema(schema), input);
  return parsed.success
    ? []
    : toInputIssues(
        parsed.error.issues.map((issue) => ({ issue, path: issue.path })),
        { input, schema, locale },
      );
}

const shop = z.object({ shipping: z.object({ street: z.string(), tags: z.array(z.string().min(1)).max(2) }) });

test.each<[string, z.ZodType, unknown, object]>([
  ["a missing field", z.object({ a: z.int() }), {}, { path: "a", expected: "number", received: "nothing" }],
  [
    "another type",
    z.object({ a: z.number() }),
    { a: "42" },
    { path: "a", expected: "number", received: 'string "42"' },
  ],
  ["null", z.object({ a: z.string() }), { a: null }, { path: "a", expected: "string", received: "null" }],
  ["no object at all", z.object({}), [1], { path: "", expected: "object", received: "array [1]" }],
  [
    "a fraction",
    z.object({ a: z.number().int() }),
    { a: 1.5 },
    { path: "a", expected: "integer", received: "number 1.5" },
  ],
  [
    "too short",
    z.object({ a: z.string().min(3) }),
    { a: "x" },
    { path: "a", expected: "a length >= 3", received: 'string "x"' },
  ],
  ["too much", z.object({ a: z.number().lt(3) }), { a: 3 }, { path: "a", expected: "< 3", received: "number 3" }],
  [
    "too many",
    shop,
    { shipping: { street: "", tags: ["a", "b", "c"] } },
    { path: "shipping.tags", expected: "a number of items <= 2", received: 'array ["a","b","c"]' },
  ],
  [
    "an item",
    shop,
    { shipping: { street: "", tags: [""] } },
    { path: "shipping.tags.0", expected: "a length >= 1", received: 'string ""' },
  ],
  [
    "a format",
    z.object({ a: z.email() }),
    { a: "x" },
    { path: "a", expected: "text in the format email", received: 'string "x"' },
  ],
  [
    "a pattern",
    z.object({ a: z.string().regex(/^A/) }),
    { a: "x" },
    { path: "a", expected: "text that matches /^A/", received: 'string "x"' },
  ],
  [
    "a step",
    z.object({ a: z.number().multipleOf(5) }),
    { a: 7 },
    { path: "a", expected: "a multiple of 5", received: "number 7" },
  ],
  [
    "an enum",
    z.object({ a: z.enum(["open", "closed"]) }),
    { a: "opened" },
    { path: "a", expected: 'one of "open", "closed"', received: 'string "opened"', nearest: ["open"] },
  ],
  ["a literal", z.object({ a: z.literal(3) }), { a: 4 }, { path: "a", expected: "3", received: "number 4" }],
  [
    "a refinement",
    z.object({ a: z.string().refine(() => false, "must rhyme") }),
    { a: "x" },
    { path: "a", expected: "must rhyme", received: 'string "x"' },
  ],
  [
    "an unknown key",
    z.object({ city: z.string() }),
    { city: "x", citi: 1 },
    { path: "citi", expected: "no key but city", received: "number 1", nearest: ["city"] },
  ],
  ["a key where none is known", z.object({}), { a: 1 }, { path: "a", expected: "no keys", received: "number 1" }],
  [
    "a deep unknown key",
    shop,
    { shipping: { street: "x", tags: [], tag: "y" } },
    { path: "shipping.tag", expected: "no key but street and tags", received: 'string "y"', nearest: ["tags"] },
  ],
  [
    "no option of a union",
    z.object({ a: z.union([z.string(), z.number()]) }),
    { a: true },
    { path: "a", expected: "string or number", received: "boolean true" },
  ],
  [
    "nearly an option of a union",
    z.object({ a: z.union([z.string(), z.object({ n: z.number() })]) }),
    { a: { n: "1" } },
    { path: "a.n", expected: "number", received: 'string "1"' },
  ],
])("tells of %s", (_, ...[schema, input, issue]) => {
  expect(issuesOf(schema, input)).toEqual([issue]);
});

test("tells in Chinese", () => {
  expect(issuesOf(z.object({ a: z.enum(["x", "y"]), b: z.string().min(2) }), { b: "1", c: 2 }, "zh")).toEqual([
    { path: "a", expected: '"x"、"y" 之一', received: "空缺" },
    { path: "b", expected: "长度 >= 2", received: 'string "1"' },
    { path: "c", expected: "仅限字段 a、b", received: "number 2", nearest: ["a", "b"] },
  ]);
});

test("cuts long values", () => {
  const [issue] = issuesOf(z.object({ a: z.number() }), { a: "x".repeat(500) }) as { received: string }[];
  expect(issue!.received).toHaveLength(60 + 'string ""'.length);
});

test("tells the first twenty of many mistakes", () => {
  const input = {
    a: Array.from({ length: 500 }, () => "x"),
    ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1])),
  };
  expect(issuesOf(z.object({ a: z.array(z.number()) }), input)).toHaveLength(20);
  expect(issuesOf(z.object({ a: z.array(z.string()) }), input)).toHaveLength(20);
});
