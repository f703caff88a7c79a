import type { Dice } from "../skills/random-sop.ts";
import { withoutCircles, type ActionGraph } from "./sopbench-graph.ts";
import type { Constraint, SopBenchCase } from "./sopbench.ts";

/**
 * A random case in the form of the set, with what a domain may bring: gates in gates and gates that join nothing, one
 * tool under several arguments, the same call twice, arrows that lead back, a goal alone, a tree of checks or none.
 */
export function randomCase(dice: Dice): SopBenchCase {
  return {
    user_goal: "goal",
    initial_database: {},
    constraint_parameters: {},
    user_known: { a: 1, b: 2, c: 3 },
    constraints: dice.chance(15) ? null : randomTree(dice, 0),
    action_should_succeed: true,
    directed_action_graph: withoutCircles(randomGraph(dice)),
  };
}

function randomGraph(dice: Dice): ActionGraph {
  const size = dice.below(9);
  const used = new Set<string>();
  const nodes: ActionGraph["nodes"][number][] = [["goal", {}]];
  const connections: [number, number][] = [];
  for (let index = 1; index <= size; index += 1) {
    if (dice.chance(40)) {
      nodes.push(dice.pick(["and", "or"] as const));
      continue;
    }
    const call: readonly [string, Readonly<Record<string, string>>] = [
      dice.pick(["look", "ask", "check"]),
      { id: dice.pick(["a", "b", "c", "unsaid"]) },
    ];
    const key = JSON.stringify(call);
    nodes.push(used.has(key) ? [`tool_${index}`, {}] : call);
    used.add(key);
  }
  for (let from = 0; from < nodes.length; from += 1) {
    for (let to = from + 1; to < nodes.length; to += 1) if (dice.chance(30)) connections.push([from, to]);
    if (dice.chance(8)) connections.push([from, dice.below(from + 1)]);
  }
  return dice.chance(20) ? withTwin({ nodes, connections }, dice) : { nodes, connections };
}

/** The graph with one call a second time, which waits for the same and is waited for by the goal. */
function withTwin({ nodes, connections }: ActionGraph, dice: Dice): ActionGraph {
  const node = dice.below(nodes.length);
  const call = nodes[node]!;
  if (node === 0 || typeof call === "string") return { nodes, connections };
  const twin = nodes.length;
  const same = connections.filter(([from]) => from === node).map(([, to]) => [twin, to] as const);
  return { nodes: [...nodes, call], connections: [...connections, ...same, [0, twin]] };
}

function randomTree(dice: Dice, depth: number): Constraint {
  if (depth > 2 || dice.chance(40)) {
    const name = dice.pick(["exists", "enough", "allowed", "open", "paid"]);
    return ["single", dice.chance(25) ? `not ${name}` : name, dice.chance(50) ? { who: dice.pick(["a", "b"]) } : null];
  }
  const parts = Array.from({ length: 1 + dice.below(3) }, () => randomTree(dice, depth + 1));
  return [dice.pick(["and", "or", "chain", "gate"] as const), parts];
}
