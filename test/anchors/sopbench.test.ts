import { expect, test } from "vitest";
import { bank } from "./bank-checks.ts";
import { needs, printTable, sharedFile } from "./shared-data.ts";
import { isSatisfied, mutants, play, truths } from "./sopbench-runs.ts";
import { adaptCase, readCases } from "./sopbench.ts";

const file = sharedFile("anchors", "sopbench", "bank_tasks.json");

test("SOPBench: lets every right order pass and stops every wrong one", ({ skip }) => {
  needs(file, skip);
  const cases = readCases(file.path).map((task) => ({ task, adapted: adaptCase(task, bank) }));
  const count = { truths: 0, passed: 0, falseRefusals: 0, mutants: 0, caught: 0, stillRight: 0 };
  const kinds = new Map<string, number>();
  for (const { task, adapted } of cases) {
    const graph = task.directed_action_graph;
    // The order is judged without the results: every check is taken as passed.
    const { when: _when, ...goal } = adapted.sop.steps[0]!;
    const steps = [{ ...goal, conditional: false }, ...adapted.sop.steps.slice(1)];
    const ordered = adapted.sop.never
      ? { ...adapted, sop: adaptCase({ ...task, constraints: null }, bank).sop }
      : { ...adapted, sop: { ...adapted.sop, steps } };
    for (const truth of truths(graph)) {
      const run = play(ordered, truth);
      count.truths += 1;
      if (run.refused.length > 0) count.falseRefusals += 1;
      else if (run.checker.report(run.state).conforms && run.checker.missing(run.state).length === 0) count.passed += 1;
      for (const { kind, order } of mutants(graph, truth)) {
        if (isSatisfied(graph, order)) {
          count.stillRight += 1;
          if (play(ordered, order).refused.includes(0)) count.falseRefusals += 1;
        } else {
          count.mutants += 1;
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
          if (play(ordered, order).refused.includes(0)) count.caught += 1;
        }
      }
    }
  }
  printTable("SOPBench, bank: order", [
    ["cases", cases.length],
    ["right orders", count.truths, `passed ${count.passed}`, `falsely refused ${count.falseRefusals}`],
    ["wrong orders", count.mutants, `goal stopped ${count.caught}`],
    ...[...kinds].map(([kind, number]) => [`  ${kind}`, number]),
    ["left out and still right", count.stillRight],
  ]);
  expect(count).toEqual({ ...count, passed: count.truths, falseRefusals: 0, caught: count.mutants });
});

test("SOPBench: a failing check stops the goal, and passing ones let it run", ({ skip }) => {
  needs(file, skip);
  const rows = { shouldSucceed: 0, ran: 0, shouldFail: 0, decided: 0, byArguments: 0, stopped: 0 };
  const wrong: string[] = [];
  const open: string[] = [];
  for (const [index, task] of readCases(file.path).entries()) {
    const adapted = adaptCase(task, bank);
    const runs = truths(task.directed_action_graph).map((truth) => play(adapted, truth));
    if (task.action_should_succeed) {
      rows.shouldSucceed += 1;
      if (runs.every((run) => run.refused.length === 0 && run.checker.report(run.state).conforms)) rows.ran += 1;
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
  printTable("SOPBench, bank: results on the initial database", [
    ["should succeed", rows.shouldSucceed, `ran ${rows.ran}`],
    [
      "should fail",
      rows.shouldFail,
      `decided ${rows.decided}`,
      `by the arguments alone ${rows.byArguments}`,
      `stopped ${rows.stopped}`,
    ],
    ...[...wrong, ...open].map((line) => [line]),
  ]);
  expect({ ran: rows.ran, stopped: rows.stopped, wrong }).toEqual({
    ran: rows.shouldSucceed,
    stopped: rows.decided,
    wrong: [],
  });
});
