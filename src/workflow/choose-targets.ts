import { END_TARGET } from "./edge.ts";
import type { AnyState } from "./node.ts";
import { edgeEmpty, edgeFailed, edgeUnknown } from "./workflow-errors.ts";
import type { Workflow } from "./workflow.ts";

/**
 * Where a run goes after a node, from the state as the node leaves it.
 * @throws `EDGE_EMPTY`, `EDGE_UNKNOWN`
 */
export function chooseTargets(workflow: Workflow, node: string, state: AnyState): readonly string[] {
  const edge = workflow.edges[node]!;
  if (typeof edge === "string") return [edge];
  const choose = typeof edge === "function" ? edge : "choose" in edge ? edge.choose : undefined;
  if (!choose) return edge as readonly string[];
  const chosen = askEdge(workflow, node, () => (choose as (state: AnyState) => unknown)(state));
  const targets = Array.isArray(chosen) ? [...new Set(chosen as unknown[])] : [chosen];
  if (targets.length === 0) throw edgeEmpty(workflow.name, node);
  for (const target of targets) {
    if (target === END_TARGET || (typeof target === "string" && Object.hasOwn(workflow.nodes, target))) continue;
    throw edgeUnknown({ workflow: workflow.name, node, target, nodes: Object.keys(workflow.nodes) });
  }
  return targets as string[];
}

function askEdge(workflow: Workflow, node: string, choose: () => unknown): unknown {
  try {
    return choose();
  } catch (error) {
    throw edgeFailed(workflow.name, node, error);
  }
}

/** The state as a node leaves it, before other branches of the same step are added. */
export function applyUpdate(workflow: Workflow, state: AnyState, update: AnyState): AnyState {
  const next = { ...state };
  for (const [key, written] of Object.entries(update)) {
    const reduce = workflow.reduce[key];
    next[key] = reduce && state[key] !== undefined ? reduce(state[key], written) : written;
  }
  return next;
}
