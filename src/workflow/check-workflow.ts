import type { Diagnostic } from "../base/errors.ts";
import { nearestNames } from "../base/names.ts";
import { END_TARGET, possibleTargets } from "./edge.ts";
import type { Workflow } from "./workflow.ts";

/** State keys that the framework keeps for itself. */
export const PROGRESS_KEY = "sopwith";

/** Every mistake of a definition that the compiler cannot see, or that came in from JavaScript. */
export function checkWorkflow(workflow: Workflow): Diagnostic[] {
  return [
    ...checkNames(workflow),
    ...checkTargets(workflow),
    ...checkLimits(workflow),
    ...checkKeys(workflow),
    ...checkReachable(workflow),
  ];
}

function checkNames(workflow: Workflow): Diagnostic[] {
  const faults: Diagnostic[] = [];
  if (!/^[\p{L}\p{N}_-]+$/u.test(workflow.name)) {
    faults.push(
      fault(
        `The workflow's name "${workflow.name}" has characters other than letters, digits, "-" and "_".`,
        "Rename it.",
      ),
    );
  }
  const names = Object.keys(workflow.nodes);
  if (names.length === 0) faults.push(fault("The workflow has no nodes.", "Give it at least one under `nodes`."));
  for (const name of names) {
    if (name === END_TARGET)
      faults.push(fault(`A node is named "${END_TARGET}", which is how a branch ends.`, "Rename the node."));
    if (name.trim() === "") faults.push(fault("A node has an empty name.", "Name it."));
    if (/[:|/#]/.test(name) || name.startsWith("__")) {
      faults.push(
        fault(
          `The node name "${name}" holds ":", "|", "/" or "#", or starts with "__".`,
          'Use letters, digits, "-" and "_".',
        ),
      );
    }
    if (Object.hasOwn(workflow.state.shape, name) || name === PROGRESS_KEY) {
      faults.push(fault(`The node "${name}" is named like a key of the state.`, "Rename one of them."));
    }
  }
  if (Object.hasOwn(workflow.state.shape, PROGRESS_KEY))
    faults.push(fault(`The state has a key "${PROGRESS_KEY}", which is kept for the framework.`, "Rename the key."));
  return faults;
}

function checkTargets(workflow: Workflow): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const names = Object.keys(workflow.nodes);
  const known = new Set([...names, END_TARGET]);
  const check = (target: string, role: string): void => {
    if (known.has(target)) return;
    faults.push(fault(`${role} "${target}", which is not a node.`, didYouMean(target, [...known])));
  };
  if (!names.includes(workflow.start)) {
    faults.push(
      fault(`The workflow starts at "${workflow.start}", which is not a node.`, didYouMean(workflow.start, names)),
    );
  }
  for (const [name, to] of Object.entries(workflow.fallbacks)) check(to, `The fallback of "${name}" is`);
  for (const name of names) {
    const edge = workflow.edges[name];
    if (edge === undefined) {
      faults.push(
        fault(
          `The node "${name}" has no edge, so a run would stop there without a word.`,
          `Add \`${name}: ...\` under \`edges\`; "end" ends the branch.`,
        ),
      );
      continue;
    }
    if (typeof edge !== "function")
      for (const target of possibleTargets(edge, names)) check(target, `The edge of "${name}" leads to`);
    if (Array.isArray(edge) && edge.length === 0)
      faults.push(fault(`The edge of "${name}" is an empty list.`, 'Name a node, or "end".'));
    const granter = workflow.nodes[name]?.grantedBy;
    if (granter !== undefined && workflow.nodes[granter]?.kind !== "approval") {
      const approvals = names.filter((other) => workflow.nodes[other]?.kind === "approval");
      faults.push(
        fault(
          `The node "${name}" is granted by "${granter}", which is not an approval node.`,
          didYouMean(granter, approvals),
        ),
      );
    }
  }
  for (const name of Object.keys(workflow.edges))
    if (!Object.hasOwn(workflow.nodes, name)) check(name, "There is an edge for");
  for (const name of Object.keys(workflow.fallbacks))
    if (!Object.hasOwn(workflow.nodes, name)) check(name, "There is a fallback for");
  return faults;
}

function checkLimits(workflow: Workflow): Diagnostic[] {
  const faults: Diagnostic[] = [];
  for (const [name, to] of Object.entries(workflow.fallbacks))
    if (name === to)
      faults.push(
        fault(
          `The fallback of "${name}" is the node itself, which fails again.`,
          "Lead it to another node, or give the node a `retry`.",
        ),
      );
  if (!Number.isInteger(workflow.maxSteps) || workflow.maxSteps < 1)
    faults.push(fault(`\`maxSteps\` is ${workflow.maxSteps}.`, "Give a whole number from 1 on."));
  return faults;
}

function checkKeys(workflow: Workflow): Diagnostic[] {
  const keys = Object.keys(workflow.state.shape);
  const named = [
    ...Object.keys(workflow.reduce).map((key) => ["reduce", key] as const),
    ...workflow.keep.map((key) => ["keep", key] as const),
  ];
  return named
    .filter(([, key]) => !keys.includes(key))
    .map(([list, key]) => fault(`\`${list}\` names "${key}", which is not a key of the state.`, didYouMean(key, keys)));
}

function checkReachable(workflow: Workflow): Diagnostic[] {
  // Without a start nothing is reached, which would say the same of every node.
  if (!Object.hasOwn(workflow.nodes, workflow.start)) return [];
  const names = Object.keys(workflow.nodes);
  const reached = new Set<string>();
  const open = [workflow.start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name) || !Object.hasOwn(workflow.nodes, name)) continue;
    reached.add(name);
    open.push(...nextNodes(workflow, name));
  }
  return names
    .filter((name) => !reached.has(name))
    .map((name) =>
      fault(
        `Nothing leads to the node "${name}".`,
        "Lead an edge to it, or remove it. If a function edge does, write its targets out: `{ to: [...], choose: ... }`.",
      ),
    );
}

/** Nodes that may follow a node, its fallback included. */
export function nextNodes(workflow: Workflow, name: string): readonly string[] {
  const edge = workflow.edges[name];
  const targets = edge === undefined ? [] : possibleTargets(edge, [...Object.keys(workflow.nodes), END_TARGET]);
  const fallback = workflow.fallbacks[name];
  const all = fallback === undefined ? targets : [...targets, fallback];
  return all.filter((target) => target !== END_TARGET);
}

function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestNames(name, known);
  return nearest.length > 0
    ? `Did you mean "${nearest[0]}"?`
    : `Known: ${known.map((other) => `"${other}"`).join(", ") || "none"}.`;
}

function fault(message: string, fix: string): Diagnostic {
  return { code: "WORKFLOW_INVALID", severity: "error", message, fix };
}
