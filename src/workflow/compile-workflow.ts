import { bareContext } from "./bare-context.ts";
import { buildGraph } from "./build-graph.ts";
import { workflowRegistry } from "./collect-tools.ts";
import { loadLangGraph } from "./load-langgraph.ts";
import { openGateway } from "./open-gateway.ts";
import type { WorkflowParts } from "./run-context.ts";
import type { Workflow } from "./workflow.ts";

/** A compiled LangGraph graph, as `langgraph.json`, Studio and `useStream` take it. */
export type CompiledWorkflow = ReturnType<ReturnType<typeof buildGraph>["compile"]>;

/** Options of `compileWorkflow`. */
export interface CompileOptions {
  /** `none` for servers that bring a saver of their own. @default "store" */
  readonly checkpointer?: "store" | "none";
}

/**
 * Compiles a workflow into a LangGraph graph for use without a runner. Nodes, tools, approvals and the journal work as
 * in a run; what the runner adds does not: no lease on the thread, no run status, no final answer. A waiting graph is
 * woken with `new Command({ resume: true })` after a decision was written to the store.
 */
export async function compileWorkflow(
  workflow: Workflow,
  parts: WorkflowParts,
  options: CompileOptions = {},
): Promise<CompiledWorkflow> {
  const tools = workflowRegistry(workflow, parts.tools);
  const made = { parts: { ...parts, tools }, gateway: openGateway({ ...parts, tools }), workflow };
  const langGraph = await loadLangGraph();
  const graph = buildGraph(langGraph, workflow, { contextOf: (config) => bareContext(made, config), prefix: "" });
  return options.checkpointer === "none"
    ? graph.compile()
    : graph.compile({ checkpointer: await parts.store.checkpointer() });
}
