import { readFileSync } from "node:fs";
import type { JsonObject } from "../../src/base/json.ts";

/** One call of a run. */
export interface DeskCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A task: the calls that its author expects, in order. */
export interface DeskTask {
  readonly id: string;
  readonly actions: readonly DeskCall[];
}

/** What of an order or a user the writes change. */
export interface Desk {
  /** Status by order; what else was done to it, in order. */
  readonly orders: ReadonlyMap<string, { readonly status: string; readonly changes: readonly string[] }>;
  readonly users: ReadonlyMap<string, readonly string[]>;
}

/** The writes of the desk, the status an order must have, and the one it has afterwards (its own, where none is said). */
export const writes: Readonly<Record<string, { readonly needs?: string; readonly leaves?: string }>> = {
  cancel_pending_order: { needs: "pending", leaves: "cancelled" },
  modify_pending_order_address: { needs: "pending" },
  modify_pending_order_payment: { needs: "pending" },
  modify_pending_order_items: { needs: "pending", leaves: "pending (item modified)" },
  return_delivered_order_items: { needs: "delivered", leaves: "return requested" },
  exchange_delivered_order_items: { needs: "delivered", leaves: "exchange requested" },
  modify_user_address: {},
};

/**
 * The desk's policy, as far as a block can say it: the user is identified first; every write has its own confirmation,
 * which names action and order; the order was looked up, and has the status that the write needs.
 */
export const retailBlock: string = [
  "```sop",
  "steps:",
  "  - id: identify",
  "    tools: [retail/find_user_id_by_email, retail/find_user_id_by_name_zip]",
  "  - { id: look, tool: retail/get_order_details, level: may, after: [identify] }",
  ...Object.entries(writes).flatMap(([name, { needs }]) => [
    `  - { id: confirm_${name}, tool: retail/confirm, level: may, after: [identify], args: { action: ${name} } }`,
    needs === undefined
      ? `  - { id: ${name}, tool: retail/${name}, level: may, after: [{ step: confirm_${name}, path: yes, equals: true }], args: { user_id: { sameAs: confirm_${name} } } }`
      : `  - { id: ${name}, tool: retail/${name}, level: may, after: [look, { step: confirm_${name}, path: yes, equals: true }], when: { step: look, path: status, equals: ${needs} }, args: { order_id: { sameAs: confirm_${name} } } }`,
  ]),
  "```",
].join("\n");

/** The tasks of a file, with their calls under the namespace `retail`. */
export function readTasks(file: string): readonly DeskTask[] {
  interface Action {
    readonly name: string;
    readonly arguments: JsonObject;
  }
  type Row = { readonly id: string; readonly evaluation_criteria: { readonly actions: readonly Action[] | null } };
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];
  return rows.map(({ id, evaluation_criteria: { actions } }) => ({
    id,
    actions: (actions ?? []).map((action) => ({ tool: `retail/${action.name}`, input: action.arguments })),
  }));
}

/** The desk as the database has it. */
export function readDesk(file: string): Desk {
  const data = JSON.parse(readFileSync(file, "utf8")) as {
    readonly orders: Readonly<Record<string, { readonly status: string }>>;
    readonly users: JsonObject;
  };
  return {
    orders: new Map(Object.entries(data.orders).map(([id, { status }]) => [id, { status, changes: [] }])),
    users: new Map(Object.keys(data.users).map((id) => [id, []])),
  };
}

/** What a call answers, and the desk after it. */
export function perform(desk: Desk, { tool, input }: DeskCall): { readonly output: JsonObject; readonly desk: Desk } {
  const name = tool.replace("retail/", "");
  const orderId = input["order_id"] as string;
  const order = desk.orders.get(orderId);
  if (name === "confirm") return { output: { yes: true }, desk };
  if (name === "get_order_details") return { output: { status: order?.status ?? "unknown" }, desk };
  const write = writes[name];
  if (write === undefined) return { output: {}, desk };
  const change = `${name} ${JSON.stringify(input)}`;
  if (order) {
    const changed = { status: write.leaves ?? order.status, changes: [...order.changes, change] };
    return { output: {}, desk: { ...desk, orders: new Map([...desk.orders, [orderId, changed]]) } };
  }
  const userId = input["user_id"] as string;
  return {
    output: {},
    desk: { ...desk, users: new Map([...desk.users, [userId, [...(desk.users.get(userId) ?? []), change]]]) },
  };
}

/** The expected calls with what the policy demands around them: identification, a look at the order, a confirmation. */
export function asPolicyDemands(task: DeskTask): readonly DeskCall[] {
  const isIdentification = ({ tool }: DeskCall): boolean => tool.includes("find_user_id");
  const first = task.actions.find(isIdentification) ?? {
    tool: "retail/find_user_id_by_email",
    input: { email: "user" },
  };
  const others = task.actions.filter((call) => !isIdentification(call));
  return [first, ...others.flatMap((call) => [...preparationOf(call), call])];
}

/** The look and the confirmation that a write needs. */
export function preparationOf({ tool, input }: DeskCall): readonly DeskCall[] {
  const name = tool.replace("retail/", "");
  const write = writes[name];
  if (write === undefined) return [];
  const confirm = {
    tool: "retail/confirm",
    input: { action: name, ...pick(input, "order_id"), ...pick(input, "user_id") },
  };
  return write.needs === undefined
    ? [confirm]
    : [{ tool: "retail/get_order_details", input: pick(input, "order_id") }, confirm];
}

function pick(input: JsonObject, key: string): JsonObject {
  const value = input[key];
  return value === undefined ? {} : { [key]: value };
}
