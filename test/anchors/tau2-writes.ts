import type { JsonObject } from "../../src/base/json.ts";
import { textOf, type Desk, type Order, type OrderItem, type Payment, type User } from "./tau2-desk.ts";

/** What a write comes to: the desk after it, or why it was refused by the desk itself. */
export type Written = { readonly desk: Desk } | { readonly refused: string };

/** The writes of the desk, by name, each after what the policy says of it. */
export const deskWrites: Readonly<Record<string, (desk: Desk, input: JsonObject) => Written>> = {
  cancel_pending_order: (desk, input) =>
    onOrder(desk, input, "pending", (order) => {
      const refunds = order.payment_history.map((payment) => ({ ...payment, transaction_type: "refund" as const }));
      const payment_history = [...order.payment_history, ...refunds];
      return { ...order, status: "cancelled", cancel_reason: input["reason"], payment_history };
    }),
  modify_pending_order_address: (desk, input) =>
    onOrder(desk, input, "pending", (order) => ({ ...order, address: addressOf(input) })),
  modify_pending_order_payment: (desk, input) =>
    onOrder(desk, input, "pending", (order) => {
      const [first] = order.payment_history;
      const method = textOf(input["payment_method_id"]);
      if (first === undefined || first.payment_method_id === method) return "the payment method is the same";
      const changed: readonly Payment[] = [
        { ...first, payment_method_id: method },
        { ...first, transaction_type: "refund" },
      ];
      return { ...order, payment_history: [...order.payment_history, ...changed] };
    }),
  modify_pending_order_items: (desk, input) =>
    onOrder(desk, input, "pending", (order) => {
      const change = exchange(desk, order, input);
      if (typeof change === "string") return change;
      const { items, difference, method } = change;
      const type = difference > 0 ? "payment" : "refund";
      const paid: Payment = {
        transaction_type: type,
        amount: cents(Math.abs(difference)),
        payment_method_id: method,
      };
      return {
        ...order,
        items,
        status: "pending (item modified)",
        payment_history: [...order.payment_history, paid],
      };
    }),
  return_delivered_order_items: (desk, input) =>
    onOrder(desk, input, "delivered", (order) => {
      const user = desk.users.get(order.user_id);
      const method = textOf(input["payment_method_id"]);
      const paidBy = order.payment_history[0]?.payment_method_id;
      if (user?.payment_methods[method] === undefined) return "the user has no such payment method";
      if (method !== paidBy && !method.startsWith("gift_card")) return "the refund goes elsewhere";
      const kept = withoutItems(order.items, list(input["item_ids"]));
      if (kept === undefined) return "an item is not in the order";
      const return_items = list(input["item_ids"]).toSorted();
      return { ...order, status: "return requested", return_items, return_payment_method_id: method };
    }),
  exchange_delivered_order_items: (desk, input) =>
    onOrder(desk, input, "delivered", (order) => {
      const change = exchange(desk, order, input);
      if (typeof change === "string") return change;
      return {
        ...order,
        status: "exchange requested",
        exchange_items: list(input["item_ids"]).toSorted(),
        exchange_new_items: list(input["new_item_ids"]).toSorted(),
        exchange_payment_method_id: change.method,
        exchange_price_difference: cents(change.difference),
      };
    }),
  modify_user_address: (desk, input) => {
    const id = textOf(input["user_id"]);
    const user = desk.users.get(id);
    if (user === undefined) return { refused: "there is no such user" };
    const changed = { ...user, address: addressOf(input) as JsonObject & User["address"] };
    return { desk: { ...desk, users: new Map([...desk.users, [id, changed]]) } };
  },
};

function onOrder(desk: Desk, input: JsonObject, status: string, change: (order: Order) => Order | string): Written {
  const id = textOf(input["order_id"]);
  const order = desk.orders.get(id);
  if (order === undefined) return { refused: "there is no such order" };
  if (order.status !== status) return { refused: `the order is ${order.status}, not ${status}` };
  const changed = change(order);
  if (typeof changed === "string") return { refused: changed };
  return { desk: { ...desk, orders: new Map([...desk.orders, [id, changed]]) } };
}

interface Exchange {
  readonly items: readonly OrderItem[];
  readonly difference: number;
  readonly method: string;
}

function exchange(desk: Desk, order: Order, input: JsonObject): Exchange | string {
  const [old, wanted] = [list(input["item_ids"]), list(input["new_item_ids"])];
  if (old.length !== wanted.length) return "each item needs a new one";
  const method = textOf(input["payment_method_id"]);
  const payment = desk.users.get(order.user_id)?.payment_methods[method];
  if (payment === undefined) return "the user has no such payment method";
  let items = [...order.items];
  let difference = 0;
  for (const [index, id] of old.entries()) {
    const at = items.findIndex((item) => item.item_id === id);
    const item = items[at];
    const variant = item && desk.products.get(item.product_id)?.variants[wanted[index]!];
    if (item === undefined || !variant?.available) return `${id} cannot become ${wanted[index]}`;
    difference += variant.price - item.price;
    const { price, options } = variant;
    items = items.with(at, { ...item, item_id: wanted[index]!, price, options });
  }
  if (payment.source === "gift_card" && (payment.balance ?? 0) < difference) return "the gift card has too little";
  return { items, difference, method };
}

function withoutItems(items: readonly OrderItem[], ids: readonly string[]): readonly OrderItem[] | undefined {
  let kept = [...items];
  for (const id of ids) {
    const at = kept.findIndex((item) => item.item_id === id);
    if (at === -1) return undefined;
    kept = kept.toSpliced(at, 1);
  }
  return kept;
}

function addressOf(input: JsonObject): JsonObject {
  const { order_id: _order, user_id: _user, ...address } = input;
  return address;
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
