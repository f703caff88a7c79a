import { describe, expect, test } from "vitest";
import { editDistance, joinNames, nearestNames } from "../../src/base/names.ts";

describe("the nearest names", () => {
  test.each<[string, string, readonly string[]]>([
    ["a letter too few", "shop/ordr", ["shop/order"]],
    ["two letters swapped", "shop/odrer", ["shop/order"]],
    ["other separators, before any slip", "shop.quote_all", ["shop/quote-all", "shop/quote_al"]],
    ["a part of a name", "order", ["shop/order"]],
    ["case", "SHOP/ORDER", ["shop/order"]],
    ["nothing near", "mail/send", []],
  ])("%s", (_what, name, found) => {
    expect(nearestNames(name, ["shop/order", "shop/quote_al", "shop/quote-all", "b"])).toEqual(found);
  });

  test("are three at most, the best first, equal ones by name", () => {
    expect(nearestNames("abcdef", ["abcdez", "abcdxy", "abcdey", "abcdea", "abcdef"])).toEqual([
      "abcdef",
      "abcdea",
      "abcdey",
    ]);
  });

  test("are those that a full comparison finds", () => {
    const random = randomFrom(7);
    const word = (): string => Array.from({ length: 4 + random(9) }, () => "abcde_/"[random(7)]).join("");
    for (let round = 0; round < 300; round += 1) {
      const names = [...new Set(Array.from({ length: 40 }, word))];
      const wanted = word();
      expect([wanted, nearestNames(wanted, names)]).toEqual([wanted, nearestSlowly(wanted, names)]);
    }
  });
});

test("the distance of two names is that of the whole table, as far as it is asked for", () => {
  const random = randomFrom(3);
  const word = (): string => Array.from({ length: random(9) }, () => "abc"[random(3)]).join("");
  for (let round = 0; round < 3000; round += 1) {
    const [left, right] = [word(), word()];
    const whole = wholeTable(left, right);
    const found = editDistance(left, right, 4);
    expect([left, right, found > 4 ? "far" : found]).toEqual([left, right, whole > 4 ? "far" : whole]);
  }
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("joins %j", (names, text) => {
  expect(joinNames(names)).toBe(text);
});

/** Every name compared whole, without a bound that moves. */
function nearestSlowly(wanted: string, names: readonly string[]): string[] {
  const farthest = Math.min(5, Math.max(2, Math.ceil(wanted.length / 3)));
  return names
    .map((name) => ({ name, distance: slowDistance(wanted, name) }))
    .filter(({ distance }) => distance <= farthest)
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

function slowDistance(wanted: string, name: string): number {
  if (name === wanted) return 0;
  if (Math.min(name.length, wanted.length) > 2 && (name.includes(wanted) || wanted.includes(name))) return 1;
  const bare = (text: string): string => text.replaceAll(/[ \-./:_]/g, "");
  if (Math.abs(wanted.length - name.length) <= 4 && bare(wanted) === bare(name)) return 0.5;
  return wholeTable(wanted, name);
}

function wholeTable(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = rows[row - 1]![column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(replaced, rows[row - 1]![column]! + 1, rows[row]![column - 1]! + 1);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, rows[row - 2]![column - 2]! + 1);
      rows[row]![column] = best;
    }
  return rows[a.length]![b.length]!;
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
