import type { CallScope, ToolRequest } from "../call-scope.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { AnyTool } from "../tool.ts";

/** A call on its way. Each stage may fill in what it finds; no stage takes anything away. */
export interface ToolCall {
  readonly request: ToolRequest;
  readonly scope: CallScope;
  /** The gateway's monotonic clock, in ms. */
  readonly now: () => number;
  /** Monotonic ms at which the call arrived. */
  readonly startedAt: number;
  /** Monotonic ms at which the caller is answered at the latest; set by `schedule`. */
  deadlineAt: number;
  /** Set by `resolve`. */
  tool: AnyTool | undefined;
  /** True for a built-in tool of the visit; set by `resolve`. */
  builtin: boolean;
  /** The arguments: as they came, then as `validate` checked and completed them. */
  input: unknown;
  /** Set when the arguments' hash is first needed. */
  inputHash: string | undefined;
  /** What a person answered; set by `confirm`. */
  answer: string | undefined;
  /** Attempts so far, those before a crash included. */
  attempts: number;
  /** What the handler gave; set by `attempt`, for `validate-output`. */
  output: unknown;
  /** True when the guard let the call pass, now or before a crash; set by `guard` and `replay`. */
  passedGuard: boolean;
  /** Id of the call this one stands in for. */
  readonly fallbackOf: string | undefined;
  /** Tool whose work this call does in its place. */
  readonly insteadOf: string | undefined;
  /** Repairs and replacements, for the model and the trace. */
  notes: string[] | undefined;
}

/** What comes after a stage. */
export type Next = (call: ToolCall) => Promise<ToolOutcome>;

/** One door of the corridor: lets the call through to `next`, or answers itself. Never throws for a refusal. */
export type Stage = (call: ToolCall, next: Next) => Promise<ToolOutcome>;
