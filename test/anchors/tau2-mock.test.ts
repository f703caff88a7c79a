import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { needs, printTable, sharedFile } from "./shared-data.ts";
import type { DeskCall } from "./tau2-desk.ts";
import { createMockDesk, mockBlock, mockTools, readMockTasks, type MockTask } from "./tau2-mock.ts";
import { playRun } from "./tau2-run.ts";

const files = {
  tasks: sharedFile("anchors", "tau2", "mock", "tasks.json"),
  desk: sharedFile("anchors", "tau2", "mock", "db.json"),
  policy: sharedFile("anchors", "tau2", "mock", "policy.md"),
};

test("tau2 mock: expected calls end as they imply, and wrong ones are stopped", async ({ skip }) => {
  needs(files.policy, skip);
  const body = `${readFileSync(files.policy.path, "utf8")}\n\n${mockBlock}\n`;
  const play = async ({ before }: MockTask, calls: readonly DeskCall[]) => {
    const side = createMockDesk(before);
    const run = await playRun({ body, tools: mockTools, calls, answer: side.answer });
    return { ...run, refused: run.report.refused.map(({ tool }) => tool), desk: side.desk() };
  };
  const tasks = readMockTasks(files.tasks.path, files.desk.path);
  const rows = new Map<string, { made: number; caught: number }>();
  let right = 0;
  for (const task of tasks) {
    const calls = asPolicyDemands(task);
    const side = createMockDesk(task.before);
    for (const call of task.actions) side.answer(call);
    const run = await play(task, calls);
    if (run.status === "completed" && run.refused.length === 0 && isDeepStrictEqual(run.desk, side.desk())) right += 1;
    for (const { kind, calls: broken, stops } of mutants(calls)) {
      const row = rows.get(kind) ?? { made: 0, caught: 0 };
      rows.set(kind, row);
      row.made += 1;
      const { status, refused } = await play(task, broken);
      if (stops === undefined ? status === "failed" : refused.includes(stops)) row.caught += 1;
    }
  }
  printTable("tau2, mock: through the runner, in enforce", [
    ["tasks", tasks.length, `end as implied, none refused ${right}`],
    ...[...rows].map(([kind, { made, caught }]) => [kind, made, `stopped ${caught}`]),
    ["the compliment", 1, "cannot be said: it is a text, no call shows it"],
  ]);
  expect({ right, missed: [...rows].filter(([, { made, caught }]) => made !== caught) }).toEqual({
    right: tasks.length,
    missed: [],
  });
});

function asPolicyDemands({ actions }: MockTask): readonly DeskCall[] {
  const kind = actions.some(isTransfer) ? "other" : "desk";
  const looks = actions.flatMap(({ tool, input }) => {
    return tool === "mock/create_task" ? [{ tool: "mock/get_user", input: { user_id: input["user_id"]! } }] : [];
  });
  return [{ tool: "mock/take_request", input: { kind } }, ...looks, ...actions];
}

interface Mutant {
  readonly kind: string;
  readonly calls: readonly DeskCall[];
  /** The tool that must be refused; absent where the run as a whole must not end well. */
  readonly stops?: string;
}

function mutants(calls: readonly DeskCall[]): readonly Mutant[] {
  const without = (left: (call: DeskCall) => boolean): readonly DeskCall[] => calls.filter((call) => !left(call));
  const changed = (tool: string, input: Readonly<Record<string, string>>): readonly DeskCall[] =>
    calls.map((call) => (call.tool === tool ? { ...call, input: { ...call.input, ...input } } : call));
  const has = (tool: string): boolean => calls.some((call) => call.tool === tool);
  const transfer = { tool: "mock/transfer_to_human_agents", input: { summary: "no reason" } };
  const remove = { tool: "mock/delete_task", input: { task_id: "task_1" } };
  return [
    { kind: "a task is deleted", calls: [...calls, remove], stops: remove.tool },
    ...(calls.some(isTransfer)
      ? [{ kind: "transfer to a human left out", calls: without(isTransfer) }]
      : [{ kind: "transfer to a human without need", calls: [...calls, transfer], stops: transfer.tool }]),
    ...(has("mock/create_task")
      ? [
          {
            kind: "user not looked up",
            calls: without(({ tool }) => tool === "mock/get_user"),
            stops: "mock/create_task",
          },
          {
            kind: "user is not there",
            calls: changed("mock/get_user", { user_id: "user_9" }),
            stops: "mock/create_task",
          },
          {
            kind: "task without a title",
            calls: changed("mock/create_task", { title: "" }),
            stops: "mock/create_task",
          },
        ]
      : []),
    ...(has("mock/update_task_status")
      ? [
          {
            kind: "another status",
            calls: changed("mock/update_task_status", { status: "lost" }),
            stops: "mock/update_task_status",
          },
        ]
      : []),
  ];
}

function isTransfer({ tool }: DeskCall): boolean {
  return tool === "mock/transfer_to_human_agents";
}
