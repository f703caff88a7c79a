import type { RunStore } from "../store/run-store.ts";
import { buildGraph } from "./build-graph.ts";
import { type LangGraph, loadLangGraph } from "./load-langgraph.ts";
import type { RunContext, WorkflowParts } from "./run-context.ts";
import type { Workflow } from "./workflow.ts";

/** The key under which a run's context is handed to its nodes. A symbol: nothing that is serialised finds it. */
export const RUN_CONTEXT: unique symbol = Symbol("sopwith run context");

/** A workflow's graph as the runner uses it. */
export interface CompiledGraph {
  readonly langGraph: LangGraph;
  readonly graph: ReturnType<ReturnType<typeof buildGraph>["compile"]>;
  readonly saver: Awaited<ReturnType<RunStore["checkpointer"]>>;
}

/** Loads LangGraph and compiles a workflow for runs whose context comes with each invocation. */
export async function compileGraph(workflow: Workflow, parts: WorkflowParts): Promise<CompiledGraph> {
  const [langGraph, saver] = await Promise.all([loadLangGraph(), parts.store.checkpointer()]);
  return {
    langGraph,
    saver,
    graph: buildGraph(langGraph, workflow, { contextOf, prefix: "" }).compile({ checkpointer: saver }),
  };
}

/** What the runner handed to LangGraph with the run. */
function contextOf(config: { readonly context?: unknown }): RunContext {
  return (config.context as { readonly [RUN_CONTEXT]: RunContext })[RUN_CONTEXT];
}
