import { canonicalJson } from "../base/json.ts";
import { digest } from "./call-identity.ts";
import type { Workflow } from "./workflow.ts";

/** The shape of a workflow as a hash: names and kinds of nodes, edges, state keys. Code inside nodes is not part of it. */
export function workflowHash(workflow: Workflow): string {
  let hash = hashes.get(workflow);
  if (hash === undefined) hashes.set(workflow, (hash = hashShape(workflow)));
  return hash;
}

const hashes = new WeakMap<Workflow, string>();

function hashShape(workflow: Workflow): string {
  const nodes = Object.fromEntries(
    Object.entries(workflow.nodes).map(([name, node]) => [
      name,
      [node.kind, node.skills, node.tools, node.grantedBy ?? null],
    ]),
  );
  const edges = Object.fromEntries(
    Object.entries(workflow.edges).map(([name, edge]) => [
      name,
      typeof edge === "function" ? edge.toString() : JSON.stringify(edge),
    ]),
  );
  const shape = {
    nodes,
    edges,
    start: workflow.start,
    fallbacks: workflow.fallbacks,
    keys: Object.keys(workflow.state.shape),
  };
  return digest(canonicalJson(shape), 16);
}
