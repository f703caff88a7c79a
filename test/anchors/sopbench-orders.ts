import { isSatisfied, mutants, play, reachesGoal, truths } from "./sopbench-runs.ts";
import { adaptCase, type Domain, type SopBenchCase } from "./sopbench.ts";

/** How orders of calls were judged. */
export interface OrderCounts {
  readonly cases: number;
  readonly truths: number;
  readonly passed: number;
  readonly falseRefusals: number;
  readonly mutants: number;
  readonly caught: number;
  /** Calls left out that the graph does not need. */
  readonly stillRight: number;
}

/** Judges the right and the wrong orders of cases, without results: every check is taken as passed. */
export function countOrders(cases: readonly SopBenchCase[]): OrderCounts {
  const count = { truths: 0, passed: 0, falseRefusals: 0, mutants: 0, caught: 0, stillRight: 0 };
  for (const task of cases) {
    const graph = task.directed_action_graph;
    const ordered = adaptCase({ ...task, constraints: null }, unknown);
    for (const truth of truths(graph)) {
      const run = play(ordered, truth);
      count.truths += 1;
      if (run.refused.length > 0) count.falseRefusals += 1;
      else if (reachesGoal(run) && run.checker.missing(run.state).length === 0) count.passed += 1;
      for (const { order } of mutants(graph, truth)) {
        const reached = reachesGoal(play(ordered, order));
        if (isSatisfied(graph, order)) {
          count.stillRight += 1;
          if (!reached) count.falseRefusals += 1;
        } else {
          count.mutants += 1;
          if (!reached) count.caught += 1;
        }
      }
    }
  }
  return { cases: cases.length, ...count };
}

const unknown: Domain = { shownBy: () => [], holds: () => undefined };
