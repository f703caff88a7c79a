import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { appendLog, modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

/** An inner workflow that asks a person and then writes, as a node that an outer loop enters twice. */
function nested() {
  const written: string[] = [];
  const write = defineTool({
    name: "log/write",
    description: "Write.",
    effect: "write",
    input: z.object({ text: z.string() }),
    run: ({ text }) => written.push(text),
  });
  const inner = defineWorkflow({
    name: "inner",
    state: TestState,
    start: "approve",
    tools: [write],
    nodes: {
      approve: approvalNode({
        ask: (state: TestStateValue) => ({ title: `Write ${state.request}?` }),
        save: (decision) => ({ flag: decision.approved }),
      }),
      write: toolNode({
        tool: write,
        input: (state: TestStateValue) => ({ text: state.request }),
        save: () => ({ answer: "written" }),
      }),
    },
    edges: { approve: (state) => (state.flag ? "write" : "end"), write: "end" },
  });
  const outer = defineWorkflow({
    name: "outer",
    state: TestState,
    start: "before",
    nodes: {
      before: (state: TestStateValue) => ({ log: ["before"], request: `${state.request}${state.log.length}` }),
      inner: workflowNode({
        workflow: inner,
        input: (state: TestStateValue) => ({ request: state.request }),
        save: (final) => ({ log: [`inner ${final.request} ${final.answer ?? "rejected"}`] }),
      }),
    },
    edges: { before: "inner", inner: (state) => (state.log.length < 4 ? "before" : "end") },
    reduce: { log: appendLog },
  });
  return { outer, written };
}

describe("a workflow as a node", () => {
  test("waits inside, is resumed inside, and is entered again as a new visit", async () => {
    const { outer, written } = nested();
    const runner = createRunner({
      workflow: outer,
      skills: skillsOf({}),
      model: modelByNode({}),
      store: createMemoryStore(),
    });
    const first = await runner.start({ request: "r" }, { thread: "t" });
    if (first.status !== "waiting") throw new Error(first.status);
    expect(first.approvals).toMatchObject([{ title: "Write r0?", node: "inner/approve" }]);
    const second = await runner.resume("t", { [first.approvals[0].id]: { approved: true } });
    if (second.status !== "waiting") throw new Error(second.status);
    expect(second.approvals).toMatchObject([{ title: "Write r02?", node: "inner#2/approve" }]);
    const done = await runner.resume("t", { [second.approvals[0].id]: { approved: false } });
    expect(done).toMatchObject({
      status: "completed",
      state: { log: ["before", "inner r0 written", "before", "inner r02 rejected"] },
    });
    expect(written).toEqual(["r0"]);
  });

  test("checks what it is given against the inner schema", async () => {
    const { outer } = nested();
    const runner = createRunner({
      workflow: {
        ...outer,
        nodes: {
          ...outer.nodes,
          before: { ...outer.nodes["before"]!, run: async () => ({ update: { request: 7 } }) },
        },
      },
      skills: skillsOf({}),
      model: modelByNode({}),
      store: createMemoryStore(),
    });
    expect(await runner.start({})).toMatchObject({ status: "failed", error: { code: "STATE_INVALID" } });
  });
});

test("an answer asked for inside is checked before it is stored, in every visit", async () => {
  const inner = defineWorkflow({
    name: "inner",
    state: TestState,
    start: "ask",
    nodes: {
      ask: approvalNode({
        ask: (_state: TestStateValue) => ({ title: "How many?" }),
        answer: z.object({ n: z.number() }),
        save: (decision) => ({ answer: String((decision.answer?.n ?? 0) + 1) }),
      }),
    },
    edges: { ask: "end" },
  });
  const outer = defineWorkflow({
    name: "outer",
    state: TestState,
    start: "inner",
    nodes: {
      inner: workflowNode({
        workflow: inner,
        input: (_state: TestStateValue) => ({}),
        save: (final) => ({ log: [final.answer ?? ""] }),
      }),
    },
    edges: { inner: (state) => (state.log.length < 2 ? "inner" : "end") },
    reduce: { log: appendLog },
  });
  const runner = createRunner({
    workflow: outer,
    skills: skillsOf({}),
    model: modelByNode({}),
    store: createMemoryStore(),
  });
  let result = await runner.start({}, { thread: "t" });
  for (const n of [5, 7]) {
    if (result.status !== "waiting") throw new Error(result.status);
    const id = result.approvals[0].id;
    await expect(runner.resume("t", { [id]: { approved: true, answer: { n: "5" } } })).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    await expect(runner.resume("t", { [id]: { approved: true } })).rejects.toMatchObject({ code: "DECISION_INVALID" });
    result = await runner.resume("t", { [id]: { approved: true, answer: { n } } });
  }
  expect(result).toMatchObject({ status: "completed", state: { log: ["6", "8"] } });
});
