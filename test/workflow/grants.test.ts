import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";
import { pay, payTool } from "./pay-tool.ts";

describe("grants of an approval node", () => {
  function granted(
    calls: readonly { name: string; arguments: { to: string; amount?: number } }[],
    grants: readonly { tool: string; input: { to: string } }[],
  ) {
    const { tool, paid } = payTool();
    const model = modelByNode({ work: [{ calls: calls.map((call) => ({ ...call })) }, { text: "done" }] });
    const workflow = defineWorkflow({
      name: "grants",
      state: TestState,
      start: "approve",
      tools: [tool],
      nodes: {
        approve: approvalNode({
          ask: (_state: TestStateValue) => ({ title: "Pay?" }),
          grants: () => [...grants],
          save: (decision) => ({ flag: decision.approved }),
        }),
        work: skillNode({
          skill: "pay",
          input: (_state: TestStateValue) => "go",
          grantedBy: "approve",
          save: (text) => ({ answer: text }),
        }),
      },
      edges: { approve: (state) => (state.flag ? "work" : "end"), work: "end" },
    });
    return {
      runner: createRunner({ workflow, skills: skillsOf({ pay: "Pay." }), model, store: createMemoryStore() }),
      paid,
    };
  }

  async function approveFirst(runner: ReturnType<typeof granted>["runner"]) {
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    return runner.resume("t", { [waiting.approvals[0].id]: { approved: true, by: "ana" } });
  }

  test("cover a call whose arguments contain the granted values", async () => {
    const { runner, paid } = granted(
      [{ name: "bank/pay", arguments: { to: "a", amount: 5 } }],
      [{ tool: "bank/pay", input: { to: "a" } }],
    );
    expect((await approveFirst(runner)).status).toBe("completed");
    expect(paid).toEqual(["a:5"]);
  });

  test("cover one call only: the second one is asked for", async () => {
    const { runner, paid } = granted([pay("a"), pay("a")], [{ tool: "bank/pay", input: { to: "a" } }]);
    const result = await approveFirst(runner);
    expect({ status: result.status, paid }).toEqual({ status: "waiting", paid: ["a:1"] });
  });

  test("do not cover another account", async () => {
    const { runner, paid } = granted([pay("b")], [{ tool: "bank/pay", input: { to: "a" } }]);
    const result = await approveFirst(runner);
    expect({ status: result.status, paid }).toEqual({ status: "waiting", paid: [] });
  });

  test("count for a tool node too", async () => {
    const { tool, paid } = payTool();
    const workflow = defineWorkflow({
      name: "tool-grant",
      state: TestState,
      start: "approve",
      tools: [tool],
      nodes: {
        approve: approvalNode({
          ask: (_state: TestStateValue) => ({ title: "Pay?" }),
          grants: () => [{ tool: "bank/pay", input: { to: "a" } }],
          save: (decision) => ({ flag: decision.approved }),
        }),
        pay: toolNode({
          tool,
          input: (_state: TestStateValue) => ({ to: "a", amount: 2 }),
          grantedBy: "approve",
          save: (output) => ({ answer: JSON.stringify(output) }),
        }),
      },
      edges: { approve: (state) => (state.flag ? "pay" : "end"), pay: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
    const result = await approveFirst(runner);
    expect({ status: result.status, paid }).toEqual({ status: "completed", paid: ["a:2"] });
  });
});
