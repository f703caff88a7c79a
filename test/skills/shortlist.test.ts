import { expect, test } from "vitest";
import { shortlist } from "../../src/skills/shortlist.ts";

const many = Array.from({ length: 500 }, (_, index) => ({
  name: `task-${index}`,
  description: `Does task number ${index} for the ${index % 2 ? "sales" : "kitchen"} team. ${"Words without end. ".repeat(20)}`,
}));

test("shows everything while it fits, as it is", async () => {
  const entries = many.slice(0, 2);
  expect(await shortlist(entries, "whatever", { maxTokens: 1000 })).toEqual({
    shown: entries,
    leftOut: 0,
    namesAlone: 0,
  });
});

test("shows what fits the request best, in its budget, and counts the rest", async () => {
  const { shown, leftOut, namesAlone } = await shortlist(many, "task number 77 of the sales team", { maxTokens: 600 });
  expect(shown[0]?.name).toBe("task-77");
  expect(shown.length + leftOut).toBe(500);
  expect(namesAlone).toBe(shown.length - 8);
  expect(shown.map(({ name, description }) => `${name}: ${description}`).join("\n").length / 4).toBeLessThan(600);
  const longest = (from: number, to?: number): number =>
    Math.max(...shown.slice(from, to).map(({ description }) => description.length));
  expect([longest(0, 8), longest(8)]).toEqual([expect.closeTo(117, -1), 0]);
});

test("cuts no description further than it must for all to be shown", async () => {
  const longest = async (count: number): Promise<readonly number[]> => {
    const { shown, leftOut } = await shortlist(many.slice(0, count), "nothing");
    expect(leftOut).toBe(0);
    return [shown[0]!, shown.at(-1)!].map(({ description }) => Math.ceil(description.length / 20) * 20);
  };
  expect(await Promise.all([20, 30].map(longest))).toEqual([
    [120, 120],
    [120, 60],
  ]);
});

test("uses the room all the same when nothing shares a word with the request", async () => {
  const { shown, leftOut } = await shortlist(many, "完全无关");
  expect(shown.length).toBeGreaterThan(8);
  expect({ names: shown.map((entry) => entry.name), leftOut }).toEqual({
    names: many.slice(0, shown.length).map((entry) => entry.name),
    leftOut: 500 - shown.length,
  });
});

test("ranks as it is told, and leaves out names that are not in the catalogue", async () => {
  const { shown } = await shortlist(many, "x", {
    maxTokens: 100,
    rank: async () => [
      { name: "unknown", score: 9 },
      { name: "task-3", score: 1 },
    ],
  });
  expect(shown[0]?.name).toBe("task-3");
});

test("shows one at least, however small the budget", async () => {
  expect((await shortlist(many, "task number 5", { maxTokens: 1 })).shown).toHaveLength(1);
});
