import { defineTool } from "sopwith";
import { z } from "zod";
import { refundInBook } from "./order-book.ts";

/** Books a refund. No skill may call it; the workflow does, behind the approval. */
export const createRefund = defineTool({
  name: "refunds/create",
  description: "Pay back an amount in euro for one order.",
  effect: "write",
  idempotency: "keyed",
  input: z.object({ orderId: z.string(), amount: z.number().positive() }),
  output: z.object({ refundId: z.string(), amount: z.number() }),
  policy: { timeoutMs: 10_000, retry: { maxAttempts: 3, backoffMs: 50 } },
  run: ({ orderId, amount }, { caller, idempotencyKey }) => {
    const refund = refundInBook(caller, { orderId, amount, key: idempotencyKey });
    return { refundId: refund.refundId, amount: refund.amount };
  },
});
