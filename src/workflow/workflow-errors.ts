import { type Diagnostic, messageOf, SopwithError } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import { formatLocation } from "../base/source-location.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";

/** All mistakes of one workflow definition. */
export function workflowInvalid(name: string, diagnostics: readonly Diagnostic[]): SopwithError {
  const count = diagnostics.length === 1 ? "a mistake" : `${diagnostics.length} mistakes`;
  return new SopwithError({ code: "WORKFLOW_INVALID", message: `The workflow "${name}" has ${count}.`, diagnostics });
}

/** Input, or what a node wrote, does not fit the state schema. */
export function stateInvalid(facts: {
  readonly workflow: string;
  readonly node?: string;
  readonly issues: readonly string[];
}): SopwithError {
  const who =
    facts.node === undefined
      ? `The input of workflow "${facts.workflow}"`
      : `What node "${facts.node}" of workflow "${facts.workflow}" wrote`;
  return new SopwithError({
    code: "STATE_INVALID",
    message: `${who} does not fit the state schema.`,
    details: facts.issues,
    hint:
      facts.node === undefined
        ? "Change the input, or the schema."
        : "Change what the node's `save` returns, or the schema.",
    data: { workflow: facts.workflow, node: facts.node },
  });
}

/** Two branches that ran side by side wrote one key. */
export function stateConflict(facts: {
  readonly workflow: string;
  readonly key: string;
  readonly nodes: readonly string[];
}): SopwithError {
  return new SopwithError({
    code: "STATE_CONFLICT",
    message: `Nodes ${joinNames(facts.nodes.map((name) => `"${name}"`))} of workflow "${facts.workflow}" ran side by side and both wrote "${facts.key}".`,
    hint: `Say how two values become one: \`reduce: { ${facts.key}: (before, written) => ... }\`, or let one of them write another key.`,
    data: { ...facts },
  });
}

/** A function edge returned an empty list. */
export function edgeEmpty(workflow: string, node: string): SopwithError {
  return new SopwithError({
    code: "EDGE_EMPTY",
    message: `The edge of node "${node}" in workflow "${workflow}" returned an empty list, so the run would end without a word.`,
    hint: 'Return a node\'s name, or "end".',
    data: { workflow, node },
  });
}

/** A function edge threw. */
export function edgeFailed(workflow: string, node: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "EDGE_FAILED",
    message: `The edge of node "${node}" in workflow "${workflow}" failed: ${messageOf(cause)}`,
    hint: "Mend the edge's function, then resume the run.",
    data: { workflow, node },
    cause,
  });
}

/** A function edge returned a name that is no node. */
export function edgeUnknown(facts: {
  readonly workflow: string;
  readonly node: string;
  readonly target: unknown;
  readonly nodes: readonly string[];
}): SopwithError {
  const target = facts.target instanceof Promise ? "a promise" : String(facts.target);
  const nearest = nearestNames(target, [...facts.nodes, "end"]);
  return new SopwithError({
    code: "EDGE_UNKNOWN",
    message: `The edge of node "${facts.node}" in workflow "${facts.workflow}" returned "${target}", which is not a node.`,
    hint: nearest.length > 0 ? `Nearest: "${nearest[0]}".` : `Nodes: ${facts.nodes.join(", ")}, end.`,
    data: { workflow: facts.workflow, node: facts.node, target },
  });
}

/** The run took more supersteps than it may. */
export function stepLimit(workflow: string, maxSteps: number): SopwithError {
  return new SopwithError({
    code: "STEP_LIMIT",
    message: `The run of workflow "${workflow}" took more than ${maxSteps} steps; its edges probably go in a circle.`,
    hint: "Look at the last nodes it entered, or raise `maxSteps`.",
    data: { workflow, maxSteps },
  });
}

/** The model did not come to an end within the node's or the run's limits. */
export function limitReached(facts: {
  readonly node: string;
  readonly limit: string;
  readonly value: number;
  readonly scope: "node" | "run";
}): SopwithError {
  return new SopwithError({
    code: "LIMIT_REACHED",
    message: `Node "${facts.node}" did not finish: the ${facts.scope}'s limit of ${facts.value} ${facts.limit} is reached.`,
    hint:
      facts.scope === "node"
        ? "Raise the node's `limits`, or make the skill shorter."
        : "Raise the workflow's `limits`.",
    data: { ...facts },
  });
}

/** The model never gave what the node's `output` asks for. */
export function outputMissing(node: string, issues: readonly string[]): SopwithError {
  return new SopwithError({
    code: "OUTPUT_INVALID",
    message: `The model did not give node "${node}" a result that fits its output schema.`,
    details: issues,
    hint: "Say in the skill what the result must hold, or loosen the node's `output` schema.",
    data: { node },
  });
}

