import type { Awaitable } from "../../base/awaitable.ts";
import type { CallChange, CallScope, JournalledCall, ToolRequest } from "../call-scope.ts";
import type { ThrownSummary } from "../../trace/thrown-summary.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { AnyTool } from "../tool.ts";
import type { BackendTurn } from "./backend-pool.ts";
import type { ToolLoad, ToolLoads } from "./tool-loads.ts";

/** Arguments that a person gave in place of the model's. */
export interface EditedInput {
  readonly input: unknown;
  readonly by: string;
}

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
  /** From the start of its wait to `deadlineAt`, in ms; set with it. */
  allottedMs: number;
  /** Set by `resolve`. */
  tool: AnyTool | undefined;
  /** The health and load of its tool; set by `ready`, never for built-in tools. */
  load: ToolLoad | undefined;
  /** Where the call is counted as in flight, until it leaves its tool. */
  loads: ToolLoads | undefined;
  /** True while it holds one of its tool's places. */
  holdsSlot: boolean;
  /** True for the one call that tries a tool whose breaker is open. */
  probe: boolean;
  /** The instance that serves the attempt, or served the last one; set where the tool has `backends`. */
  backend: BackendTurn | undefined;
  /** True when an attempt may have had its effect, and another would have it twice; set by `attempt`. */
  uncertain: boolean;
  /** True when an attempt may have had its effect, or a part of it; set by `attempt` and `replay`. */
  touched: boolean;
  /** Whether the tool is to blame for how the call ended; `undefined` when nothing can be said. Set by `attempt`. */
  fault: boolean | undefined;
  /** What is on record of the call, until `replay` answers from it; set by `recall`. */
  known: JournalledCall | undefined;
  /** The policy rule that decided; set by `authorize` where policies are set. */
  rule: string | undefined;
  /** True when a policy wants a person to be asked; set with `rule`. */
  mustAsk: boolean;
  /** True for a built-in tool of the visit; set by `resolve`. */
  builtin: boolean;
  /** The arguments: as they came, then as `validate` checked and completed them. */
  input: unknown;
  /** The arguments that passed the check, before defaults: what a fallback is given; set by `validate`. */
  given: unknown;
  /** Set when the arguments' hash is first needed. */
  inputHash: string | undefined;
  /** What a person answered; set by `confirm`. */
  answer: string | undefined;
  /** The arguments as a person wants them; then the call walks again with these. Set by `confirm` and `replay`. */
  edited: EditedInput | undefined;
  /** That `input` is not what was asked for. Set on the walk with a person's arguments, by `replay` and by `share`. */
  change: CallChange | undefined;
  /** Attempts so far, those before a crash included. */
  attempts: number;
  /** How many of the attempts a person has settled: what they did is known, or no longer matters. Set by `replay`. */
  settledAttempts: number;
  /** What the last attempt threw, while debugging; set by `attempt`. */
  thrown: ThrownSummary | undefined;
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

/** What comes after a stage. A call that nothing waits for is answered at once. */
export type Next = (call: ToolCall) => Awaitable<ToolOutcome>;

/** One door of the corridor: lets the call through to `next`, or answers itself. Never throws for a refusal. */
export type Stage = (call: ToolCall, next: Next) => Awaitable<ToolOutcome>;
