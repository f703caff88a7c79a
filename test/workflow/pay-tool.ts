import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";

/** A tool that pays, needs a person's word each time it is not granted, and keeps what it paid. */
export function payTool() {
  const paid: string[] = [];
  const tool = defineTool({
    name: "bank/pay",
    description: "Pay an amount to an account.",
    effect: "destructive",
    idempotency: "keyed",
    input: z.object({ to: z.string(), amount: z.number().default(1) }),
    run: ({ to, amount }) => {
      paid.push(`${to}:${amount}`);
      return { paid: to };
    },
  });
  return { tool, paid };
}

/** What a model asks for who wants to pay. */
export const pay = (to: string) => ({ name: "bank/pay", arguments: { to } });
