import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "../../src/base/json.ts";
import { conformance, type Conformance } from "../../src/skills/conformance.ts";
import type { SopArgument } from "../../src/skills/sop-argument.ts";
import type { SopCondition } from "../../src/skills/sop-condition.ts";
import type { Sop, SopStep } from "../../src/skills/sop.ts";
import { reachedFrom, targetsOf, withoutCircles, type ActionGraph } from "./sopbench-graph.ts";

/** A case of SOPBench, as far as it is used. */
export interface SopBenchCase {
  readonly user_goal: string;
  readonly initial_database: JsonObject;
  readonly constraint_parameters: JsonObject;
  readonly user_known: JsonObject;
  readonly constraints: Constraint | null;
  readonly action_should_succeed: boolean | 0 | 1;
  readonly directed_action_graph: ActionGraph;
}

/** `["single", name, arguments]`, or parts that are joined: a chain is an `and` in order, a gate an `or` in order. */
export type Constraint =
  | readonly ["single", string, Readonly<Record<string, string>> | null]
  | readonly ["and" | "or" | "chain" | "gate", readonly Constraint[]];

/** What a domain knows of its checks: which tools show their result. */
export interface Domain {
  /** Those of the case's tools whose result tells whether the check holds. */
  shownBy(check: string, tools: readonly string[]): readonly string[];
  /** Whether the check holds on the initial database; `undefined` for one that is not ported. */
  holds(check: string, values: JsonObject, task: SopBenchCase): boolean | undefined;
}

/** A case as an SOP, with what the simulated tools answer. */
export interface AdaptedCase {
  readonly sop: Sop;
  readonly checker: Conformance;
  /** By node: the call that serves its step. */
  readonly calls: ReadonlyMap<number, { readonly tool: string; readonly input: JsonObject }>;
  /** By node: what the call answers. */
  readonly outputs: ReadonlyMap<number, JsonValue>;
  /** Whether the constraint tree holds; `undefined` where one of its checks is not ported. */
  readonly holds: boolean | undefined;
}

/** All cases of a file; their graphs without circles, and with a goal. */
export function readCases(file: string): readonly SopBenchCase[] {
  const services = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, readonly SopBenchCase[]>>;
  return Object.entries(services).flatMap(([user_goal, cases]) => {
    return cases.map((task) => {
      const { nodes } = task.directed_action_graph;
      const graph =
        nodes.length > 0 ? task.directed_action_graph : { nodes: [[user_goal, {}]] as const, connections: [] };
      return { ...task, user_goal, directed_action_graph: withoutCircles(graph) };
    });
  });
}

/**
 * Makes an SOP of a case. Every call node is a step; its arrows are its `after`, a gate `any` or `all`. The goal is the
 * one MUST. Its `when` is the constraint tree: each check is asked of the steps that show it. A check that no step
 * shows is about the arguments alone; a goal that fails one is forbidden outright.
 */
export function adaptCase(task: SopBenchCase, domain: Domain): AdaptedCase {
  const asked = reachedFrom(task.directed_action_graph, 0);
  const nodes = task.directed_action_graph.nodes.flatMap((node, index) => {
    return typeof node === "string" || !asked.has(index)
      ? []
      : [{ index, name: node[0], input: inputOf(node[1], task) }];
  });
  const twins = findTwins(nodes, task.directed_action_graph);
  const telling = nodes.filter(({ index }) => !twins.has(index));
  const checks = leavesOf(task.constraints).map((leaf) => readCheck(leaf, { task, domain, nodes: telling }));
  const when = task.constraints ? fold(task.constraints, checks) : true;
  const goal = nodes[0]!;
  // A call serves the first step that it fits, so those that ask for more come first.
  const steps = nodes
    .filter((node) => (node !== goal || when !== false) && !twins.has(node.index))
    .toSorted((a, b) => Object.keys(b.input).length - Object.keys(a.input).length)
    .map((node, index) => toStep(node, { index, task, twins, when: node === goal ? when : true }));
  const never = when === false ? { never: [{ tool: toolName(goal.name), args: argumentsOf(goal), line: 1 }] } : {};
  const calls = new Map(nodes.map(({ index, name, input }) => [index, { tool: toolName(name), input }]));
  const outputs = new Map(
    nodes.map((node) => [node.index, { checks: shownBy(twins.get(node.index) ?? node.index, checks) }]),
  );
  const sop: Sop = { source: "block", steps, ...never };
  return {
    sop,
    checker: conformance(sop),
    calls,
    outputs,
    holds: checks.every(({ isPorted }) => isPorted) ? holdsTree(task.constraints, checks) : undefined,
  };
}

type Leaf = Constraint & readonly ["single", ...unknown[]];

interface CallNode {
  readonly index: number;
  readonly name: string;
  readonly input: JsonObject;
}

interface Check {
  readonly leaf: Constraint;
  readonly key: string;
  readonly holds: boolean;
  readonly isPorted: boolean;
  /** Nodes whose result shows it. */
  readonly nodes: readonly number[];
}

interface CheckParts {
  readonly task: SopBenchCase;
  readonly domain: Domain;
  readonly nodes: readonly CallNode[];
}

