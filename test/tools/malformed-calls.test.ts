import { expect, test } from "vitest";
import { singleCalls } from "./malformed/single-calls.ts";
import { callsInRuns } from "./malformed/calls-in-runs.ts";

const table = [...singleCalls, ...callsInRuns].toSorted(([first], [second]) => first - second);

test.each(table)("%i: %s", async (_no, _what, act, becomes) => {
  expect(await act()).toEqual(becomes);
});

test("the table has all forty", () => {
  expect(table.map(([no]) => no)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});
