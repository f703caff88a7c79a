import type { ToolOutcome } from "./tool-outcome.ts";
import type { Caller, Effect } from "./tool.ts";

/** One call and its end, as the gateway saw it: raw. Whoever keeps it masks it. */
export interface AuditedCall {
  /** When it ended, in ms since 1970. */
  readonly at: number;
  readonly caller: Caller;
  /** Absent where no tool was found. */
  readonly effect: Effect | undefined;
  /** The arguments as they came; the text, where it could not be read, or why it could not. */
  readonly input: unknown;
  readonly outcome: ToolOutcome;
  readonly fallbackOf: string | undefined;
  /** The policy rule that decided, where policies are set. */
  readonly rule: string | undefined;
}

/**
 * Takes note of a call that has ended, refused ones too. A resumed visit tells again of what it replays, so that nothing
 * is missing after a crash: whoever keeps records keeps each call and status once. Must not throw.
 */
export type AuditCall = (call: AuditedCall) => void;
