import { nextNodes } from "./check-workflow.ts";
import type { Workflow } from "./workflow.ts";

/** Which nodes are joins, and which joins must let which others go first. */
export interface Joins {
  /** Nodes that several edges lead to: they are entered when all branches that were taken have arrived. */
  readonly names: ReadonlySet<string>;
  /** For each join, the other joins from which it can still be reached. */
  readonly after: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the joins. LangGraph enters all deferred nodes together as soon as nothing else is left to do, so a join
 * behind another join would be entered too early and then once more; `after` says for whom it must step back.
 */
export function findJoins(workflow: Workflow): Joins {
  const names = Object.keys(workflow.nodes);
  const incoming = new Map<string, Set<string>>([[workflow.start, new Set(["start"])]]);
  for (const name of names)
    for (const next of nextNodes(workflow, name)) incoming.set(next, (incoming.get(next) ?? new Set()).add(name));
  const joins = names.filter((name) => (incoming.get(name)?.size ?? 0) > 1);
  const reach = new Map(names.map((name) => [name, reachableFrom(workflow, name)]));
  const after = new Map<string, readonly string[]>();
  for (const [place, join] of joins.entries()) {
    const earlier = joins.filter((other, otherPlace) => {
      if (other === join || !reach.get(other)?.has(join)) return false;
      // In a circle the one that is written first goes first.
      return !reach.get(join)?.has(other) || otherPlace < place;
    });
    after.set(join, earlier);
  }
  return { names: new Set(joins), after };
}

function reachableFrom(workflow: Workflow, name: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...nextNodes(workflow, name)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...nextNodes(workflow, next));
  }
  return reached;
}
