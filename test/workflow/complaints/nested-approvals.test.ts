import { describe, expect, test } from "vitest";
import { approvalNode } from "../../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import type { DecisionInput } from "../../../src/workflow/run-result.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import type { WorkflowNode } from "../../../src/workflow/node.ts";
import { workflowNode } from "../../../src/workflow/workflow-node.ts";
import { appendLog, TestState, type TestStateValue } from "../kit.ts";
import { bankTool, payment, played, questionOf, questionsOf, yes } from "./bank.ts";

/** A workflow that pays inside another one, after a step that must not be done twice. */
function outerOf(names: readonly string[], script: Parameters<typeof played>[1]) {
  const { pay, paid } = bankTool();
  const before: string[] = [];
  const inner = defineWorkflow({
    name: "inner",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: {
      work: skillNode({
        skill: "bank",
        input: ({ request }: TestStateValue) => request,
        save: (text) => ({ log: [`inner ${text}`] }),
      }),
    },
    edges: { work: "end" },
    reduce: { log: appendLog },
  });
  const node = () =>
    workflowNode({
      workflow: inner,
      input: ({ request, log }: TestStateValue) => ({ request, log }),
      save: ({ log }) => ({ log: log.slice(-1) }),
    });
  const nodes: Record<string, WorkflowNode<TestStateValue> | ((state: TestStateValue) => Partial<TestStateValue>)> = {
    first: () => {
      before.push("first");
      return { log: ["first"] };
    },
    last: () => ({ log: ["last"] }),
  };
  const edges: Record<string, string | readonly [string, ...string[]]> = {
    first: names as [string, ...string[]],
    last: "end",
  };
  for (const name of names) {
    nodes[name] = node();
    edges[name] = "last";
  }
  const outer = defineWorkflow({
    name: "outer",
    state: TestState,
    start: "first",
    nodes,
    edges,
    reduce: { log: appendLog },
  });
  return { ...played(outer, script), paid, before };
}

describe("an approval inside a nested workflow", () => {
  test("is one question, resumes where it was asked, and repeats neither the steps before nor the model", async () => {
    const { runner, model, paid, before } = outerOf(["pay"], {
      "pay/work": [{ calls: [payment("ana")] }, { text: "paid" }],
    });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    expect(asked).toMatchObject({ node: "pay/work", kind: "confirmation" });
    expect(await runner.approvals()).toHaveLength(1);
    const done = await runner.resume("t", { [asked.id]: yes });
    expect(done).toMatchObject({ status: "completed", state: { log: ["first", "inner paid", "last"] } });
    expect({ paid, before, asked: model.requests.length }).toEqual({ paid: ["ana 1"], before: ["first"], asked: 2 });
  });

  test.each<[string, DecisionInput, readonly string[]]>([
    ["a yes", yes, ["ana 1"]],
    ["a no", { approved: false, by: "ana", reason: "no" }, []],
    ["an edit", { ...yes, answer: { input: { to: "bo", amount: 2 } } }, ["bo 2"]],
  ])("takes %s", async (_what, decision, expected) => {
    const { runner, paid } = outerOf(["pay"], { "pay/work": [{ calls: [payment("ana")] }, { text: "done" }] });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    expect((await runner.resume("t", { [asked.id]: decision })).status).toBe("completed");
    expect(paid).toEqual(expected);
  });

  test("may be followed by a second one, which is asked and waited for too", async () => {
    const { runner, paid } = outerOf(["pay"], {
      "pay/work": [{ calls: [payment("ana")] }, { calls: [payment("bo")] }, { text: "both" }],
    });
    const first = questionOf(await runner.start({}, { thread: "t" }));
    const second = questionOf(await runner.resume("t", { [first.id]: yes }));
    expect(second.id).not.toBe(first.id);
    expect(await runner.resume("t", { [second.id]: yes })).toMatchObject({ status: "completed" });
    expect(paid).toEqual(["ana 1", "bo 1"]);
  });

  test("belongs to its own branch where two run side by side, also after one was decided", async () => {
    const { runner, paid } = outerOf(["left", "right"], {
      "left/work": [{ calls: [payment("ana")] }, { text: "left" }],
      "right/work": [{ calls: [payment("bo")] }, { text: "right" }],
    });
    const asked = questionsOf(await runner.start({}, { thread: "t" }));
    expect(asked.map(({ node }) => node).toSorted()).toEqual(["left/work", "right/work"]);
    const right = asked.find(({ node }) => node === "right/work")!;
    const left = questionOf(await runner.resume("t", { [right.id]: { approved: false, by: "ana" } }));
    expect(left.node).toBe("left/work");
    expect((await runner.resume("t", { [left.id]: yes })).status).toBe("completed");
    expect(paid).toEqual(["ana 1"]);
  });

  test("of an approval node is asked under the path of the outer node", async () => {
    const inner = defineWorkflow({
      name: "inner",
      state: TestState,
      start: "ask",
      nodes: { ask: approvalNode({ ask: () => ({ title: "Go?" }), save: ({ approved }) => ({ flag: approved }) }) },
      edges: { ask: "end" },
    });
    const outer = defineWorkflow({
      name: "outer",
      state: TestState,
      start: "inner",
      nodes: {
        inner: workflowNode({ workflow: inner, input: () => ({}), save: ({ flag }) => ({ flag: flag === true }) }),
      },
      edges: { inner: "end" },
    });
    const { runner } = played(outer, {});
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    expect(asked.node).toBe("inner/ask");
    expect(await runner.resume("t", { [asked.id]: yes })).toMatchObject({ status: "completed", state: { flag: true } });
  });
});

test("a list that both workflows add to is not doubled by the nesting", async () => {
  const { runner } = outerOf(["pay"], { "pay/work": [{ text: "looked" }] });
  expect(await runner.start({}, { thread: "t" })).toMatchObject({ state: { log: ["first", "inner looked", "last"] } });
});
