import { z } from "zod";
import type { RunStore } from "../../../src/store/run-store.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { RunResult } from "../../../src/workflow/run-result.ts";
import type { ApprovalView } from "../../../src/trace/run-event.ts";
import { createRunner, type Runner } from "../../../src/workflow/runner.ts";
import type { StateSchema, Workflow } from "../../../src/workflow/workflow.ts";
import { type Answer, modelByNode, type ScriptedModel, skillsOf } from "../kit.ts";

/** A tool that pays after a person's yes, and what it paid. */
export function bankTool() {
  const paid: string[] = [];
  const pay = defineTool({
    name: "bank/pay",
    description: "Pay an amount.",
    effect: "write",
    input: z.object({ to: z.string(), amount: z.number().default(1) }),
    policy: { confirm: "always" },
    run: ({ to, amount }) => {
      paid.push(`${to} ${amount}`);
      return { paid: to };
    },
  });
  return { pay, paid };
}

/** A model's call of that tool. */
export const payment = (to: string): NonNullable<Answer["calls"]>[number] => ({ name: "bank/pay", arguments: { to } });

/** A runner whose model plays a list of answers for each node. */
export function played<Schema extends StateSchema>(
  workflow: Workflow<Schema>,
  script: Readonly<Record<string, readonly Answer[]>>,
  store: RunStore = createMemoryStore(),
): { readonly runner: Runner<Schema>; readonly model: ScriptedModel; readonly store: RunStore } {
  const model = modelByNode(script);
  return { runner: createRunner({ workflow, skills: skillsOf({ bank: "Pay." }), model, store }), model, store };
}

/** What a run waits for. */
export function questionsOf<State>(result: RunResult<State>): readonly ApprovalView[] {
  if (result.status !== "waiting") throw new Error(`The run is ${result.status}.`);
  return result.approvals;
}

/** The one question a run waits for. */
export function questionOf<State>(result: RunResult<State>): ApprovalView {
  const [only, ...more] = questionsOf(result);
  if (!only || more.length > 0) throw new Error(`${more.length + 1} questions are open.`);
  return only;
}

/** A yes, as ana says it. */
export const yes = { approved: true, by: "ana" } as const;
