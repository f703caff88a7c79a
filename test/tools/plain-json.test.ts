import { expect, test } from "vitest";
import { toPlainJson } from "../../src/tools/plain-json.ts";

const cyclic: { name: string; self?: unknown } = { name: "c" };
cyclic.self = cyclic;
const hostile = Object.defineProperty({ a: 1 }, "b", {
  enumerable: true,
  get: () => {
    throw new Error("no");
  },
});
const revoked = Proxy.revocable({}, {});
revoked.revoke();
class Point {
  x = 1;
  #hidden = 2;
  sum(): number {
    return this.x + this.#hidden;
  }
}

test.each<[string, unknown, unknown]>([
  ["nothing", undefined, null],
  ["not a number", Number.NaN, "NaN"],
  ["infinity", { a: -Infinity }, { a: "-Infinity" }],
  ["a bigint", 12345678901234567890n, "12345678901234567890"],
  ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["a broken date", new Date(Number.NaN), "[invalid date]"],
  [
    "a map",
    new Map<unknown, unknown>([
      ["a", 1],
      [2, new Map()],
    ]),
    { a: 1, 2: {} },
  ],
  ["a set", new Set([1, "b"]), [1, "b"]],
  ["bytes", { file: Buffer.from("abc") }, { file: "[3 bytes]" }],
  ["a function", () => 1, "[function]"],
  ["a symbol", Symbol("s"), "[symbol]"],
  ["fields that JSON leaves out", { a: undefined, b: () => 1, c: 1 }, { c: 1 }],
  ["holes in a list", [1, , undefined, 2], [1, null, null, 2]], // oxlint-disable-line no-sparse-arrays
  ["a cycle", cyclic, { name: "c", self: "[cycle]" }],
  ["one value twice", [cyclic.name, { a: [1] }], ["c", { a: [1] }]],
  ["an instance", new Point(), { x: 1 }],
  ["something with a JSON form", new URL("https://a.b/c"), "https://a.b/c"],
  ["an error", new TypeError("bad"), { name: "TypeError", message: "bad" }],
  ["a getter that throws", hostile, { a: 1, b: "[unreadable]" }],
  ["a revoked proxy", revoked.proxy, "[unreadable]"],
  ["no prototype", Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
])("%s", (_, value, json) => {
  expect(toPlainJson(value)).toEqual(json);
  expect(JSON.parse(JSON.stringify(toPlainJson(value)))).toEqual(json);
});

test("plain JSON comes back as the same object", () => {
  const value = { a: [1, "b", null, { c: true }] };
  expect(toPlainJson(value)).toBe(value);
});

test("stops at a depth that nobody follows", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = { deep };
  expect(JSON.stringify(toPlainJson(deep))).toContain("[nested too deeply]");
});
