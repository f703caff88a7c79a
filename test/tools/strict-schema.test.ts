import { describe, expect, test } from "vitest";
import { z } from "zod";
import { toStrictSchema } from "../../src/tools/strict-schema.ts";

const inner = z.object({ a: z.string() });
const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});
const Left = z.object({
  get right() {
    return Right.optional();
  },
});
const Right = z.object({
  get left() {
    return Left.optional();
  },
});

const usedLazy = z.object({ o: z.lazy(() => z.object({ a: z.string() })) });
z.toJSONSchema(usedLazy);
usedLazy.safeParse({ o: { a: "x" } });

const good = { a: "x" };
const bad = { a: "x", b: 1 };

/** Compiled and not: the gateway compiles, and falls back where zod cannot. */
function accepts(schema: z.core.$ZodType, value: unknown): boolean {
  const strict = toStrictSchema(schema);
  const answers = [strict, z.compile(strict)].map((each) => z.core.safeParse(each, value).success);
  expect(answers[0]).toBe(answers[1]);
  return answers[0]!;
}

describe("refuses unknown keys inside", () => {
  test.each<[string, z.core.$ZodType, (value: object) => unknown]>([
    ["an object", inner, (value) => value],
    ["a field", z.object({ o: inner }), (o) => ({ o })],
    ["an array", z.array(inner), (value) => [value]],
    ["an optional", z.object({ o: inner.optional() }), (o) => ({ o })],
    ["a nullable", inner.nullable(), (value) => value],
    ["a default", z.object({ o: inner.default({ a: "d" }) }), (o) => ({ o })],
    ["a prefault", z.object({ o: inner.prefault({ a: "d" }) }), (o) => ({ o })],
    ["a readonly", inner.readonly(), (value) => value],
    ["a tuple", z.tuple([z.string(), inner]), (value) => ["x", value]],
    ["the rest of a tuple", z.tuple([z.string()], inner), (value) => ["x", value]],
    ["a record", z.record(z.string(), inner), (value) => ({ any: value })],
    ["a union", z.union([z.string(), inner]), (value) => value],
    [
      "a discriminated union",
      z.discriminatedUnion("a", [z.object({ a: z.literal("x") }), z.object({ a: z.literal("y") })]),
      (value) => value,
    ],
    ["an intersection", z.intersection(inner, z.object({ c: z.string().optional() })), (value) => value],
    ["a transform's input", inner.transform(({ a }) => a), (value) => value],
    ["a preprocessed value", z.preprocess((value) => value, inner), (value) => value],
    ["a lazy schema", z.lazy(() => inner), (value) => value],
    ["a lazy schema that was used before", usedLazy, (o) => ({ o })],
    ["a refined object", inner.refine(({ a }) => a !== ""), (value) => value],
    [
      "a recursive schema",
      Tree,
      (value) => ({ name: "x", children: [{ name: "y", children: [], ...("b" in value && { b: 1 }) }] }),
    ],
    ["two schemas that name each other", Left, (value) => ({ right: { left: { ...("b" in value && { b: 1 }) } } })],
  ])("%s", (_, schema, wrap) => {
    expect([accepts(schema, wrap(good)), accepts(schema, wrap(bad))]).toEqual([true, false]);
  });
});

test.each<[string, z.core.$ZodType]>([
  ["a loose object", z.looseObject({ a: z.string() })],
  ["a catchall", z.object({ a: z.string() }).catchall(z.number())],
  ["a record", z.record(z.string(), z.unknown())],
  ["any value", z.unknown()],
])("%s stays open", (_, schema) => {
  expect(accepts(schema, bad)).toBe(true);
});

test("keeps refinements, transforms and defaults", () => {
  const schema = z.object({ n: z.int().default(3), s: z.string().trim() }).refine(({ n }) => n < 5, "too many");
  const strict = toStrictSchema(schema);
  expect(z.core.safeParse(strict, { s: " x " })).toEqual({ success: true, data: { n: 3, s: "x" } });
  expect(z.core.safeParse(strict, { n: 9, s: "" }).error?.issues).toMatchObject([{ message: "too many" }]);
});

test("leaves the schema itself as it was, and makes one copy of it", () => {
  expect(toStrictSchema(inner)).toBe(toStrictSchema(inner));
  expect(inner.parse(bad)).toEqual(good);
});

test("refuses a key named __proto__", () => {
  expect(accepts(inner, JSON.parse('{"a":"x","__proto__":{"admin":true}}'))).toBe(false);
});

test("a fallback stands in for a wrong value, and hides no unknown key", () => {
  const strict = toStrictSchema(z.object({ o: z.union([inner, z.object({ c: z.int() })]).catch({ a: "d" }) }));
  for (const schema of [strict, z.compile(strict)]) {
    expect(z.core.safeParse(schema, { o: { a: 1 } })).toEqual({ success: true, data: { o: { a: "d" } } });
    expect(() => z.core.safeParse(schema, { o: bad })).toThrow("no unknown keys (b");
  }
});
