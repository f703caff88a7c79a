import { z } from "zod";
import { bareContext } from "./bare-context.ts";
import type { NodeConfig } from "./build-graph.ts";
import { workflowRegistry } from "./collect-tools.ts";
import { defineWorkflow } from "./define-workflow.ts";
import { enterNode } from "./enter-node.ts";
import { loadLangGraph } from "./load-langgraph.ts";
import { openGateway } from "./open-gateway.ts";
import type { AnyState, WorkflowNode } from "./node.ts";
import type { WorkflowParts } from "./run-context.ts";

/** What LangGraph calls: state in, changed keys out. */
export type GraphNodeFunction<State> = (state: State, config: NodeConfig) => Promise<Partial<State>>;

/**
 * Puts one of our nodes into a hand-written `StateGraph`: `graph.addNode("assess", toGraphNode(node, parts))`. It goes by
 * the graph's name for it, and its visits are told apart by LangGraph's step number. A failure is thrown; the graph's own retry policy must be off.
 */
export function toGraphNode<State>(node: WorkflowNode<State>, parts: WorkflowParts): GraphNodeFunction<State> {
  // The node runs in a workflow of its own, so that limits and tools are where it looks for them.
  const workflow = defineWorkflow({
    name: "graph",
    state: z.object({}),
    start: "node",
    nodes: { node: node as WorkflowNode<object> },
    edges: { node: "end" },
  });
  const tools = workflowRegistry(workflow, parts.tools);
  const made = { parts: { ...parts, tools }, gateway: openGateway({ ...parts, tools }), workflow };
  return async (state, config) => {
    const { interrupt, isGraphBubbleUp } = await loadLangGraph();
    const context = await bareContext(made, config);
    const { metadata } = config as { readonly metadata?: Readonly<Record<string, unknown>> };
    const name = typeof metadata?.["langgraph_node"] === "string" ? metadata["langgraph_node"] : "node";
    const visit = Number(metadata?.["langgraph_step"] ?? 1);
    const entered = await enterNode({
      context,
      name,
      path: name,
      node: node as WorkflowNode<AnyState>,
      state: state as AnyState,
      visit,
      interrupt,
      steers: isGraphBubbleUp,
    });
    if ("failure" in entered) throw entered.failure;
    return entered.result.update as Partial<State>;
  };
}
