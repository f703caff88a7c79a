import { readFileSync } from "node:fs";
import type { JsonObject } from "../../src/base/json.ts";

/** One call of a run. */
export interface DeskCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** An item of an order. */
export interface OrderItem {
  readonly product_id: string;
  readonly item_id: string;
  readonly price: number;
  readonly options: JsonObject;
}

/** A payment or a refund. */
export interface Payment {
  readonly transaction_type: "payment" | "refund";
  readonly amount: number;
  readonly payment_method_id: string;
}

/** An order as far as it is used; further fields stay as they are. */
export interface Order {
  readonly order_id: string;
  readonly user_id: string;
  readonly status: string;
  readonly address: JsonObject;
  readonly items: readonly OrderItem[];
  readonly payment_history: readonly Payment[];
}

/** A user with the ways to pay. */
export interface User {
  readonly user_id: string;
  readonly email: string;
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly address: { readonly zip: string };
  readonly payment_methods: Readonly<
    Record<string, { readonly source: string; readonly id: string; readonly balance?: number }>
  >;
}

/** A product with the items that can be had of it. */
export interface Product {
  readonly product_id: string;
  readonly variants: Readonly<Record<string, OrderItem & { readonly available: boolean }>>;
}

/** The data of the desk, never changed in place. */
export interface Desk {
  readonly orders: ReadonlyMap<string, Order>;
  readonly users: ReadonlyMap<string, User>;
  readonly products: ReadonlyMap<string, Product>;
}

/** A task: the calls that its author expects, in order. */
export interface DeskTask {
  readonly id: string;
  readonly actions: readonly DeskCall[];
}

/** The desk as the database has it. */
export function readDesk(file: string): Desk {
  const data = JSON.parse(readFileSync(file, "utf8")) as {
    readonly orders: Readonly<Record<string, Order>>;
    readonly users: Readonly<Record<string, User>>;
    readonly products: Readonly<Record<string, Product>>;
  };
  const toMap = <Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
    new Map(Object.entries(record));
  return { orders: toMap(data.orders), users: toMap(data.users), products: toMap(data.products) };
}

/** The tasks of a file, with their calls under a namespace. */
export function readTasks(file: string, namespace: string): readonly DeskTask[] {
  interface Action {
    readonly name: string;
    readonly arguments: JsonObject;
  }
  interface Row {
    readonly id: string;
    readonly evaluation_criteria: { readonly actions?: readonly Action[] | null };
  }
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];
  return rows.map(({ id, evaluation_criteria: { actions } }) => ({
    id,
    actions: (actions ?? []).map((action) => ({ tool: `${namespace}/${action.name}`, input: action.arguments })),
  }));
}

/** A value that should be a text; anything else is an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
