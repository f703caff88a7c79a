import { expect, test } from "vitest";
import { z } from "zod";
import { createFindIssues } from "../../src/tools/find-issues.ts";
import { toInputIssues } from "../../src/tools/input-issues.ts";
import { toStrictSchema } from "../../src/tools/strict-schema.ts";

const fields: readonly z.ZodType[] = [
  z.string(),
  z.string().min(2).max(4),
  z.string().regex(/^a/),
  z.string().trim().min(1),
  z.email(),
  z.iso.datetime(),
  z.number(),
  z.number().int().min(1).max(9),
  z.number().gt(0).lt(5),
  z.number().multipleOf(3),
  z.int32(),
  z.coerce.number().min(2),
  z.boolean(),
  z.null(),
  z.any(),
  z.unknown(),
  z.bigint(),
  z.date(),
  z.enum(["low", "high"]),
  z.literal(["x", 7, null]),
  z.string().optional(),
  z.string().min(2).nullable(),
  z.number().default(3),
  z.number().min(4).nullish(),
  z.exactOptional(z.string()),
  z.enum(["low", "high"]).optional().default("low"),
  z.array(z.string().max(2)).max(2),
  z.array(z.array(z.number())).min(1),
  z.array(z.object({ id: z.string(), tags: z.array(z.string()).optional() })),
  z.object({ street: z.string(), zip: z.number().optional() }),
  z.object({ open: z.string() }).loose(),
  z.object({ rest: z.string() }).catchall(z.number()),
  z.object({ deep: z.object({ deeper: z.object({ n: z.number() }) }) }).optional(),
  z.union([z.string().max(3), z.number(), z.object({ a: z.number() })]),
  z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b"), n: z.number() })]),
  z.record(z.string(), z.number()),
  z.tuple([z.string(), z.number()]),
  z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
  z.string().readonly(),
  z.object({ a: z.string({ error: "my own words" }) }),
];

const values: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  3,
  4.5,
  -1,
  1e300,
  Number.NaN,
  Infinity,
  2 ** 60,
  7n,
  new Date(0),
  "",
  "a",
  "abc",
  "abcdef",
  "😀",
  "😀😀",
  " ",
  "low",
  "hihg",
  "x",
  "12",
  "a@b.example",
  "2026-11-30T08:00:00Z",
  [],
  ["a"],
  ["abc", 1],
  [[1], ["1"]],
  [{ id: "a" }, { id: 1, tags: [2] }],
  ["a", 1],
  ["a", 1, 2],
  {},
  { street: "a" },
  { street: 1, zip: "1", more: 2 },
  { open: "a", any: 1 },
  { rest: "a", n: "1" },
  { deep: { deeper: { n: "1" }, more: 1 } },
  { a: 1 },
  { a: "1", b: 2 },
  { kind: "a" },
  { kind: "b" },
  { kind: 3 },
  Object.create({ street: "inherited" }),
  new Map(),
  Object.assign(Object.create(null), { street: "a" }),
];

/** Numbers from 0 to 1 that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Both ways' issues: found part by part, and by zod as a whole. */
function bothWays(schema: z.ZodType, input: unknown): [unknown, unknown] {
  const strict = toStrictSchema(schema);
  const place = { input, schema: strict, locale: "en" } as const;
  const parsed = z.core.safeParse(strict, input);
  const whole = parsed.success ? [] : parsed.error.issues.map((issue) => ({ issue, path: issue.path }));
  return [toInputIssues(createFindIssues(strict)(input), place), toInputIssues(whole, place)];
}

test("each kind of field is told of each kind of value as zod tells it", () => {
  for (const field of fields) {
    const schema = z.object({ field });
    for (const input of [{}, { field: 1, other: 2 }, ...values.map((value) => ({ field: value })), ...values]) {
      const [found, whole] = bothWays(schema, input);
      expect(found).toEqual(whole);
    }
  }
});

test("objects of many fields are told in zod's order", () => {
  const next = numbersFrom(7);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  for (let round = 0; round < 400; round += 1) {
    const names = Array.from({ length: 1 + Math.floor(next() * 5) }, (_, index) => `f${index}`);
    const shape = Object.fromEntries(names.map((name) => [name, pick(fields)]));
    const schema = z.object({ ...shape, inner: z.object(shape).optional() });
    const some = (): object =>
      Object.fromEntries([...names, "other"].filter(() => next() < 0.8).map((name) => [name, pick(values)]));
    const [found, whole] = bothWays(schema, next() < 0.7 ? { ...some(), inner: some() } : some());
    expect(found).toEqual(whole);
  }
});
