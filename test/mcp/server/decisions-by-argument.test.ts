import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { serveMcp } from "../../../src/mcp/server/serve-mcp.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { createRunner } from "../../../src/workflow/runner.ts";
import { toolNode } from "../../../src/workflow/tool-node.ts";
import { connectHttp } from "./clients.ts";
import { shopFolder } from "./served.ts";
import { openShop } from "./shop.ts";

const paid: number[] = [];
const pay = defineTool({
  name: "bank/pay",
  description: "Pays.",
  effect: "destructive",
  input: z.object({ sum: z.number() }),
  output: z.object({}),
  run: ({ sum }) => {
    paid.push(sum);
    return {};
  },
});
const workflow = defineWorkflow({
  name: "pay",
  state: z.object({ answer: z.string().default("") }),
  start: "send",
  tools: [pay],
  nodes: { send: toolNode({ tool: pay, input: () => ({ sum: 5 }), save: () => ({ answer: "paid" }) }) },
  edges: { send: "end" },
});

test("a decision that is handed on says yes to a call as it was asked, and changes nothing of it", async () => {
  const { parts, store } = await openShop(shopFolder());
  const skills = parts.skills!;
  const runner = createRunner({ workflow, skills, store, model: { name: "none", respond: () => Promise.reject() } });
  const workflows = [{ workflow, open: async () => ({ runner, close: async () => {} }) }];
  const options = { overHttp: true, http: { port: 0 }, decisions: "arguments" } as const;
  const served = await serveMcp({ ...parts, workflows, governance: {} }, options);
  onTestFinished(async () => {
    await served.close();
    await store.close();
  });
  const client = await connectHttp(served.url!, { era: "legacy" });
  const { structuredContent } = await client.callTool({ name: "workflow_pay", arguments: {} });
  const { thread, questions } = structuredContent as { thread: string; questions: { id: string }[] };
  const decide = (decision: object) =>
    client.callTool({ name: "workflow_resume", arguments: { thread, decisions: { [questions[0]!.id]: decision } } });
  const edited = await decide({ approved: true, answer: { input: { sum: 500 } } });
  expect([edited.isError, JSON.stringify(edited.content), paid]).toEqual([
    true,
    expect.stringContaining("is answered with yes or no only"),
    [],
  ]);
  expect(await decide({ approved: true })).toMatchObject({ structuredContent: { status: "completed" } });
  expect(paid).toEqual([5]);
});
