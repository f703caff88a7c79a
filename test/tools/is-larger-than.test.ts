import { expect, test } from "vitest";
import { isLargerThan } from "../../src/tools/is-larger-than.ts";

const cycle: { self?: unknown } = {};
cycle.self = cycle;
let deep: unknown = "x";
for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];

test.each([
  ["a short text", "abc", 10, false],
  ["a long text", "a".repeat(11), 10, true],
  ["many numbers", Array.from({ length: 100 }, () => 1), 100, true],
  ["many keys", Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`key${index}`, null])), 500, true],
  ["nothing", undefined, 10, false],
  ["bytes", new Uint8Array(1_000_000), 100, false],
  ["a circle", cycle, 100, true],
  ["a very deep list", deep, 100_000, false],
] as const)("%s", (_, value, limit, larger) => {
  expect(isLargerThan(value, limit)).toBe(larger);
});

test("a getter that throws takes no room", () => {
  expect(
    isLargerThan(
      {
        get bad(): string {
          throw new Error("no");
        },
      },
      10,
    ),
  ).toBe(false);
});