/** The model left MUST steps of the procedure undone, and the node enforces its SOP. */
export function sopIncomplete(node: string, steps: readonly string[]): SopwithError {
  return new SopwithError({
    code: "SOP_INCOMPLETE",
    message: `Node "${node}" ended with ${steps.length === 1 ? "a step" : `${steps.length} steps`} of its procedure undone.`,
    details: steps,
    hint: "Give the workflow a fallback edge for the node, retry it, or make the step checkable with an `sop` block.",
    data: { node },
  });
}

/** A node enforces an SOP whose `sop` block has mistakes. */
export function sopBroken(skill: string, diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "SOP_BROKEN",
    message: `The sop block of skill "${skill}" has mistakes, and the node enforces it: ${faultInShort(diagnostics)}`,
    diagnostics,
    hint: "Mend the block; `npx sopwith skills check` shows the same list.",
    data: { skill },
  });
}

/** The first of some faults with its place, and how many more there are. */
export function faultInShort([first, ...more]: readonly Diagnostic[]): string {
  const place = first?.where ? `${formatLocation(first.where)} ` : "";
  const others = more.length === 0 ? "" : ` And ${more.length} more.`;
  return `${place}${first?.message ?? ""}${others}`;
}

/** `ASKED_IN_CIRCLES`: a question was decided, and the call asks it again and again. */
export function askedInCircles(title: string): SopwithError {
  return new SopwithError({
    code: "ASKED_IN_CIRCLES",
    message: `The question "${title}" has its decision, and the call still waits for it.`,
    hint: "This is a mistake in sopwith. The decision is kept; cancel the run with `npx sopwith threads cancel <thread>`.",
    data: { title },
  });
}

/** `GRAPH_NODE_PARTS`: a node that a model works in was put into a graph without what it needs. */
export function graphNodeParts(kind: string, missing: readonly string[]): SopwithError {
  return new SopwithError({
    code: "GRAPH_NODE_PARTS",
    message: `toGraphNode was given no ${joinNames(missing)}, and a ${kind} node cannot do without.`,
    hint: "Give both: toGraphNode(node, { skills: createSkillLibrary({ roots }), model: createChatModel({ models }) }).",
    data: { kind, missing },
  });
}

/** A tool node's call did not give what the node needs, and the node has no `degrade`. */
export function toolNodeFailed(node: string, outcome: ToolOutcome): SopwithError {
  return new SopwithError({
    code: "TOOL_NODE_FAILED",
    message: `Node "${node}" needed the tool "${outcome.tool}", which ended ${outcome.status}: ${reasonOf(outcome)}`,
    hint: isRejected(outcome)
      ? "A person said no; start a new run. The node's `degrade` or a fallback edge would let a run go on without the call."
      : "Give the node a `degrade`, the workflow a fallback edge, or resume the run when the cause is gone.",
    data: { node, tool: outcome.tool, status: outcome.status },
  });
}

/** A person's decision is kept, so a resumed run comes to the same end. */
function isRejected(outcome: ToolOutcome): boolean {
  return outcome.status === "denied" && outcome.code === "REJECTED";
}

function reasonOf(outcome: ToolOutcome): string {
  if (outcome.status === "ok") return `it was carried out, but its answer is not as promised. ${outcome.outputProblem}`;
  if (outcome.status === "timeout") return `no answer within ${outcome.timeoutMs} ms`;
  return "reason" in outcome ? outcome.reason : outcome.status;
}

/** Code of the workflow's author threw. */
export function nodeFailed(node: string, cause: unknown): SopwithError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SopwithError({
    code: "NODE_FAILED",
    message: `Node "${node}" failed: ${message}`,
    hint: "Mend the node's code, then resume the run: what was done before is kept.",
    data: { node },
    cause,
  });
}

/** A node's context names a tool that does more than read. */
export function contextNotRead(node: string, tool: string, effect: string): SopwithError {
  return new SopwithError({
    code: "CONTEXT_NOT_READ",
    message: `The context of node "${node}" names ${tool}, whose effect is "${effect}".`,
    hint: "Name a tool that only reads; let a tool node make the call, or the model.",
    data: { node, tool },
  });
}

/** A router has neither a rule that fits nor a model's choice nor a default. */
export function choiceMissing(node: string, choices: readonly string[]): SopwithError {
  return new SopwithError({
    code: "CHOICE_MISSING",
    message: `Node "${node}" could not choose: the model named none of ${joinNames(
      choices.map((choice) => `"${choice}"`),
      "or",
    )}, and there is no default.`,
    hint: "Give the node a `default`.",
    data: { node, choices },
  });
}

/** A router's rule gave a name that is none of its choices. */
export function choiceUnknown(node: string, choice: unknown, choices: readonly string[]): SopwithError {
  return new SopwithError({
    code: "CHOICE_UNKNOWN",
    message: `The rule of node "${node}" chose "${String(choice)}", which is none of its choices.`,
    hint: `Return one of ${choices.map((name) => `"${name}"`).join(", ")}, or undefined to leave it to the model.`,
    data: { node, choices },
  });
}
