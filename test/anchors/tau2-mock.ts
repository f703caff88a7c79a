import { readFileSync } from "node:fs";
import type { JsonObject } from "../../src/base/json.ts";
import { textOf, type DeskCall } from "./tau2-desk.ts";
import type { AnswerCall } from "./tau2-run.ts";

/** The data of the small desk, never changed in place. */
export interface MockDesk {
  readonly tasks: Readonly<Record<string, JsonObject>>;
  readonly users: Readonly<Record<string, { readonly tasks: readonly string[] }>>;
}

/** A task with what was there and what had been done before it. */
export interface MockTask {
  readonly id: string;
  readonly before: MockDesk;
  readonly actions: readonly DeskCall[];
}

/**
 * The policy as far as a block can say it: only users that are there create tasks, with a title; the status is one of
 * two; tasks are never deleted; what the desk cannot do goes to a human, and nothing else does. The compliment is text.
 */
export const mockBlock = `\`\`\`sop
steps:
  - { id: request, tool: mock/take_request }
  - { id: user, tool: mock/get_user, level: may }
  - id: create
    tool: mock/create_task
    level: may
    after: [{ step: user, path: user_id, exists: true, same: user_id }]
  - { id: complete, tool: mock/update_task_status, level: may, args: { status: completed } }
  - { id: reopen, tool: mock/update_task_status, level: may, args: { status: pending } }
  - id: transfer
    tool: mock/transfer_to_human_agents
    when: { step: request, path: kind, equals: other }
never:
  - mock/delete_task
  - { tool: mock/create_task, args: { title: "" } }
\`\`\``;

export const mockTools: readonly string[] =
  "take_request get_user create_task update_task_status delete_task transfer_to_human_agents"
    .split(" ")
    .map((name) => `mock/${name}`);

/** The tasks of the set; those without expected calls leave the desk as it is. */
export function readMockTasks(tasksFile: string, deskFile: string): readonly MockTask[] {
  interface Action {
    readonly name: string;
    readonly arguments: JsonObject;
  }
  interface Row {
    readonly id: string;
    readonly initial_state?: {
      readonly initialization_data?: { readonly agent_data?: Partial<MockDesk> };
      readonly initialization_actions?: readonly { readonly func_name: string; readonly arguments: JsonObject }[];
      readonly message_history?: readonly { readonly tool_calls?: readonly Action[] }[];
    };
    readonly evaluation_criteria: { readonly actions?: readonly Action[] };
  }
  const desk = JSON.parse(readFileSync(deskFile, "utf8")) as MockDesk;
  const rows = JSON.parse(readFileSync(tasksFile, "utf8")) as readonly Row[];
  return rows.map(({ id, initial_state: initial, evaluation_criteria }) => {
    const given = initial?.initialization_data?.agent_data ?? {};
    const start = { tasks: { ...desk.tasks, ...given.tasks }, users: { ...desk.users, ...given.users } };
    const history = initial?.message_history?.flatMap((message) => message.tool_calls ?? []) ?? [];
    const earlier = initial?.initialization_actions?.map((action) => ({ ...action, name: action.func_name })) ?? [];
    const side = createMockDesk(start);
    for (const action of [...history, ...earlier]) side.answer(toCall(action));
    return { id, before: side.desk(), actions: (evaluation_criteria.actions ?? []).map(toCall) };
  });
}

function toCall({ name, arguments: input }: { readonly name: string; readonly arguments: JsonObject }): DeskCall {
  return { tool: `mock/${name}`, input };
}

/** The desk's side of the tools. It would delete, if it were asked to. */
export function createMockDesk(start: MockDesk): { readonly answer: AnswerCall; desk(): MockDesk } {
  let desk = start;
  const answer: AnswerCall = ({ tool, input }) => {
    const name = tool.replace("mock/", "");
    const userId = textOf(input["user_id"]);
    const taskId = textOf(input["task_id"]);
    const user = desk.users[userId];
    const task = desk.tasks[taskId];
    if (name === "take_request") return { kind: input["kind"] ?? "desk" };
    if (name === "get_user") return user ? { user_id: userId } : "there is no such user";
    if (name === "create_task") {
      if (user === undefined) return "there is no such user";
      const id = `task_${Object.keys(desk.tasks).length + 1}`;
      const { user_id: _user, ...facts } = input;
      const tasks = { ...desk.tasks, [id]: { task_id: id, ...facts, status: "pending" } };
      desk = { tasks, users: { ...desk.users, [userId]: { ...user, tasks: [...user.tasks, id] } } };
      return { task_id: id };
    }
    if (name === "update_task_status") {
      if (task === undefined) return "there is no such task";
      desk = { ...desk, tasks: { ...desk.tasks, [taskId]: { ...task, status: input["status"]! } } };
    }
    if (name === "delete_task") {
      const { [taskId]: _deleted, ...tasks } = desk.tasks;
      desk = { ...desk, tasks };
    }
    return {};
  };
  return { answer, desk: () => desk };
}
