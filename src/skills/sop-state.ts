import type { SopRefusal } from "./sop-verdict.ts";

/** How a call ended, as far as an SOP cares. The statuses of a tool outcome, and `degraded` for a lesser success. */
export type SopCallStatus =
  | "ok"
  | "degraded"
  | "failed"
  | "timeout"
  | "unavailable"
  | "in_doubt"
  | "denied"
  | "invalid"
  | "needs_confirmation";

/** A call that is about to be made. */
export interface SopCall {
  /** The registered name; a version behind it does not count. */
  readonly tool: string;
  readonly input: unknown;
}

/**
 * What happens in a run, for the ledger. `start` (optional) reserves the step that a call serves until the call has
 * ended: without it, two calls at the same time are judged as if neither were running.
 */
export type SopEvent =
  | (SopCall & { readonly type: "start"; readonly callId: string; readonly at?: number })
  | SopCallEnd
  | { readonly type: "skip"; readonly step: string; readonly reason: string; readonly at?: number };

/** A call has ended. The same `callId` counts once, so that a replayed call changes nothing. */
export interface SopCallEnd extends SopCall {
  readonly type: "call";
  readonly callId: string;
  readonly status: SopCallStatus;
  readonly output?: unknown;
  /** Milliseconds since the epoch. */
  readonly at?: number;
}

/** A call in the ledger of the step it served. */
export interface StepCall {
  readonly callId: string;
  readonly status: "ok" | "degraded" | "failed";
  /** True when it satisfied the step. */
  readonly counts: boolean;
  /** How many calls of the run had ended before it. */
  readonly order: number;
  readonly input: unknown;
  readonly output?: unknown;
  readonly at?: number;
}

/** What has become of one step. */
export interface StepLedger {
  /** In order. */
  readonly calls: readonly StepCall[];
  /** How many of the calls satisfied the step; with `times.per`, how many different values they had. */
  readonly count: number;
  /** The newest call that satisfied the step: its output is what conditions read. */
  readonly newest?: StepCall;
  readonly skip?: { readonly reason: string; readonly at?: number };
  /** True while the step's condition is known to be false. */
  readonly notDue: boolean;
}

/** A call that ran against the SOP, or was refused by it. */
export interface SopViolation {
  readonly callId: string;
  readonly tool: string;
  readonly refusal: SopRefusal;
  /** False when the call was stopped before it ran. */
  readonly ran: boolean;
  readonly at?: number;
}

/** A call that has started and not ended. */
export interface RunningCall {
  readonly callId: string;
  /** Index of the step that it serves; -1 for none. */
  readonly step: number;
  readonly input: unknown;
  /** Why it serves none, where the SOP refuses it. */
  readonly refusal?: SopRefusal;
}

/** The ledger of an SOP: plain data, never changed in place. */
export interface SopState {
  /** By index of the step. */
  readonly steps: readonly StepLedger[];
  readonly running: readonly RunningCall[];
  /** Ids of the calls that have ended. */
  readonly ended: readonly string[];
  readonly violations: readonly SopViolation[];
  /** When the first event came, if it said so. */
  readonly startedAt?: number;
}
