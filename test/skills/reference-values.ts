import type { SopTest } from "../../src/skills/sop-condition.ts";

/** What stands at a path. */
export function at(value: unknown, path: string | undefined): unknown {
  if (!path) return value;
  const [first, ...rest] = path.split(".");
  if (typeof value !== "object" || value === null || !Object.keys(value).includes(first!)) return undefined;
  return at((value as Record<string, unknown>)[first!], rest.join("."));
}

/** A value as text; nothing is a text of its own. */
export function json(value: unknown, path: string): string {
  return JSON.stringify(at(value, path)) ?? "nothing";
}

/** Equal and both there. */
export function same(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** The tests one after the other, with the language's own regular expressions. */
export function fitsValues(value: unknown, tests: Omit<SopTest, "step">): boolean {
  const { equals, contains, matches, above, atLeast, below, atMost, exists, length } = tests;
  const size =
    typeof value === "string"
      ? Array.from(value).length
      : value && typeof value === "object"
        ? Object.keys(value).length
        : undefined;
  const range = typeof length === "number" ? { atLeast: length, atMost: length } : length;
  return [
    equals === undefined || same(value, equals),
    tests.in === undefined || tests.in.some((choice) => same(value, choice)),
    contains === undefined ||
      (typeof value === "string" && typeof contains === "string" && value.includes(contains)) ||
      (Array.isArray(value) && value.some((item) => same(item, contains))),
    matches === undefined || (typeof value === "string" && new RegExp(matches, "u").test(value)),
    above === undefined || (typeof value === "number" && value > above),
    atLeast === undefined || (typeof value === "number" && value >= atLeast),
    below === undefined || (typeof value === "number" && value < below),
    atMost === undefined || (typeof value === "number" && value <= atMost),
    exists === undefined || (value !== undefined) === exists,
    range === undefined || (size !== undefined && size >= (range.atLeast ?? 0) && size <= (range.atMost ?? 999)),
  ].every(Boolean);
}