function readCheck(leaf: Leaf, { task, domain, nodes }: CheckParts): Check {
  const [, written, parameters] = leaf;
  const name = written.replace(/^not /, "");
  const values = valuesOf(parameters ?? {}, task);
  const tools = domain.shownBy(
    name,
    nodes.map((node) => node.name),
  );
  const result = domain.holds(name, values, task);
  // A node of the same tool with other arguments tells of somebody else.
  const showing = nodes.filter((node) => {
    return (
      node.index > 0 &&
      tools.includes(node.name) &&
      Object.entries(node.input).every(([key, value]) => {
        return value === null || values[key] === undefined || values[key] === value;
      })
    );
  });
  const holds = result === undefined || result !== written.startsWith("not ");
  return {
    leaf,
    key: `${written}(${JSON.stringify(parameters)})`.replaceAll(".", "_"),
    holds,
    isPorted: result !== undefined,
    nodes: result === undefined ? [] : showing.map(({ index }) => index),
  };
}

/** The tree as a condition; checks that no call shows are what they are from the start. */
function fold(tree: Constraint, checks: readonly Check[]): SopCondition | boolean {
  if (tree[0] === "single") {
    const check = checks.find(({ leaf }) => leaf === tree)!;
    if (check.nodes.length === 0) return check.holds;
    return { any: check.nodes.map((node) => ({ step: `n${node}`, path: `checks.${check.key}`, equals: true })) };
  }
  const parts = tree[1].map((part) => fold(part, checks));
  const deciding = isAny(tree);
  if (parts.includes(deciding)) return deciding;
  const open = parts.filter((part) => typeof part !== "boolean");
  if (open.length === 0) return !deciding;
  return deciding ? { any: open } : { all: open };
}

function isAny([kind]: Constraint): boolean {
  return kind === "or" || kind === "gate";
}

/** A check by its name, without "not", and the values it is about. */
export function checkKey(name: string, values: JsonObject): string {
  return `${name.replace(/^not /, "")} ${JSON.stringify(values)}`;
}

/** The keys of a case's checks. */
export function checksOf(task: SopBenchCase): readonly string[] {
  return [...new Set(leavesOf(task.constraints).map((leaf) => leafKey(leaf, task)))];
}

function leafKey([, name, parameters]: Leaf, task: SopBenchCase): string {
  return checkKey(name, valuesOf(parameters ?? {}, task));
}

/** Whether the tree of a case holds with these results by check. */
export function holdsWith(task: SopBenchCase, results: ReadonlyMap<string, boolean>): boolean {
  const holds = (tree: Constraint): boolean => {
    if (tree[0] !== "single") return isAny(tree) ? tree[1].some(holds) : tree[1].every(holds);
    return results.get(leafKey(tree, task)) !== tree[1].startsWith("not ");
  };
  return task.constraints === null || holds(task.constraints);
}

function holdsTree(tree: Constraint | null, checks: readonly Check[]): boolean {
  if (tree === null) return true;
  if (tree[0] === "single") return checks.find(({ leaf }) => leaf === tree)!.holds;
  const parts = tree[1].map((part) => holdsTree(part, checks));
  return isAny(tree) ? parts.includes(true) : !parts.includes(false);
}

/** By index: an earlier node with the same call that waits for the same. One call is both. */
function findTwins(nodes: readonly CallNode[], graph: ActionGraph): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  return new Map(
    nodes.flatMap(({ index, name, input }) => {
      const key = JSON.stringify([name, input, targetsOf(graph, index).toSorted((a, b) => a - b)]);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      return earlier === undefined ? [] : [[index, earlier] as const];
    }),
  );
}

function argumentsOf({ index, input }: CallNode): readonly SopArgument[] {
  return Object.entries(input).map(([name, equals]) => ({ name, equals, line: index + 1 }));
}

interface StepParts {
  readonly index: number;
  readonly task: SopBenchCase;
  readonly twins: ReadonlyMap<number, number>;
  readonly when: SopCondition | boolean;
}

function toStep(node: CallNode, { index, task, twins, when }: StepParts): SopStep {
  const graph = task.directed_action_graph;
  const conditionOf = (target: number): SopCondition => {
    const gate = graph.nodes[target];
    if (gate !== "and" && gate !== "or") return { step: `n${twins.get(target) ?? target}` };
    const parts = targetsOf(graph, target).map(conditionOf);
    return gate === "or" ? { any: parts } : { all: parts };
  };
  const needs = targetsOf(graph, node.index).map(conditionOf);
  const args = argumentsOf(node);
  return {
    id: `n${node.index}`,
    index,
    text: node.name,
    level: node.index === 0 ? "must" : "may",
    tools: [toolName(node.name)],
    conditional: typeof when !== "boolean",
    ordered: false,
    line: node.index + 1,
    ...(needs.length > 0 ? { after: { all: needs } } : {}),
    ...(typeof when === "boolean" ? {} : { when }),
    ...(args.length > 0 ? { args } : {}),
  };
}

function shownBy(node: number, checks: readonly Check[]): JsonObject {
  return Object.fromEntries(checks.filter(({ nodes }) => nodes.includes(node)).map(({ key, holds }) => [key, holds]));
}

function leavesOf(tree: Constraint | null): Leaf[] {
  if (tree === null) return [];
  return tree[0] === "single" ? [tree] : tree[1].flatMap(leavesOf);
}

/** The arguments of a call; what the user never said is given as nothing, so that the call is like no other. */
function inputOf(parameters: Readonly<Record<string, string>>, task: SopBenchCase): JsonObject {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, source]) => [name, task.user_known[source] ?? null]),
  );
}

/** What a check is about, by name; what the user never said is left out. */
function valuesOf(parameters: Readonly<Record<string, string>>, task: SopBenchCase): JsonObject {
  const entries = Object.entries(parameters).flatMap(([name, source]) => {
    const value = task.user_known[source];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function toolName(name: string): string {
  return `bench/${name}`;
}
