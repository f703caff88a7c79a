import type { JsonObject, JsonValue } from "../base/json.ts";
import type { ApprovalRow, DecisionRow, VisitKey } from "../store/run-store.ts";
import type { RunContext } from "./run-context.ts";

/** What a node asks of a person. */
export interface Question {
  /** Names the question within the visit: the same after every resume. */
  readonly position: string;
  readonly kind: ApprovalRow["kind"];
  readonly title: string;
  readonly details?: JsonValue;
  readonly grants?: ApprovalRow["grants"];
  readonly schema?: JsonObject;
  readonly to?: string;
  readonly escalate?: { readonly afterMs: number; readonly to: string };
  readonly deadline?: { readonly afterMs: number; readonly decide: "approve" | "reject" };
}

/** One entry of a run into one node: what the node's function works with. */
export interface Visit extends VisitKey {
  /** The node's own name, the last part of `path`. */
  readonly node: string;
  readonly context: RunContext;
  /** From 1; above 1 when the node's retry tries again. */
  readonly attempt: number;
  /** The approval node whose grants count here. */
  readonly grantedBy: string | undefined;
  /** Says that the visit is only half a success, and why: the run then ends `degraded`. For function nodes. */
  degrade(reason: string): void;
  /** Aborts when the run is stopped or cancelled. */
  readonly signal: AbortSignal;
  /**
   * The decisions on these questions, in the same order. Where one is missing the node stops here, the run waits, and
   * the node is entered again from its top when something was decided. It works by throwing; a node that catches that waits
   * all the same, and what it did after counts for nothing.
   */
  ask(questions: readonly Question[]): Promise<readonly DecisionRow[]>;
}
