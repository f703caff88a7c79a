import type { Conformance } from "../../src/skills/conformance.ts";
import type { SopState } from "../../src/skills/sop-state.ts";
import type { AdaptedCase } from "./sopbench.ts";
import { targetsOf, type ActionGraph } from "./sopbench-graph.ts";

/** Orders in which the goal's needs can be called: for each choice among the branches of the gates, the needs first. */
export function truths(graph: ActionGraph, limit = 64): readonly (readonly number[])[] {
  const runs = new Map<string, readonly number[]>();
  const choose = (choice: ReadonlyMap<number, number>): void => {
    if (runs.size >= limit) return;
    const { order, gates } = inOrder(graph, choice);
    const open = gates.filter((gate) => !choice.has(gate)).toSorted((a, b) => a - b)[0];
    if (open === undefined) runs.set(order.join(), order);
    else for (const branch of targetsOf(graph, open)) choose(new Map([...choice, [open, branch]]));
  };
  choose(new Map());
  return [...runs.values()];
}

/** Whether the calls that were made satisfy what a node waits for, each call counting only if its own needs were met. */
export function isSatisfied(graph: ActionGraph, order: readonly number[]): boolean {
  const made = new Set<number>();
  const holds = (node: number): boolean => {
    const kind = graph.nodes[node];
    if (kind === "and") return targetsOf(graph, node).every(holds);
    if (kind === "or") return targetsOf(graph, node).some(holds);
    return made.has(node);
  };
  for (const node of order)
    if (targetsOf(graph, node).every(holds)) for (const twin of twinsOf(graph, node)) made.add(twin);
  return made.has(0);
}

/** The nodes with the same call that wait for the same, itself among them. */
function twinsOf(graph: ActionGraph, node: number): readonly number[] {
  const key = (index: number): string =>
    JSON.stringify([graph.nodes[index], targetsOf(graph, index).toSorted((a, b) => a - b)]);
  return graph.nodes.flatMap((_other, index) => (key(index) === key(node) ? [index] : []));
}

/** Whether the goal's step is done. */
export function reachesGoal({ checker, state }: ReturnType<typeof play>): boolean {
  return checker.report(state).steps.some(({ step, status }) => step === "n0" && status === "done");
}

/** Plays calls as a guarded run would: a refused call does not run. Tells which nodes were refused. */
export function play(
  adapted: AdaptedCase,
  order: readonly number[],
): { readonly refused: readonly number[]; readonly checker: Conformance; readonly state: SopState } {
  const { checker } = adapted;
  let state = checker.initial;
  const refused: number[] = [];
  for (const [position, node] of order.entries()) {
    const call = adapted.calls.get(node)!;
    if (checker.check(state, call).kind === "refused") refused.push(node);
    else
      state = checker.next(state, {
        type: "call",
        callId: `c${position}`,
        ...call,
        status: "ok",
        output: adapted.outputs.get(node),
      });
  }
  return { refused, checker, state };
}

/** Ways to break a run: a call left out, all branches of a gate left out, the goal first. */
export function mutants(
  graph: ActionGraph,
  truth: readonly number[],
): readonly { readonly kind: string; readonly order: readonly number[] }[] {
  const dropped = truth
    .filter((node) => node !== 0)
    .map((node) => ({ kind: "predecessor dropped", order: truth.filter((other) => other !== node) }));
  const gates = graph.nodes.flatMap((node, index) => (node === "or" ? [index] : []));
  const emptied = gates.map((gate) => {
    const branches = new Set(targetsOf(graph, gate).flatMap((branch) => callsBehind(graph, branch)));
    return { kind: "any-branch emptied", order: truth.filter((node) => !branches.has(node)) };
  });
  const first = truth.length > 1 ? [{ kind: "goal called first", order: [0, ...truth.slice(0, -1)] }] : [];
  return [...dropped, ...emptied, ...first];
}

/** The calls that a gate's branch consists of itself, without what those wait for. */
function callsBehind(graph: ActionGraph, node: number): number[] {
  return typeof graph.nodes[node] === "string"
    ? targetsOf(graph, node).flatMap((target) => callsBehind(graph, target))
    : [node];
}

/** The calls that a choice asks for, and the gates it comes by; a gate without a choice is not gone through. */
function inOrder(
  graph: ActionGraph,
  choice: ReadonlyMap<number, number>,
): { readonly order: readonly number[]; readonly gates: readonly number[] } {
  const order: number[] = [];
  const gates: number[] = [];
  const seen = new Set<number>();
  const visit = (node: number): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const kind = graph.nodes[node];
    const chosen = choice.get(node);
    if (kind === "or") gates.push(node);
    const targets = kind === "or" ? (chosen === undefined ? [] : [chosen]) : targetsOf(graph, node);
    for (const target of targets) visit(target);
    if (typeof kind !== "string") order.push(node);
  };
  visit(0);
  return { order, gates };
}
