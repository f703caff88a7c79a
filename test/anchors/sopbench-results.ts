import { play, reachesGoal, truths } from "./sopbench-runs.ts";
import { adaptCase, checkKey, checksOf, holdsWith, type Domain, type SopBenchCase } from "./sopbench.ts";

/** How goals were judged by results. */
export interface ResultCounts {
  /** Cases played with results under which the tree of checks holds. */
  readonly holding: number;
  readonly ran: number;
  /** Cases played with one check turned, so that the tree fails. */
  readonly failing: number;
  readonly stopped: number;
  /** Cases played with one check turned, and the tree holds all the same. */
  readonly spared: number;
  readonly sparedRan: number;
}

/**
 * Judges goals by the results of the calls before them, for any domain: the calls tell what each check came to. Starts
 * from results under which the tree holds, and turns one check after the other. A tree that is about the arguments
 * alone, with no call before the goal, is decided before anything runs.
 */
export function countResults(cases: readonly SopBenchCase[]): ResultCounts {
  const count = { holding: 0, ran: 0, failing: 0, stopped: 0, spared: 0, sparedRan: 0 };
  for (const task of cases) {
    const good = task.constraints && goodResults(task);
    if (!good) continue;
    const orders = truths(task.directed_action_graph, maxOrders);
    const isGoalRun = (results: Results): boolean | undefined => runsGoal(task, results, orders);
    count.holding += 1;
    if (isGoalRun(good)) count.ran += 1;
    for (const check of good.keys()) {
      const turned = new Map([...good, [check, !good.get(check)!]]);
      const reached = isGoalRun(turned);
      if (holdsWith(task, turned)) {
        count.spared += 1;
        if (reached) count.sparedRan += 1;
      } else {
        count.failing += 1;
        if (reached === false) count.stopped += 1;
      }
    }
  }
  return count;
}

/** Orders do not change what a check comes to; a few of each case are enough. */
const maxOrders = 8;

type Results = ReadonlyMap<string, boolean>;

/** Whether the goal runs in every right order; `undefined` when it does in some only. */
function runsGoal(task: SopBenchCase, results: Results, orders: readonly (readonly number[])[]): boolean | undefined {
  const domain: Domain = {
    shownBy: (_check, tools) => tools,
    holds: (check, values) => results.get(checkKey(check, values)),
  };
  const adapted = adaptCase(task, domain);
  const reached = orders.map((truth) => {
    const run = play(adapted, truth);
    return reachesGoal(run) && run.refused.length === 0;
  });
  return reached.every(Boolean) ? true : reached.some(Boolean) ? undefined : false;
}

/** Results under which the tree holds, found by turning checks until it does. */
function goodResults(task: SopBenchCase): Results | undefined {
  const checks = checksOf(task);
  for (let bits = 0; bits < 2 ** Math.min(checks.length, 14); bits += 1) {
    const results = new Map(checks.map((check, index) => [check, (bits & (1 << index)) === 0]));
    if (holdsWith(task, results)) return results;
  }
  return undefined;
}
