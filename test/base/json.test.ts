import { expect, test } from "vitest";
import { canonicalJson, safeStringify } from "../../src/base/json.ts";

/** As it is defined, without any short way. */
function byDefinition(value: unknown): string {
  const text = JSON.stringify(value, (_key, field: unknown) => {
    const prototype: unknown = typeof field === "object" && field !== null ? Object.getPrototypeOf(field) : undefined;
    if (prototype !== null && prototype !== Object.prototype) return typeof field === "bigint" ? `${field}n` : field;
    return Object.fromEntries(Object.entries(field as object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }) as string | undefined;
  return text ?? "null";
}

class Point {
  readonly y = 2;
  readonly x = 1;
}

const values: readonly unknown[] = [
  { b: 1, a: { d: [1, { z: 1, y: 2 }], c: null } },
  { 10: "ten", 9: "nine", a: 1, "07": 2 },
  { "": 1, é: 2, "\u{1F600}": 3, "\uFFFF": 4, "a\nb": 5 },
  [undefined, () => 1, Symbol("s"), Number.NaN, Infinity, -0, 1e21, 1e-7, 0.1],
  { gone: undefined, kept: null, fn: () => 1 },
  new Date(0),
  { at: new Date(0), point: new Point(), deep: [{ q: new Point() }] },
  { toJSON: () => ({ b: 1, a: 2 }) },
  Object.assign(Object.create(null), { b: 1, a: 2 }),
  { big: 12n, list: [1n] },
  new Map([["a", 1]]),
  { __proto__: null, b: 1, a: 1 },
  "text \u2028 \ud800",
  undefined,
  () => 1,
  Object("boxed"),
  [[], {}, [[]], ""],
];

test.each(values.map((value, index) => [index, value] as const))("canonical text %i is as defined", (_index, value) => {
  expect(canonicalJson(value)).toBe(byDefinition(value));
});

test("two values that differ in the order of their keys have one canonical text", () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: 1 })).toBe('{"a":1,"b":[{"c":2,"d":1}]}');
});

test("anything can be written: cycles, big numbers, and what is shared", () => {
  const shared = { x: 1 };
  const cycle: Record<string, unknown> = { a: shared, b: shared, big: 3n };
  cycle["self"] = cycle;
  expect(safeStringify(cycle)).toBe('{"a":{"x":1},"b":{"x":1},"big":"3","self":"[cycle]"}');
  expect(safeStringify(undefined)).toBe("null");
  const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) as unknown;
  expect(safeStringify(deep)).toBe(`${"[".repeat(500)}"[too deep]"${"]".repeat(500)}`);
  expect(safeStringify({ a: [1] }, 1)).toBe('{\n "a": [\n  1\n ]\n}');
});
