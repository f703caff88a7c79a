import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { conformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import { needs, printTable, sharedFile } from "./shared-data.ts";
import {
  asPolicyDemands,
  perform,
  preparationOf,
  readDesk,
  readTasks,
  retailBlock,
  writes,
  type Desk,
  type DeskCall,
} from "./tau2-retail.ts";

const tasksFile = sharedFile("anchors", "tau2", "retail", "tasks.json");
const databaseFile = sharedFile("anchors", "tau2", "retail", "db.json");
const checker = conformance(parseSop(retailBlock, { firstLine: 1 }));

/** Plays calls as a guarded run would: a refused call does not run. */
function play(start: Desk, calls: readonly DeskCall[]): { readonly refused: readonly DeskCall[]; readonly desk: Desk } {
  let desk = start;
  let state = checker.initial;
  const refused: DeskCall[] = [];
  for (const [index, call] of calls.entries()) {
    if (checker.check(state, call).kind === "refused") {
      refused.push(call);
      continue;
    }
    const done = perform(desk, call);
    desk = done.desk;
    state = checker.next(state, { type: "call", callId: `c${index}`, ...call, status: "ok", output: done.output });
  }
  return { refused, desk };
}

const isWrite = ({ tool }: DeskCall): boolean => writes[tool.replace("retail/", "")] !== undefined;

test("tau2 retail: lets the expected calls pass, and stops writes that the policy forbids", ({ skip }) => {
  needs(tasksFile, skip);
  const desk = readDesk(databaseFile.path);
  const tasks = readTasks(tasksFile.path);
  const rows = new Map<string, { made: number; caught: number }>();
  const mutant = (kind: string, calls: readonly DeskCall[], write: DeskCall): void => {
    const row = rows.get(kind) ?? { made: 0, caught: 0 };
    rows.set(kind, row);
    row.made += 1;
    if (play(desk, calls).refused.includes(write)) row.caught += 1;
  };
  const wrong: string[] = [];
  for (const task of tasks) {
    const calls = asPolicyDemands(task);
    const run = play(desk, calls);
    const implied = task.actions.reduce((before, call) => perform(before, call).desk, desk);
    if (run.refused.length > 0)
      wrong.push(
        `${task.id}: refused ${run.refused.map(({ tool, input }) => `${tool} ${JSON.stringify(input["order_id"])}`).join(", ")}`,
      );
    if (run.refused.length === 0 && !isDeepStrictEqual(run.desk, implied)) wrong.push(`${task.id}: ends otherwise`);
    for (const write of calls.filter(isWrite)) {
      const [confirm] = preparationOf(write).slice(-1);
      const without = (left: (call: DeskCall) => boolean): DeskCall[] => calls.filter((call) => !left(call));
      const isConfirm = (call: DeskCall): boolean => JSON.stringify(call) === JSON.stringify(confirm);
      mutant("write without its confirmation", without(isConfirm), write);
      mutant(
        "user not identified",
        without(({ tool }) => tool.includes("find_user_id")),
        write,
      );
      if (writes[write.tool.replace("retail/", "")]?.leaves === undefined) continue;
      const again = { ...write };
      mutant("second change, order looked up again", [...calls, ...preparationOf(again), again], again);
      mutant(
        "second change, order not looked up",
        [...calls.slice(0, calls.indexOf(write) + 1), ...preparationOf(again).slice(1), again],
        again,
      );
    }
  }
  printTable("tau2, retail", [
    ["tasks", tasks.length, `pass ${tasks.length - wrong.length}`],
    ...[...rows].map(([kind, { made, caught }]) => [kind, made, `stopped ${caught}`]),
    [
      "transfer to a human left out",
      tasks.filter(({ actions }) => actions.some(({ tool }) => tool.endsWith("transfer_to_human_agents"))).length,
      "cannot be said: it hangs on what the user asks for",
    ],
    ...wrong.map((line) => [line]),
  ]);
  const missed = (kind: string): number => rows.get(kind)!.made - rows.get(kind)!.caught;
  expect([
    wrong,
    missed("write without its confirmation"),
    missed("user not identified"),
    missed("second change, order looked up again"),
    // Task 64 exchanges an order that is still pending, which the policy forbids.
  ]).toEqual([[expect.stringMatching(/^64: refused retail\/exchange_delivered_order_items/)], 0, 0, 0]);
});
