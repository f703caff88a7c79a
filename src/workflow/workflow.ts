import type { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { AnyEdge } from "./edge.ts";
import type { AnyState, WorkflowNode } from "./node.ts";
import type { RunLimits } from "./run-limits.ts";

/** A state schema: a zod object. Its defaults are where every run begins. */
export type StateSchema = z.ZodObject;

/** How two values of one key, written by branches that ran side by side, become one. */
export type Reduce<Value> = (before: Value, written: Value) => Value;

/** A checked workflow: plain data. Made by `defineWorkflow`; loads no LangGraph. */
export interface Workflow<Schema extends StateSchema = StateSchema> {
  readonly name: string;
  /** One sentence for lists. */
  readonly description: string;
  readonly state: Schema;
  readonly start: string;
  readonly tools: readonly AnyTool[];
  readonly nodes: Readonly<Record<string, WorkflowNode<AnyState>>>;
  readonly edges: Readonly<Record<string, AnyEdge>>;
  /** Where a run goes on when a node has failed for good. */
  readonly fallbacks: Readonly<Record<string, string>>;
  readonly reduce: Readonly<Record<string, Reduce<unknown>>>;
  /** Keys that a thread's next run begins with. */
  readonly keep: readonly string[];
  /** How many earlier runs of the thread a node is told of, question and answer each. 0: none. */
  readonly conversationTurns: number;
  /** Supersteps of one run. */
  readonly maxSteps: number;
  readonly limits: RunLimits;
  /** The command line's text as input; absent when the schema has no way from text. */
  readonly fromText?: (text: string) => JsonObject;
  /** What is printed at the end. */
  readonly answer: (state: AnyState) => string | undefined;
}
