import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { AnyNode } from "../../src/workflow/node.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

/** A workflow of one node, which is called "work". */
export function oneNode(work: AnyNode<TestStateValue>, ...tools: AnyTool[]): Workflow<typeof TestState> {
  return defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools,
    nodes: { work },
    edges: { work: "end" },
  });
}

/** A workflow whose only node calls a tool without input and keeps what it gives as the answer. */
export function oneCall(tool: AnyTool, more: { readonly retry?: { readonly maxAttempts: number } } = {}) {
  const node = toolNode({
    tool,
    input: (_state: TestStateValue) => ({}),
    save: (output) => ({ answer: typeof output === "string" ? output : JSON.stringify(output) }),
    ...more,
  });
  return oneNode(node, tool);
}

/** Runs a workflow in memory, without a model and without skills. */
export function runnerOf(workflow: Workflow<typeof TestState>): Runner<typeof TestState> {
  return createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
}
