import { expect, test } from "vitest";
import { createDice } from "../skills/random-sop.ts";
import { randomCase } from "./random-case.ts";
import { withoutCircles } from "./sopbench-graph.ts";
import { countOrders } from "./sopbench-orders.ts";
import { countResults } from "./sopbench-results.ts";
import { play, reachesGoal } from "./sopbench-runs.ts";
import { adaptCase, type SopBenchCase } from "./sopbench.ts";

/* Cases in the form of SOPBench that no domain brought: the adapter must be right for domains nobody has seen. */

const wanted = 2000;

test(`${wanted} random graphs: every right order passes, every wrong one is stopped`, () => {
  for (let seed = 1; seed <= wanted; seed += 1) {
    const task = randomCase(createDice(seed));
    const count = countOrders([task]);
    expect({ seed, ...count }).toEqual({
      seed,
      ...count,
      passed: count.truths,
      caught: count.mutants,
      falseRefusals: 0,
    });
  }
});

test(`${wanted} random trees of checks: the goal runs when they hold, and never when they fail`, () => {
  const seen = { holding: 0, failing: 0, spared: 0 };
  for (let seed = 1; seed <= wanted; seed += 1) {
    const task = randomCase(createDice(seed));
    const count = countResults([task]);
    expect({ seed, ...count }).toEqual({
      seed,
      ...count,
      ran: count.holding,
      stopped: count.failing,
      sparedRan: count.spared,
    });
    seen.holding += count.holding;
    seen.failing += count.failing;
    seen.spared += count.spared;
  }
  expect(Object.values(seen).every((number) => number > 500)).toBe(true);
});

const task = (graph: SopBenchCase["directed_action_graph"]): SopBenchCase => ({
  user_goal: "pay",
  initial_database: {},
  constraint_parameters: {},
  user_known: { me: "Ana", other: "Bo" },
  constraints: null,
  action_should_succeed: true,
  directed_action_graph: withoutCircles(graph),
});
const domain = { shownBy: () => [], holds: () => undefined };

test("a goal whose own call comes first is called twice", () => {
  const graph = {
    nodes: [["pay", {}] as const, ["pay", {}] as const, ["look", {}] as const],
    connections: [
      [0, 1],
      [0, 2],
    ],
  } as const;
  const adapted = adaptCase(task(graph), domain);
  expect([
    reachesGoal(play(adapted, [1, 2, 0])),
    reachesGoal(play(adapted, [2, 0])),
    reachesGoal(play(adapted, [1, 0])),
  ]).toEqual([true, false, false]);
});

test("a goal that waits for itself, and gates that lead in a circle, wait for the rest alone", () => {
  const nodes = [["pay", {}], "or", ["look", {}], "and"] as const;
  const circles = {
    nodes,
    connections: [
      [0, 0],
      [0, 1],
      [1, 2],
      [1, 0],
      [2, 3],
      [3, 1],
    ],
  } as const;
  expect(withoutCircles(circles).connections).toEqual(
    expect.arrayContaining([
      [0, 1],
      [1, 2],
    ]),
  );
  const adapted = adaptCase(task(circles), domain);
  expect([reachesGoal(play(adapted, [2, 0])), reachesGoal(play(adapted, [0]))]).toEqual([true, false]);
});

test("the same tool under other arguments is another call", () => {
  const nodes = [
    ["pay", {}],
    ["look", { user: "me" }],
    ["look", { user: "other" }],
  ] as const;
  const adapted = adaptCase(
    task({
      nodes,
      connections: [
        [0, 2],
        [2, 1],
      ],
    }),
    domain,
  );
  expect([reachesGoal(play(adapted, [1, 2, 0])), play(adapted, [2, 0]).refused, play(adapted, [1, 0]).refused]).toEqual(
    [true, [2, 0], [0]],
  );
});
