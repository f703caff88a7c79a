import { z } from "zod";
import { bareContext } from "./bare-context.ts";
import type { NodeConfig } from "./build-graph.ts";
import { workflowRegistry } from "./collect-tools.ts";
import { defineWorkflow } from "./define-workflow.ts";
import { enterNode } from "./enter-node.ts";
import { loadLangGraph } from "./load-langgraph.ts";
import { createMemoryStore } from "../store/memory-store.ts";
import { openGateway } from "./open-gateway.ts";
import type { AnyState, WorkflowNode } from "./node.ts";
import type { WorkflowParts } from "./run-context.ts";
import { graphNodeParts } from "./workflow-errors.ts";

/** What LangGraph calls: state in, changed keys out. */
export type GraphNodeFunction<State> = (state: State, config: NodeConfig) => Promise<Partial<State>>;

/**
 * Puts one of our nodes into a hand-written `StateGraph`: `graph.addNode("assess", toGraphNode(node, parts))`. It goes by
 * the graph's name for it, and its visits are told apart by LangGraph's step number. A failure is thrown; the graph's own retry policy must be off.
 *
 * A node that no model works in needs no parts: `toGraphNode(toolNode({ ... }))`. The tool of a tool node needs not be
 * registered. Without a `store` it is kept in memory what was called, which is enough where the graph has no checkpointer
 * that outlives the process.
 *
 * @throws `GRAPH_NODE_PARTS` when a node that a model works in is given no `skills` or no `model`
 */
export function toGraphNode<State>(
  node: WorkflowNode<State>,
  given: Partial<WorkflowParts> = {},
): GraphNodeFunction<State> {
  const parts = completeParts(node, given);
  // The node runs in a workflow of its own, so that limits and tools are where it looks for them.
  const workflow = defineWorkflow({
    name: "graph",
    state: z.object({}),
    start: "node",
    nodes: { node: node as WorkflowNode<object> },
    edges: { node: "end" },
  });
  const tools = workflowRegistry(workflow, parts.tools);
  tools.add(
    (node.calls ?? []).filter(({ name }) => tools.resolve(name) === undefined),
    "a graph",
  );
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

/** A tool node, and an approval that reads no skill, ask no model. */
function completeParts<State>(
  { kind, skills: read }: WorkflowNode<State>,
  { store = createMemoryStore(), skills, model, ...others }: Partial<WorkflowParts>,
): WorkflowParts {
  const asksNobody = kind === "tool" || (kind === "approval" && read.length === 0);
  if (skills && model) return { ...others, store, skills, model };
  const missing = [...(skills ? [] : ["skills"]), ...(model ? [] : ["model"])];
  const refusal = graphNodeParts(kind, missing);
  if (!asksNobody) throw refusal;
  const refuse = (): Promise<never> => Promise.reject(refusal);
  return {
    ...others,
    store,
    skills: skills ?? { list: () => [], get: refuse, resources: refuse, readResource: refuse },
    model: model ?? { name: "none", respond: refuse },
  };
}
