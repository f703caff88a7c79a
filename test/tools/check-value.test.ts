import { expect, test } from "vitest";
import { z } from "zod";
import { checkValue } from "../../src/tools/check-value.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { strictInputOf } from "../../src/tools/strict-input.ts";

const shape = z.object({
  id: z.string().min(2),
  count: z.int().min(1).max(9).default(3),
  price: z.number().gt(7).optional(),
  level: z.enum(["low", "high"]).optional(),
  at: z.iso.datetime().optional(),
  name: z.string().trim().optional(),
  place: z.object({ city: z.string(), zip: z.string().nullable() }).optional(),
  tags: z.array(z.string()).max(2).optional(),
  pick: z.union([z.string().max(3), z.number()]).optional(),
  pair: z.tuple([z.number(), z.string()]).optional(),
  extra: z.record(z.string(), z.number()).optional(),
});

const good: readonly object[] = [
  { id: "ab" },
  { id: "ab", count: 9, price: 10, level: "low", at: "2026-11-30T08:00:00Z", name: "  x ", pick: 7 },
  { id: "ab", place: { city: "Bern", zip: null }, tags: [], pair: [1, "a"], extra: { a: 1 } },
];
const bad: readonly unknown[] = [
  null,
  [],
  "ab",
  {},
  { id: "a" },
  { id: "ab", count: "3" },
  { id: "ab", count: 10 },
  { id: "ab", price: 7 },
  { id: "ab", level: "mid" },
  { id: "ab", at: "yesterday" },
  { id: "ab", place: { city: 7, zip: 1, more: 1 } },
  { id: "ab", tags: ["a", "b", "c"] },
  { id: "ab", pick: "abcd" },
  { id: "ab", pick: true },
  { id: "ab", pair: ["1", 1] },
  { id: "ab", extra: { a: "1" } },
  { id: "ab", more: 1, another: 2 },
];

test.each([...good, ...bad].map((value) => [value]))(
  "a quick check says of %j what a whole one says",
  async (value) => {
    const tool = defineTool({ name: "a/b", description: "d", effect: "read", input: shape, run: () => 1 });
    const whole = strictInputOf(tool).schema;
    for (let use = 0; use < 5; use += 1) strictInputOf(tool);
    const quick = strictInputOf(tool);
    expect(quick.find).toBeTypeOf("function");
    const [fast, slow] = [
      await checkValue(value, { ...quick, locale: "en" }),
      await checkValue(value, { schema: whole, locale: "en" }),
    ];
    expect(fast.valid).toBe(good.includes(value as object));
    expect(fast.valid ? fast : fast.issues).toEqual(slow.valid ? slow : slow.issues);
  },
);

test("an author's own check runs once for a call", async () => {
  let ran = 0;
  const input = z.object({ id: z.string().refine(() => (ran += 1) > 0 && false, { error: "never" }) });
  const tool = defineTool({ name: "a/b", description: "d", effect: "read", input, run: () => 1 });
  for (let use = 0; use < 6; use += 1) strictInputOf(tool);
  const checked = await checkValue({ id: "x" }, { ...strictInputOf(tool), locale: "en" });
  expect(checked.valid ? [] : checked.issues).toEqual([{ path: "id", expected: "never", received: 'string "x"' }]);
  expect(ran).toBeLessThanOrEqual(2);
});
