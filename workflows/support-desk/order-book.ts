import { join } from "node:path";
import { type Caller, toolError } from "sopwith";
import { z } from "zod";
import { readJsonFile, writeFileWhole } from "../shared/json-file.ts";
import { workFolder } from "../shared/work-folder.ts";

/** One order. Amounts are in euro. */
export const Order = z.object({
  orderId: z.string(),
  item: z.string(),
  total: z.number(),
  status: z.enum(["preparing", "shipped", "delivered"]),
  expected: z.string().optional(),
  deliveredDaysAgo: z.int().optional(),
  refunds: z.array(z.object({ refundId: z.string(), amount: z.number(), key: z.string() })),
});

/** An order as data. */
export type Order = z.output<typeof Order>;

/** Where the desk's data files are. */
export const dataFolder: string = join(import.meta.dirname, "data");

/** The run's own copy of the orders, and the folder its tickets are kept in. */
export function deskFolder(caller: Caller): string {
  return workFolder({ workflow: "support-desk", data: dataFolder, files: ["orders.json"], caller });
}

/** An order as this run has left it. */
export function readOrder(caller: Caller, orderId: string): Order {
  return findOrder(readOrders(caller), orderId);
}

/**
 * Writes a refund into an order; the same key again changes nothing.
 * Reads and writes without a pause, so two calls at the same time cannot lose each other's change.
 * @throws `REFUND_TOO_HIGH` when more would be refunded than was paid
 */
export function refundInBook(
  caller: Caller,
  { orderId, amount, key }: { readonly orderId: string; readonly amount: number; readonly key: string },
): Order["refunds"][number] {
  const orders = readOrders(caller);
  const order = findOrder(orders, orderId);
  const booked = order.refunds.find((refund) => refund.key === key);
  if (booked) return booked;
  const left = order.refunds.reduce((rest, refund) => rest - refund.amount, order.total);
  if (amount > left) throw refundTooHigh(amount, left);
  const refund = { refundId: `R-${orderId}-${order.refunds.length + 1}`, amount, key };
  const changed = orders.map((other) => (other === order ? { ...order, refunds: [...order.refunds, refund] } : other));
  writeFileWhole(join(deskFolder(caller), "orders.json"), `${JSON.stringify(changed, undefined, 2)}\n`);
  return refund;
}

/**
 * The order of this number.
 * @throws `ORDER_UNKNOWN`
 */
export function findOrder(orders: readonly Order[], orderId: string): Order {
  const order = orders.find((other) => other.orderId === orderId.toUpperCase());
  if (order) return order;
  throw toolError({
    code: "ORDER_UNKNOWN",
    message: `There is no order "${orderId}". Order numbers look like A-1001; ask the user to look at the invoice.`,
    effect: "none",
    retryable: false,
  });
}

function readOrders(caller: Caller): readonly Order[] {
  return readJsonFile(join(deskFolder(caller), "orders.json"), z.array(Order));
}

function refundTooHigh(amount: number, left: number): Error {
  return toolError({
    code: "REFUND_TOO_HIGH",
    message: `${amount} EUR cannot be refunded: ${left} EUR of what was paid is left.`,
    effect: "none",
    retryable: false,
  });
}
