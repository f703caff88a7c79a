import { describe, expect, test } from "vitest";
import type { FailPlan } from "./fail-points.ts";
import { disturbBoth, disturbInTurn, disturbOnce } from "./scenarios.ts";

const limit = { timeout: 120_000 };
const kill = (at: number): FailPlan => ({ at, kind: "kill" });

/** A few points of the sweep that `npm run crash` makes; `-- --all` tries every one of them. */
describe("a run keeps its promises", () => {
  test("when nothing happens", limit, async () => {
    const { violations, points } = await disturbOnce(kill(0));
    expect(violations).toEqual([]);
    expect(points.length).toBeGreaterThan(100);
  });

  test.each([11, 27, 43, 65, 75, 98, 117])("when its process is killed at point %i", limit, async (at) => {
    expect((await disturbOnce(kill(at))).violations).toEqual([]);
  });

  test.each([24, 74, 83])("when its process sleeps at point %i until another has finished", limit, async (at) => {
    expect((await disturbOnce({ at, kind: "stop" })).violations).toEqual([]);
  });

  test.each([
    [73, "full"],
    [77, "full"],
    [77, "locked"],
    [73, "clock"],
  ] as const)("when at point %i the trouble is: %s", limit, async (at, kind) => {
    expect((await disturbOnce({ at, kind })).violations).toEqual([]);
  });

  test("when its recovery is killed too", limit, async () => {
    expect((await disturbInTurn([kill(75), kill(9)])).violations).toEqual([]);
  });

  test("when two processes on one store are killed", limit, async () => {
    expect((await disturbBoth([kill(30), kill(76)])).violations).toEqual([]);
  });
});
