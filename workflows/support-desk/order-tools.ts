import { join } from "node:path";
import { defineTool } from "sopwith";
import { z } from "zod";
import { readJsonFile } from "../shared/json-file.ts";
import { dataFolder, findOrder, Order, readOrder } from "./order-book.ts";

const OrderNumber = z.object({ orderId: z.string().min(1).describe("Such as A-1001") });
const OrderAnswer = Order.omit({ refunds: true }).extend({
  refunded: z.number(),
  source: z.enum(["live", "last-night"]),
});

/** An order as the shop system has it; its fallback is {@link getOrderOfLastNight}. */
export const getOrder = defineTool({
  name: "orders/get",
  description: "One order: item, total in euro, status, delivery, what was refunded so far.",
  effect: "read",
  input: OrderNumber,
  output: OrderAnswer,
  policy: { timeoutMs: 5000, retry: { maxAttempts: 2, backoffMs: 50 }, fallback: ["orders/get_last_night"] },
  run: ({ orderId }, { caller }) => ({ ...toAnswer(readOrder(caller, orderId)), source: "live" as const }),
});

/** An order as last night's copy has it: newer orders and today's changes are missing. */
export const getOrderOfLastNight = defineTool({
  name: "orders/get_last_night",
  description: "One order as it stood last night. Stands in for orders/get.",
  effect: "read",
  input: OrderNumber,
  output: OrderAnswer,
  policy: { timeoutMs: 5000 },
  run: ({ orderId }) => {
    const orders = readJsonFile(join(dataFolder, "orders-last-night.json"), z.array(Order));
    return { ...toAnswer(findOrder(orders, orderId)), source: "last-night" as const };
  },
});

function toAnswer({ refunds, ...order }: Order): Omit<z.input<typeof OrderAnswer>, "source"> {
  return { ...order, refunded: refunds.reduce((sum, refund) => sum + refund.amount, 0) };
}
