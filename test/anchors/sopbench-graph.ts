/** Nodes are calls or gates; a connection points from what waits to what it waits for. Node 0 is the goal. */
export interface ActionGraph {
  readonly nodes: readonly ("and" | "or" | readonly [string, Readonly<Record<string, string>>])[];
  readonly connections: readonly (readonly [number, number])[];
}

/** The nodes that the arrows of a node point to. */
export function targetsOf(graph: ActionGraph, node: number): readonly number[] {
  return graph.connections.filter(([from]) => from === node).map(([, to]) => to);
}

/** A node and all that it waits for, by way of whatever. */
export function reachedFrom(graph: ActionGraph, node: number): ReadonlySet<number> {
  const reached = new Set<number>();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!reached.has(next)) open.push(...targetsOf(graph, next));
    reached.add(next);
  }
  return reached;
}

/**
 * The graph without arrows that ask for nothing: those that lead back to what is waiting (a goal that is its own
 * predecessor), and those to gates that join nothing.
 */
export function withoutCircles(graph: ActionGraph): ActionGraph {
  const kept: (readonly [number, number])[] = [];
  const done = new Map<number, boolean>();
  /** True for a node that something can wait for. */
  const visit = (node: number, path: readonly number[]): boolean => {
    const known = done.get(node);
    if (known !== undefined) return known;
    const inner = [...path, node];
    const targets = [...new Set(targetsOf(graph, node))].filter((to) => !inner.includes(to) && visit(to, inner));
    kept.push(...targets.map((to) => [node, to] as const));
    const counts = targets.length > 0 || typeof graph.nodes[node] !== "string";
    done.set(node, counts);
    return counts;
  };
  graph.nodes.forEach((_node, index) => visit(index, []));
  return { nodes: graph.nodes, connections: kept };
}
