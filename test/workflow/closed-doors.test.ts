import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import type { NodeLimits } from "../../src/workflow/node-limits.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState } from "./kit.ts";

/** A node pays, then waits for a yes to a mail. What happens to the payment's tool meanwhile is up to the test. */
function desk(answers: () => string = () => "paid") {
  let paid = 0;
  const store = createMemoryStore();
  const pay = defineTool({
    name: "pay/charge",
    description: "Charges once.",
    effect: "write",
    input: z.object({ amount: z.number() }),
    run: () => {
      paid += 1;
      return answers();
    },
  });
  const mail = defineTool({
    name: "mail/send",
    description: "Sends.",
    effect: "write",
    input: z.object({}),
    policy: { confirm: "always" },
    run: () => "sent",
  });
  const turns = [{ name: "pay/charge", arguments: { amount: 5 } }, { name: "mail/send" }];
  const model = scriptedModel((_request, asked) => {
    const call = turns[asked - 1];
    return call ? { calls: [call] } : { text: "done" };
  });
  const runnerOver = (tools: ToolRegistry, governance: Governance = {}, limits: Partial<NodeLimits> = {}) =>
    createRunner({
      workflow: defineWorkflow({
        name: "help",
        state: TestState,
        start: "desk",
        nodes: { desk: skillNode({ skill: "help", input: () => "go", save: (answer) => ({ answer }), limits }) },
        edges: { desk: "end" },
      }),
      tools,
      skills: skillsOf({ help: "Help." }),
      model,
      store,
      governance,
    });
  return { pay, mail, model, runnerOver, paid: () => paid };
}

describe("a call that has ended keeps its outcome when its tool may no longer be called", () => {
  const ways: readonly (readonly [string, (parts: ReturnType<typeof desk>) => [ToolRegistry, Governance?]])[] = [
    ["is gone", ({ mail }) => [createToolRegistry({ tools: [mail] })]],
    [
      "is switched off",
      ({ pay, mail }) => {
        const tools = createToolRegistry({ tools: [pay, mail] });
        tools.adjust({ routes: [], offToolsets: ["pay"], offTools: [], descriptions: {} });
        return [tools];
      },
    ],
    [
      "is denied by a rule",
      ({ pay, mail }) => [createToolRegistry({ tools: [pay, mail] }), { policies: { agents: { desk: ["mail/*"] } } }],
    ],
    [
      "is not there",
      ({ pay, mail }) => [createToolRegistry({ tools: [{ ...pay, available: { check: () => false } }, mail] })],
    ],
  ];
  test.each(ways)("because it %s", async (_why, close) => {
    const parts = desk();
    const { pay, mail, model, runnerOver, paid } = parts;
    const waiting = await runnerOver(createToolRegistry({ tools: [pay, mail] })).start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const done = await runnerOver(...close(parts)).resume(
      "t",
      { [waiting.approvals[0].id]: { approved: true } },
      { migrate: true },
    );
    expect(done).toMatchObject({ status: "completed", answer: "done" });
    expect(results(model.requests.at(-1)!)).toEqual([expect.stringContaining("paid"), expect.stringContaining("sent")]);
    expect(paid()).toBe(1);
  });

  test("because a turn may hold fewer calls now", async () => {
    const { pay, mail, model, runnerOver, paid } = desk();
    const tools = createToolRegistry({ tools: [pay, mail] });
    const waiting = await runnerOver(tools).start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const yes = { [waiting.approvals[0].id]: { approved: true } };
    await runnerOver(tools, {}, { maxCallsPerTurn: 0 }).resume("t", yes, { migrate: true });
    expect(results(model.requests.at(-1)!)[0]).toContain("paid");
    expect(paid()).toBe(1);
  });

  test("and one in doubt stays in doubt: a person looks, and what they found is told", async () => {
    const { pay, mail, model, runnerOver, paid } = desk(() => {
      throw new Error("connection reset");
    });
    const waiting = await runnerOver(createToolRegistry({ tools: [pay, mail] })).start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const closed = createToolRegistry({ tools: [pay, mail] });
    closed.adjust({ routes: [], offToolsets: ["pay"], offTools: [], descriptions: {} });
    const found = { approved: true, by: "Ann", answer: { outcome: "happened", result: "paid after all" } };
    const next = await runnerOver(closed).resume("t", { [waiting.approvals[0].id]: found });
    if (next.status !== "waiting") throw new Error(next.status);
    const done = await runnerOver(closed).resume("t", { [next.approvals[0].id]: { approved: true } });
    expect(done).toMatchObject({ status: "completed", answer: "done" });
    expect(results(model.requests.at(-1)!)[0]).toContain("paid after all");
    expect(paid()).toBe(1);
  });
});
