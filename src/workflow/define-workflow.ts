import type { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import type { AnyTool } from "../tools/tool.ts";
import { checkWorkflow } from "./check-workflow.ts";
import type { Edge } from "./edge.ts";
import type { AnyNode, AnyState, FunctionNode, WorkflowNode } from "./node.ts";
import { workflowInvalid } from "./workflow-errors.ts";
import { defaultRunLimits, type RunLimits } from "./run-limits.ts";
import type { Reduce, StateSchema, Workflow } from "./workflow.ts";

/** What `defineWorkflow` takes. `State` and the names of the nodes are inferred; nothing has to be written by hand. */
export interface WorkflowSpec<Schema extends StateSchema, Nodes extends Record<string, AnyNode<z.output<Schema>>>> {
  /** Letters, digits, `-` and `_`: what `sopwith run` is given. */
  readonly name: string;
  /** One sentence for lists. @default "" */
  readonly description?: string;
  /** A zod object; its defaults are where every run begins. */
  readonly state: Schema;
  readonly start: keyof Nodes & string;
  /** Tools the workflow brings along. @default none */
  readonly tools?: readonly AnyTool[];
  readonly nodes: Nodes;
  /** Where each node leads. A node without an edge does not compile. */
  readonly edges: { readonly [Name in keyof Nodes]: Edge<z.output<Schema>, (keyof Nodes & string) | "end"> };
  /** Where a run goes on when a node has failed for good. Without one the run fails. @default none */
  readonly fallbacks?: { readonly [Name in keyof Nodes]?: (keyof Nodes & string) | "end" };
  /** For keys that parallel branches write: how two values become one. @default two writers are an error */
  readonly reduce?: { readonly [Key in keyof z.output<Schema>]?: Reduce<z.output<Schema>[Key]> };
  /** Keys that the thread's next run begins with. @default none */
  readonly keep?: readonly (keyof z.output<Schema> & string)[];
  /** Tells skill nodes of the thread's earlier runs, question and answer each. @default none */
  readonly conversation?: { readonly maxTurns: number };
  /** Supersteps of one run. @default 100 */
  readonly maxSteps?: number;
  /** @default see `RunLimits` */
  readonly limits?: Partial<RunLimits>;
  /** The command line's text as input. @default `{ request: text }` where the schema has a `request` text */
  readonly fromText?: (text: string) => z.input<Schema>;
  /** What is printed at the end. @default the state's `answer`, if it is a text */
  readonly answer?: (state: z.output<Schema>) => string | undefined;
}

/**
 * Declares a workflow: nodes, and where each of them leads. Plain data; nothing runs and LangGraph is not loaded.
 *
 * @throws `WORKFLOW_INVALID` with every mistake found: an unknown target, start or `grantedBy`, a node that nothing
 * leads to, a node named like a state key, `end`, or with `:` or `|` in its name
 */
export function defineWorkflow<Schema extends StateSchema, Nodes extends Record<string, AnyNode<z.output<Schema>>>>(
  spec: WorkflowSpec<Schema, Nodes>,
): Workflow<Schema> {
  const nodes: Record<string, WorkflowNode<AnyState>> = {};
  for (const [name, node] of Object.entries(spec.nodes)) nodes[name] = toNode(node as AnyNode<AnyState>);
  const fromText = spec.fromText ?? defaultFromText(spec.state);
  const workflow: Workflow<Schema> = {
    name: spec.name,
    description: spec.description ?? "",
    state: spec.state,
    start: spec.start,
    tools: spec.tools ?? [],
    nodes,
    edges: spec.edges,
    fallbacks: Object.fromEntries(Object.entries(spec.fallbacks ?? {}).filter(([, to]) => to !== undefined)) as Record<
      string,
      string
    >,
    reduce: (spec.reduce ?? {}) as Readonly<Record<string, Reduce<unknown>>>,
    keep: spec.keep ?? [],
    conversationTurns: spec.conversation?.maxTurns ?? 0,
    maxSteps: spec.maxSteps ?? 100,
    limits: { ...defaultRunLimits, ...spec.limits },
    ...(fromText && { fromText: fromText as (text: string) => JsonObject }),
    answer: (spec.answer ?? defaultAnswer) as (state: AnyState) => string | undefined,
  };
  const faults = checkWorkflow(workflow);
  if (faults.length > 0) throw workflowInvalid(spec.name, faults);
  return workflow;
}

/** A plain function becomes a node like any other, so that the rest sees one shape. */
function toNode(node: AnyNode<AnyState>): WorkflowNode<AnyState> {
  return typeof node === "function" ? functionNode(node) : node;
}

function functionNode(run: FunctionNode<AnyState>): WorkflowNode<AnyState> {
  return {
    kind: "function",
    skills: [],
    tools: [],
    run: async (state, visit) => ({ update: (await run(state, visit)) ?? {} }),
  };
}

function defaultFromText(state: StateSchema): ((text: string) => { request: string }) | undefined {
  const request = state.shape["request"] as z.ZodType | undefined;
  return request?.safeParse("text").success === true ? (text) => ({ request: text }) : undefined;
}

function defaultAnswer(state: AnyState): string | undefined {
  return typeof state["answer"] === "string" ? state["answer"] : undefined;
}
