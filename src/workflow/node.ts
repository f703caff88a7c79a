import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Visit } from "./visit.ts";

/** What a node visit gives back: the keys of the state that it changes. */
export interface NodeResult<State> {
  readonly update: Partial<State>;
  /** Why the visit is only half a success; the run then ends `degraded` unless nothing else went wrong later. */
  readonly degraded?: string;
}

/** How often a failed visit is tried again before the fallback edge is taken. Its finished calls are never repeated. */
export interface NodeRetry {
  /** Tries in all, the first included. 1 to 10. */
  readonly maxAttempts: number;
  /** Wait before the next try in ms. @default 0 */
  readonly waitMs?: number;
}

/** What a node is called in drawings and events. */
export type NodeKind = "skill" | "tool" | "router" | "approval" | "workflow" | "function";

/** The state of a workflow whose schema is not known here. */
export type AnyState = Record<string, unknown>;

/** A unit of work of a workflow, as data and one function. Made by `skillNode`, `toolNode` and their like. */
export interface WorkflowNode<State> {
  readonly kind: NodeKind;
  /** Skills the node may load, where that is known beforehand. */
  readonly skills: readonly string[];
  /** Tools the node names. */
  readonly tools: readonly string[];
  /** True when it may call nothing but those; else they are all that is known beforehand. @default false */
  readonly onlyTools?: boolean;
  /** Tools that are read before the model is asked; `*` where that is decided in the run. @default none */
  readonly reads?: readonly string[];
  /** The approval node whose grants this node may use. */
  readonly grantedBy?: string;
  readonly retry?: NodeRetry;
  /** Tools that the node calls itself, with no model. A graph of one's own needs not register them. */
  readonly calls?: readonly AnyTool[];
  /** Tools the node brings along: those of an inner workflow. */
  readonly brings?: readonly AnyTool[];
  /** The nodes of an inner workflow. */
  readonly innerNodes?: Readonly<Record<string, WorkflowNode<AnyState>>>;
  /** Schema of what a person must answer here beside yes or no. */
  readonly answerSchema?: z.ZodType;
  run(state: State, visit: Visit): Promise<NodeResult<State>>;
}

/** A plain function as a node: for code that calls no tool. It may run twice when a run is resumed. */
export type FunctionNode<State> = (state: State, visit: Visit) => Awaitable<Partial<State>>;

/** Anything that can stand under `nodes`. */
export type AnyNode<State> = WorkflowNode<State> | FunctionNode<State>;
