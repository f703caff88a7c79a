import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { bank } from "./bank-checks.ts";
import { needs, printTable, sharedFile } from "./shared-data.ts";
import { countOrders } from "./sopbench-orders.ts";
import { play, reachesGoal, truths } from "./sopbench-runs.ts";
import { countResults } from "./sopbench-results.ts";
import { adaptCase, readCases } from "./sopbench.ts";

const folder = sharedFile("anchors", "sopbench");
const domains = (folder.isThere ? readdirSync(folder.path) : [])
  .filter((name) => name.endsWith("_tasks.json"))
  .map((name) => ({ name: basename(name, "_tasks.json"), cases: readCases(join(folder.path, name)) }));

test(
  "SOPBench: lets every right order pass and stops every wrong one, in each domain that is there",
  { timeout: 600_000 },
  ({ skip }) => {
    needs(folder, skip);
    const rows = domains.map(({ name, cases }) => ({ name, ...countOrders(cases) }));
    printTable("SOPBench: order", [
      [
        "domain",
        "cases",
        "right orders",
        "passed",
        "wrong orders",
        "goal stopped",
        "left out, still right",
        "falsely refused",
      ],
      ...rows.map(({ name, cases, truths: right, passed, mutants, caught, stillRight, falseRefusals }) => {
        return [name, cases, right, passed, mutants, caught, stillRight, falseRefusals];
      }),
    ]);
    for (const row of rows) expect(row).toEqual({ ...row, passed: row.truths, falseRefusals: 0, caught: row.mutants });
  },
);

test("SOPBench: a failing check stops the goal, in each domain that is there", { timeout: 600_000 }, ({ skip }) => {
  needs(folder, skip);
  const rows = domains.map(({ name, cases }) => ({ name, ...countResults(cases) }));
  printTable("SOPBench: results that calls tell, one check failing after the other", [
    ["domain", "all hold", "goal ran", "one fails", "goal stopped", "one fails, tree holds", "goal ran"],
    ...rows.map((row) => [row.name, row.holding, row.ran, row.failing, row.stopped, row.spared, row.sparedRan]),
  ]);
  for (const row of rows)
    expect(row).toEqual({ ...row, ran: row.holding, stopped: row.failing, sparedRan: row.spared });
});

test("SOPBench, bank: the checks on the initial database decide the goal", ({ skip }) => {
  needs(folder, skip);
  const rows = { shouldSucceed: 0, ran: 0, shouldFail: 0, decided: 0, byArguments: 0, stopped: 0 };
  const wrong: string[] = [];
  const open: string[] = [];
  for (const [index, task] of (domains.find(({ name }) => name === "bank")?.cases ?? []).entries()) {
    const adapted = adaptCase(task, bank);
    const runs = truths(task.directed_action_graph).map((truth) => play(adapted, truth));
    if (task.action_should_succeed) {
      rows.shouldSucceed += 1;
      if (runs.every((run) => run.refused.length === 0 && reachesGoal(run))) rows.ran += 1;
      else wrong.push(`${index} ${task.user_goal} should run`);
      continue;
    }
    rows.shouldFail += 1;
    if (adapted.sop.never) rows.byArguments += 1;
    if (adapted.holds === true) {
      open.push(`not decided: case ${index}, ${task.user_goal}; every check that the file names holds`);
      continue;
    }
    rows.decided += 1;
    if (runs.every((run) => run.refused.join() === "0" && run.checker.report(run.state).conforms)) rows.stopped += 1;
    else wrong.push(`${index} ${task.user_goal} should be stopped`);
  }
  const { shouldFail, decided, byArguments, stopped } = rows;
  printTable("SOPBench, bank: results on the initial database", [
    ["should succeed", rows.shouldSucceed, `ran ${rows.ran}`],
    ["should fail", shouldFail, `decided ${decided}`, `by the arguments alone ${byArguments}`, `stopped ${stopped}`],
    ...[...wrong, ...open].map((line) => [line]),
  ]);
  expect({ ran: rows.ran, stopped, wrong }).toEqual({ ran: rows.shouldSucceed, stopped: decided, wrong: [] });
});
