import { z } from "zod";
import type { ToolPolicySpec } from "../../src/tools/define-tool.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool, Availability, Effect, Visibility } from "../../src/tools/tool.ts";

/** Five fields and an object inside: the arguments of every measured call. */
export const orderSchema = z.object({
  customer: z.string().min(1).max(64),
  quantity: z.number().int().min(1).max(1000),
  priority: z.enum(["low", "normal", "high"]),
  gift: z.boolean().optional(),
  shipping: z.object({ street: z.string(), tags: z.array(z.string()).max(16) }),
});

export type Order = z.output<typeof orderSchema>;

export const order: Order = {
  customer: "acme",
  quantity: 7,
  priority: "high",
  gift: true,
  shipping: { street: "1 Main", tags: ["a", "b"] },
};

export const takeOrder = async ({ quantity }: Order): Promise<object> => ({ id: "o-1", total: quantity * 3 });

/** What a measured tool has of its own. */
export interface OrderTool {
  readonly name?: string;
  readonly effect?: Effect;
  readonly run?: (order: Order) => Promise<object>;
  readonly policy?: ToolPolicySpec;
  readonly visibility?: Visibility;
  readonly available?: Availability;
}

/** A tool that takes an order; a write with a key unless it says otherwise. */
export function orderTool({
  name = "shop/order",
  effect = "write",
  run = takeOrder,
  ...rest
}: OrderTool = {}): AnyTool {
  return defineTool({
    name,
    description: "Creates an order.",
    effect,
    idempotency: effect === "read" ? "safe" : "keyed",
    input: orderSchema,
    run,
    ...rest,
  });
}
