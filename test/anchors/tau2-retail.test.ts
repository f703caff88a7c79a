import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { needs, printTable, sharedFile } from "./shared-data.ts";
import { readDesk, readTasks, type Desk, type DeskCall, type DeskTask } from "./tau2-desk.ts";
import { retailMutants, type Mutant } from "./tau2-mutants.ts";
import { asPolicyDemands, createDesk, retailBlock, retailTools } from "./tau2-retail.ts";
import { playRun, type PlayedRun } from "./tau2-run.ts";
import { deskWrites } from "./tau2-writes.ts";

const files = {
  tasks: sharedFile("anchors", "tau2", "retail", "tasks.json"),
  desk: sharedFile("anchors", "tau2", "retail", "db.json"),
  policy: sharedFile("anchors", "tau2", "retail", "policy.md"),
};

test(
  "tau2 retail: expected calls end as they imply, and wrong ones are stopped",
  { timeout: 600_000 },
  async ({ skip }) => {
    needs(files.policy, skip);
    const desk = readDesk(files.desk.path);
    const body = `${readFileSync(files.policy.path, "utf8")}\n\n${retailBlock}\n`;
    const play = async (calls: readonly DeskCall[], says = true): Promise<PlayedRun & { readonly desk: Desk }> => {
      const side = createDesk(desk, says);
      const run = await playRun({ body, tools: retailTools, calls, answer: side.answer });
      return { ...run, desk: side.desk() };
    };
    const tasks = readTasks(files.tasks.path, "retail");
    const rows = new Map<string, { made: number; caught: number }>();
    const wrong: string[] = [];
    for (const task of tasks) {
      const calls = asPolicyDemands(task, desk);
      const run = await play(calls);
      const refused = run.report.refused.map(({ tool }) => tool.replace("retail/", ""));
      const isRight =
        run.status !== "failed" && isDeepStrictEqual(run.desk, implied(task, desk)) && isConfirmed(run.ran);
      if (!isRight || refused.length > 0)
        wrong.push(`${task.id}: ${isRight ? "ends rightly" : run.status}, refused ${refused.join()}`);
      const written = run.ran.filter(({ tool }) => deskWrites[tool.replace("retail/", "")] !== undefined);
      for (const mutant of retailMutants(calls, written)) {
        const row = rows.get(mutant.kind) ?? { made: 0, caught: 0 };
        rows.set(mutant.kind, row);
        row.made += 1;
        if (isCaught(await play(mutant.calls, mutant.says), mutant)) row.caught += 1;
      }
    }
    printTable("tau2, retail: through the runner, in enforce", [
      ["tasks", tasks.length, `end as implied, none refused ${tasks.length - wrong.length}`],
      ...[...rows].map(([kind, { made, caught }]) => [kind, made, `stopped ${caught}`]),
      ...wrong.map((line) => [line]),
    ]);
    expect({ wrong, missed: [...rows].filter(([, { made, caught }]) => made !== caught) }).toEqual({
      // Its author expects an exchange of an order that is still pending, which the desk refuses as well.
      wrong: ["64: ends rightly, refused exchange_delivered_order_items"],
      missed: [],
    });
  },
);

/** The desk after the expected calls alone; what the desk refuses changes nothing. */
function implied({ actions }: DeskTask, desk: Desk): Desk {
  const side = createDesk(desk);
  for (const call of actions) side.answer(call);
  return side.desk();
}

/** Whether each write came behind a yes to the same, which no other write had used. */
function isConfirmed(ran: readonly DeskCall[]): boolean {
  const open: string[] = [];
  return ran.every(({ tool, input }) => {
    const name = tool.replace("retail/", "");
    if (name === "confirm") open.push(JSON.stringify(input));
    if (deskWrites[name] === undefined) return true;
    const at = open.indexOf(JSON.stringify({ action: name, ...input }));
    return at !== -1 && open.splice(at, 1).length === 1;
  });
}

function isCaught({ status, ran, report }: PlayedRun, { wrong }: Mutant): boolean {
  if (wrong === undefined) return status === "failed";
  const times = ran.filter((call) => isDeepStrictEqual(call, wrong.call)).length;
  return times < wrong.times && report.refused.some(({ tool }) => tool === wrong.call.tool);
}
