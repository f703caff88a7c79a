import type { JsonObject } from "../../src/base/json.ts";
import type { AnswerCall } from "./tau2-run.ts";
import { textOf, type Desk, type DeskCall, type DeskTask, type User } from "./tau2-desk.ts";
import { deskWrites } from "./tau2-writes.ts";

/** The writes on orders: the status the order must have, what the user confirms, and whether it ends what can be done. */
export const orderWrites: Readonly<
  Record<string, { readonly needs: string; readonly details: readonly string[]; readonly ends: boolean }>
> = {
  cancel_pending_order: { needs: "pending", details: ["order_id", "reason"], ends: true },
  modify_pending_order_address: { needs: "pending", details: ["order_id", "address1", "zip"], ends: false },
  modify_pending_order_payment: { needs: "pending", details: ["order_id", "payment_method_id"], ends: false },
  modify_pending_order_items: {
    needs: "pending",
    details: ["order_id", "item_ids", "new_item_ids", "payment_method_id"],
    ends: true,
  },
  return_delivered_order_items: {
    needs: "delivered",
    details: ["order_id", "item_ids", "payment_method_id"],
    ends: true,
  },
  exchange_delivered_order_items: {
    needs: "delivered",
    details: ["order_id", "item_ids", "new_item_ids", "payment_method_id"],
    ends: true,
  },
};

const names = Object.keys(orderWrites);

/**
 * The policy as far as a block can say it: one user is identified first; each write has a confirmation of its own, of
 * the same details; the order was looked up, and has the status that the write needs; after a write that ends what can
 * be done to an order nothing more is done to it; what the desk cannot do goes to a human, and nothing else does.
 */
export const retailBlock: string = [
  "```sop",
  "steps:",
  "  - { id: request, tool: retail/take_request }",
  "  - id: transfer",
  "    tool: retail/transfer_to_human_agents",
  "    when: { step: request, path: kind, equals: other }",
  "  - id: identify",
  "    tools: [retail/find_user_id_by_email, retail/find_user_id_by_name_zip]",
  "    level: may",
  "    times: { atMost: 1 }",
  "  - { id: look, tool: retail/get_order_details, level: may, after: [{ step: identify, is: done }] }",
  ...names.flatMap((name) =>
    stepsOf(name, [`{ step: look, path: status, equals: ${orderWrites[name]!.needs}, same: order_id, fresh: true }`]),
  ),
  ...stepsOf("modify_user_address", ["{ step: identify, is: done }"]),
  "never:",
  ...names
    .filter((name) => orderWrites[name]!.ends)
    .flatMap((last) => names.map((name) => `  - { tool: retail/${name}, args: { order_id: { sameAs: ${last} } } }`)),
  "```",
].join("\n");

const otherTools =
  "find_user_id_by_email find_user_id_by_name_zip get_user_details get_order_details get_product_details get_item_details calculate transfer_to_human_agents take_request confirm".split(
    " ",
  );

/** The tools of the desk, and two that say what is said: the user's wish, and the yes to a write. */
export const retailTools: readonly string[] = [...Object.keys(deskWrites), ...otherTools].map(
  (name) => `retail/${name}`,
);

/** The desk's side of the tools. The user says yes, unless `says` has it otherwise. */
export function createDesk(start: Desk, says = true): { readonly answer: AnswerCall; desk(): Desk } {
  let desk = start;
  const answer: AnswerCall = ({ tool, input }) => {
    const name = tool.replace("retail/", "");
    const write = deskWrites[name]?.(desk, input);
    if (write !== undefined && "refused" in write) return write.refused;
    if (write !== undefined) desk = write.desk;
    if (name === "confirm") return { yes: says };
    if (name === "take_request") return { kind: input["kind"] ?? "desk" };
    if (name === "get_order_details") {
      const order = desk.orders.get(textOf(input["order_id"]));
      return order ? { status: order.status } : "there is no such order";
    }
    if (!name.startsWith("find_user")) return {};
    const user = [...desk.users.values()].find((other) => isMeant(other, input));
    return user ? { user_id: user.user_id } : "there is no such user";
  };
  return { answer, desk: () => desk };
}

/** The expected calls with what the policy demands around them. */
export function asPolicyDemands(task: DeskTask, desk: Desk): readonly DeskCall[] {
  const isOther = task.actions.some(({ tool }) => tool.endsWith("transfer_to_human_agents"));
  const isFinding = ({ tool }: DeskCall): boolean => tool.includes("find_user_id");
  const found = task.actions.filter(isFinding);
  const first = found.length > 0 ? found : identificationOf(task, desk);
  const others = task.actions.filter((call) => !isFinding(call));
  const request = { tool: "retail/take_request", input: { kind: isOther ? "other" : "desk" } };
  return [request, ...first, ...others.flatMap((call) => [...preparationOf(call), call])];
}

/** The look and the confirmation that a write needs. */
export function preparationOf({ tool, input }: DeskCall): readonly DeskCall[] {
  const name = tool.replace("retail/", "");
  if (deskWrites[name] === undefined) return [];
  const confirm = { tool: "retail/confirm", input: { action: name, ...input } };
  if (orderWrites[name] === undefined) return [confirm];
  return [{ tool: "retail/get_order_details", input: { order_id: input["order_id"]! } }, confirm];
}

/** The confirmation of a write, and the write, once what `before` names has been. */
function stepsOf(name: string, before: readonly string[]): string[] {
  const details = orderWrites[name]?.details ?? ["user_id", "address1", "zip"];
  const yes = `{ step: confirm_${name}, path: yes, equals: true, same: [${details.join(", ")}], fresh: true }`;
  return [
    `  - { id: confirm_${name}, tool: retail/confirm, level: may, args: { action: ${name} } }`,
    `  - { id: ${name}, tool: retail/${name}, level: may, after: [{ step: identify, is: done }, ${[...before, yes].join(", ")}] }`,
  ];
}

/** A task that begins behind the identification is given the one its orders imply. */
function identificationOf({ actions }: DeskTask, desk: Desk): readonly DeskCall[] {
  const inputs = actions.map(({ input }) => input);
  const ids = inputs.flatMap((input) => input["user_id"] ?? desk.orders.get(textOf(input["order_id"]))?.user_id ?? []);
  const user = desk.users.get(textOf(ids[0]));
  return user ? [{ tool: "retail/find_user_id_by_email", input: { email: user.email } }] : [];
}

function isMeant({ email, name, address }: User, input: JsonObject): boolean {
  if (input["email"] !== undefined) return email === input["email"];
  const { first_name, last_name, zip } = input;
  return name.first_name === first_name && name.last_name === last_name && address.zip === zip;
}
