import type { JsonValue } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";
import type { ThrownSummary } from "./thrown-summary.ts";

/** How a run stands. Only `running` and `waiting` can still go on. */
export type RunStatus = "running" | "waiting" | "completed" | "degraded" | "failed" | "cancelled";

/** How one node visit ended. `waiting` means that it stopped for a person and will be entered again. */
export type NodeStatus = "completed" | "degraded" | "failed" | "waiting";

/** What a person is asked for. */
export type ApprovalKind = "approval" | "confirmation" | "question" | "in-doubt";

/** How the call of a tool ended, as `ToolOutcome` names it. */
export type CallStatus =
  | "ok"
  | "invalid"
  | "denied"
  | "needs_confirmation"
  | "unavailable"
  | "timeout"
  | "failed"
  | "in_doubt";

/** A person's decision as it is shown and stored. */
export interface DecisionView {
  readonly approved: boolean;
  /** The text of an answer to a `question`; the value asked for by an approval with an answer schema. */
  readonly answer?: JsonValue;
  readonly by: string;
  /** `claimed`: a name nobody checked. `verified`: the config's `identify` vouches for it. */
  readonly identity: "claimed" | "verified" | "rehearsed" | "deadline";
  readonly reason?: string;
}

/** What waits for a person. */
export interface ApprovalView {
  readonly id: string;
  readonly node: string;
  readonly kind: ApprovalKind;
  readonly title: string;
  /** What exactly is decided on: for a call, the tool and its raw arguments. */
  readonly details?: JsonValue;
  /** Who is to decide now. */
  readonly to?: string;
  /** ISO time after which `onDeadline` is decided. */
  readonly deadline?: string;
}

/** What became of one step of an SOP. */
export interface StepView {
  /** Absent for a ban of an `sop` block. */
  readonly step?: string;
  readonly text: string;
  readonly level: "must" | "should" | "may" | "must-not";
  /** Line in the SKILL.md. */
  readonly line: number;
  readonly status:
    | "done"
    | "skipped"
    | "failed"
    | "degraded"
    | "missing"
    | "out-of-order"
    | "forbidden"
    | "kept"
    | "not-due"
    | "not-taken"
    | "not-checkable";
  /** Ids of the calls that show it. */
  readonly calls: readonly string[];
  /** Why it was skipped, is missing or is not due. */
  readonly reason?: string;
  /** ISO time at which the call ended that made it done. */
  readonly doneAt?: string;
  /** True when it was done after its deadline. */
  readonly late?: true;
  /** What the result says at the paths that the step gives as evidence. */
  readonly evidence?: Readonly<Record<string, JsonValue>>;
}

/** What happened, before the recorder stamps it with run, thread, order and time. */
export type RunEventBody =
  | {
      readonly type: "run-start";
      readonly workflow: string;
      readonly text?: string;
      /** The rehearsal that plays the model, if one does. */
      readonly rehearsal?: string;
      readonly model?: string;
      /** True when a waiting, stopped or crashed run goes on. */
      readonly resumed: boolean;
    }
  | { readonly type: "node-start"; readonly node: string; readonly kind: string; readonly visit: number }
  | {
      readonly type: "skill-load";
      readonly node: string;
      readonly skill: string;
      readonly hash: string;
      readonly steps: number;
    }
  | {
      readonly type: "route";
      readonly node: string;
      readonly choice: string;
      readonly by: "rule" | "model" | "default";
    }
  | {
      readonly type: "turn";
      readonly node: string;
      readonly turn: number;
      readonly usage: Usage;
      readonly calls: number;
      readonly replayed: boolean;
    }
  | { readonly type: "text-delta"; readonly node: string; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly node: string;
      readonly callId: string;
      readonly tool: string;
      readonly input: unknown;
      readonly fallbackOf?: string;
    }
  | {
      readonly type: "tool-attempt";
      readonly node: string;
      readonly callId: string;
      readonly tool: string;
      readonly attempt: number;
      /** The instance that it was made at, for tools with `backends`. */
      readonly backend?: string;
      readonly problem: string;
      readonly nextInMs?: number;
      /** What it threw, while debugging only. */
      readonly thrown?: ThrownSummary;
    }
  | {
      readonly type: "tool-progress";
      readonly node: string;
      readonly callId: string;
      readonly tool: string;
      readonly progress: number;
      /** What `progress` will be at the end, where that is known. */
      readonly total?: number;
      readonly message?: string;
    }
  | {
      readonly type: "tool-result";
      readonly node: string;
      readonly callId: string;
      readonly tool: string;
      readonly status: CallStatus;
      /** For `ok` the output, else the reason, in the form that people may see. */
      readonly result: unknown;
      readonly attempts: number;
      readonly durationMs: number;
      /** The instance that served the last attempt, for tools with `backends`. */
      readonly backend?: string;
      readonly replayed?: boolean;
      readonly notes?: readonly string[];
      /** What the last attempt threw, while debugging only. */
      readonly thrown?: ThrownSummary;
    }
  | {
      /** A call that was told to stop, and was answered for, has ended after all; its result is dropped. */
      readonly type: "tool-late";
      readonly node: string;
      readonly callId: string;
      readonly tool: string;
      /** True when it gave a result: its effect may have happened. */
      readonly answered: boolean;
      /** After the deadline. */
      readonly lateMs: number;
    }
  | {
      readonly type: "sop-step";
      readonly node: string;
      readonly skill: string;
      readonly step: string;
      readonly status: "done" | "skipped" | "failed";
      readonly text: string;
      readonly line: number;
      /** The call that did it, was tried in vain, or skipped it. */
      readonly callId: string;
      /** Why it was skipped. */
      readonly reason?: string;
      /** The call was recorded earlier and nothing ran now. */
      readonly replayed?: true;
    }
  | {
      readonly type: "conformance";
      readonly node: string;
      readonly skill: string;
      readonly mode: "report" | "guide" | "enforce";
      /** True when no MUST is missing or failed, and no call ran out of order or against a ban. */
      readonly conforms: boolean;
      readonly steps: readonly StepView[];
    }
  | { readonly type: "notice"; readonly node?: string; readonly level: "info" | "warning"; readonly message: string }
  | { readonly type: "approval-request"; readonly approval: ApprovalView }
  | {
      readonly type: "approval-decision";
      readonly id: string;
      readonly node: string;
      readonly title: string;
      readonly decision: DecisionView;
    }
  | {
      readonly type: "node-end";
      readonly node: string;
      readonly visit: number;
      readonly status: NodeStatus;
      readonly durationMs: number;
      readonly note?: string;
    }
  | {
      readonly type: "run-end";
      readonly status: Exclude<RunStatus, "running">;
      readonly answer?: string;
      readonly approvals?: readonly ApprovalView[];
      readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
      /** Why a degraded run is only half a success. */
      readonly reasons?: readonly string[];
      readonly usage: Usage;
      /** Working time over all stretches of the run; waiting is not counted. */
      readonly durationMs: number;
    };

/** One fact about a run. Self-contained: a reader needs no other event to show it. */
export type RunEvent = RunEventBody & {
  readonly run: string;
  readonly thread: string;
  /** Counts from 1 within one process's share of the run. */
  readonly seq: number;
  /** ISO time. */
  readonly at: string;
};

/** Takes what happened. Must not throw and must not block. */
export type Emit = (event: RunEventBody) => void;
