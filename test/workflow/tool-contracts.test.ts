import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { modelByNode, skillsOf, TestState } from "./kit.ts";

const pay = (input: z.ZodObject, description = "Pay."): AnyTool =>
  defineTool({ name: "bank/pay", description, effect: "write", input, run: () => ({}) }) as AnyTool;

const inEuro = z.object({ amount: z.number() });
const inCents = z.object({ amount: z.int(), unit: z.literal("cent") });

const runnerWith = (tools: readonly AnyTool[], store = createMemoryStore()) => ({
  store,
  runner: createRunner({
    workflow: defineWorkflow({
      name: "w",
      state: TestState,
      start: "approve",
      tools,
      nodes: { approve: approvalNode({ ask: () => ({ title: "Pay?" }), save: () => ({ answer: "paid" }) }) },
      edges: { approve: "end" },
    }),
    skills: skillsOf({}),
    model: modelByNode({}),
    store,
  }),
});

async function waiting() {
  const { runner, store } = runnerWith([pay(inEuro)]);
  const result = await runner.start({}, { thread: "t" });
  if (result.status !== "waiting") throw new Error(result.status);
  return { store, yes: { [result.approvals[0].id]: { approved: true } } };
}

describe("a run that waits while a tool's contract changes", () => {
  test("does not go on by itself: the refusal names the tool, both contracts and the ways on", async () => {
    const { store, yes } = await waiting();
    await expect(runnerWith([pay(inCents)], store).runner.resume("t", yes)).rejects.toMatchObject({
      code: "RUN_TOOLS_CHANGED",
      details: [expect.stringMatching(/^bank\/pay: it was [0-9a-f]{16} and is [0-9a-f]{16} now\.$/)],
      hint: expect.stringMatching(/--migrate.*threads cancel t/),
    });
    expect(await store.run("t/1")).toMatchObject({ status: "waiting" });
  });

  test("goes on with the new contract when somebody wants that, and then without asking", async () => {
    const { store, yes } = await waiting();
    const { runner } = runnerWith([pay(inCents)], store);
    expect(await runner.resume("t", yes, { migrate: true })).toMatchObject({ status: "completed", answer: "paid" });
  });

  test("says that a tool is gone", async () => {
    const { store, yes } = await waiting();
    await expect(runnerWith([], store).runner.resume("t", yes)).rejects.toMatchObject({
      details: [expect.stringMatching(/^bank\/pay: it was [0-9a-f]{16} and is gone\.$/)],
    });
  });

  test("does not mind other words, or a tool that came", async () => {
    const { store, yes } = await waiting();
    const more = defineTool({
      name: "a/look",
      description: "Look.",
      effect: "read",
      input: z.object({}),
      run: () => 1,
    });
    const { runner } = runnerWith([pay(inEuro, "Pay some money."), more], store);
    expect(await runner.resume("t", yes)).toMatchObject({ status: "completed" });
  });
});
