import { appendFileSync } from "node:fs";
import { z } from "zod";
import type { ModelRequest } from "../../src/model/model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { type Answer, results, TestState } from "./kit.ts";

/** Where payments are written down, and what happens around one. */
export interface PaymentParts {
  readonly folder: string;
  readonly before?: () => Promise<void> | void;
  readonly after?: () => Promise<void> | void;
  readonly version?: number;
}

/** A tool that moves money and takes no key: each run of it is a line in `effects`. */
export function payment({ folder, before, after, version = 1 }: PaymentParts): AnyTool {
  return defineTool({
    name: "bank/pay",
    version,
    description: "Pay.",
    effect: "write",
    input: z.object({ amount: z.number() }),
    run: async ({ amount }) => {
      await before?.();
      appendFileSync(`${folder}/effects`, `${amount}\n`);
      await after?.();
      return { paid: amount };
    },
  });
}

/** One node that pays once and says what it was told. */
export const payWorkflow = (tool: AnyTool) =>
  defineWorkflow({
    name: "pays",
    state: TestState,
    start: "pay",
    tools: [tool],
    nodes: { pay: skillNode({ skill: "pay", input: () => "Pay 5.", save: (text) => ({ answer: text }) }) },
    edges: { pay: "end" },
  });

/** What a model says that pays, and then repeats what came of it. */
export function payAnswers(request: ModelRequest): Answer {
  const told = results(request);
  return told.length === 0
    ? { calls: [{ name: "bank/pay", arguments: { amount: 5 } }] }
    : { text: `told: ${told.join(" ")}` };
}
