import { z } from "zod";
import type { ChatModel } from "../../src/model/model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createSigner, type Signer } from "../../src/workflow/signer.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { appendLog, results, scriptedModel, TestState, type TestStateValue } from "../workflow/kit.ts";
import type { FailPoints } from "./fail-points.ts";
import { actOn, hasHappened } from "./world.ts";

/** A value that must stand in no byte of the store. */
export const CANARY = "canary-4d1f0a77c2";

/** Signs decisions under a key that no store holds. */
export const signer: Signer = createSigner("the shop keeps this key apart from its store");

interface Shop {
  readonly url: string;
  readonly points: FailPoints;
}

/** A tool that does one thing to the world; each kind of promise about repeating it is in one of them. */
function worldTool(
  { url, points }: Shop,
  name: string,
  kind: "keyed" | "none" | "lookup",
  confirm: "never" | "always" = "never",
) {
  const input = z.object({ amount: z.number() });
  return defineTool({
    name,
    description: `Does ${name}.`,
    effect: "write",
    idempotency: kind === "keyed" ? "keyed" : "none",
    input,
    output: z.object({ done: z.string() }),
    policy: { confirm },
    ...(kind === "lookup" && {
      lookup: async (key: string) => {
        points.pass(`lookup ${name}`);
        const found = await hasHappened(url, key);
        return found ? { found: true as const, output: resultOf(name) } : { found: false as const };
      },
    }),
    run: async (given: z.output<typeof input>, { callId }) => {
      points.pass(`before ${name}`);
      await actOn(url, { callId, tool: name, input: given, keyed: kind === "keyed" });
      points.pass(`after ${name}`);
      return resultOf(name);
    },
  });
}

/** What a tool of the shop gives; the one that reserves lets a secret slip. */
export function resultOf(tool: string): { readonly done: string } {
  return { done: tool === "shop/reserve" ? `${tool} ${CANARY}` : tool };
}

/** A workflow with every kind of call, an approval with a grant, and a confirmation. */
export function shopWorkflow(shop: Shop) {
  const look = defineTool({
    name: "shop/look",
    description: "Look.",
    effect: "read",
    input: z.object({}),
    run: () => ({ stock: 3 }),
  });
  const reserve = worldTool(shop, "shop/reserve", "keyed");
  const pay = worldTool(shop, "shop/pay", "none", "always");
  const ship = worldTool(shop, "shop/ship", "lookup");
  const notify = worldTool(shop, "shop/notify", "none", "always");
  const step = (name: string, grantedBy?: string) =>
    skillNode({
      skill: "shop",
      input: () => name,
      save: (text) => ({ log: [`${name}: ${text}`] }),
      ...(grantedBy !== undefined && { grantedBy }),
    });
  return defineWorkflow({
    name: "shop",
    state: TestState,
    start: "reserve",
    tools: [look, reserve, pay, ship, notify],
    nodes: {
      reserve: step("reserve"),
      approve: approvalNode({
        ask: () => ({ title: "Pay 5?" }),
        grants: () => [{ tool: "shop/pay", input: { amount: 5 } }],
        save: (decision, state: TestStateValue) => ({
          flag: decision.approved,
          log: [`approve: ${state.log.length}`],
        }),
      }),
      pay: step("pay", "approve"),
      notify: toolNode({
        tool: notify,
        input: () => ({ amount: 1 }),
        save: ({ done }) => ({ log: [`notify: ${done}`] }),
      }),
    },
    edges: { reserve: "approve", approve: "pay", pay: "notify", notify: "end" },
    reduce: { log: appendLog },
  });
}

/** The calls of each node, turn by turn; a call that did not happen is made again. */
const CALLS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  reserve: [["shop/look"], ["shop/reserve"]],
  pay: [["shop/pay"], ["shop/ship"]],
};

export function shopModel(points: FailPoints): ChatModel {
  return scriptedModel((request) => {
    points.pass("before model");
    const node = /^Node: (.*)$/m.exec(request.messages[0]!.text)![1]!;
    const told = results(request);
    const done = told.filter((text) => !text.includes("had not happened")).length;
    points.pass("after model");
    const calls = CALLS[node]?.[done];
    if (!calls) return { text: "done" };
    return {
      calls: calls.map((name) => ({ name, arguments: name === "shop/look" ? {} : { amount: 5 } })),
    };
  });
}
