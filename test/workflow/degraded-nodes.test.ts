import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { TestState, type TestStateValue } from "./kit.ts";
import { oneNode, runnerOf } from "./one-node.ts";

test("a function node can say that it is only half a success", async () => {
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    nodes: {
      work: (_state, visit) => {
        visit.degrade("One source was missing.");
        return { answer: "half" };
      },
    },
    edges: { work: "end" },
  });
  expect(await runnerOf(workflow).start({})).toMatchObject({
    status: "degraded",
    answer: "half",
    reasons: ["work: One source was missing."],
  });
});

test("a tool node's fallback answers in its place", async () => {
  const main = defineTool({
    name: "a/main",
    description: "Fails.",
    effect: "read",
    input: z.object({}),
    policy: { fallback: ["a/spare"] },
    run: () => {
      throw toolError({ code: "DOWN", message: "not yet", effect: "none" });
    },
  });
  const spare = defineTool({
    name: "a/spare",
    description: "Works.",
    effect: "read",
    input: z.object({}),
    run: () => "spare",
  });
  const node = toolNode({
    tool: main,
    input: (_state: TestStateValue) => ({}),
    save: (output) => ({ answer: String(output) }),
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: [main, spare],
    nodes: { work: node },
    edges: { work: "end" },
  });
  expect(await runnerOf(workflow).start({})).toMatchObject({ status: "completed", answer: "spare" });
});

test("a tool node does not hand on an answer that breaks the tool's promise, and does not repeat the write", async () => {
  let runs = 0;
  const tool = defineTool({
    name: "a/book",
    description: "Books.",
    effect: "write",
    input: z.object({}),
    output: z.object({ id: z.string() }),
    run: () => {
      runs += 1;
      return { id: 7 } as never;
    },
  });
  const node = toolNode({
    tool,
    input: (_state: TestStateValue) => ({}),
    save: ({ id }) => ({ answer: id }),
    retry: { maxAttempts: 3 },
  });
  const workflow = oneNode(node, tool);
  expect(await runnerOf(workflow).start({})).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining("carried out") },
  });
  expect(runs).toBe(1);
});
