import type { ThrownSummary } from "../trace/thrown-summary.ts";

/** One thing that is wrong with the arguments. */
export interface InputIssue {
  /** `shipping.tags.0`; empty for the arguments as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly received: string;
  /** Names the author of the call may have meant. */
  readonly nearest?: readonly string[];
}

/** What a person is asked before a call runs. */
export interface ConfirmationRequest {
  readonly callId: string;
  readonly tool: string;
  /** The checked arguments, as they will be handed to the tool. */
  readonly input: unknown;
  readonly inputHash: string;
  readonly kind: "confirmation" | "question";
  /** The tool's own version. */
  readonly version: number;
  /** Who wants it: the tool's policy, the project's rules, or the labels that would meet in the run. */
  readonly because: "tool" | "policy" | "labels";
  /** False for `each-call`: no grant of an approval node is enough. */
  readonly grantable: boolean;
  /** It was begun before the process died: a yes that was good then is good now, however old. */
  readonly started?: true;
}

/** What every outcome says of its call. */
export interface CallFacts {
  readonly callId: string;
  /** The registered name; the name as asked for where none was found. */
  readonly tool: string;
  readonly attempts: number;
  readonly durationMs: number;
  /** The outcome was recorded earlier and nothing ran now. */
  readonly replayed?: true;
  /** The tool whose work this call did in its place. */
  readonly insteadOf?: string;
  /** Address of the instance that served the last attempt, for tools with `backends`. No model is told. */
  readonly backend?: string;
  /** What was repaired or replaced on the way, for the model and the trace. */
  readonly notes?: readonly string[];
  /** What the last attempt threw, while debugging only. For whoever writes the tool: no model is told, and no audit. */
  readonly thrown?: ThrownSummary;
}

/** Said of a call that failed and may have changed something all the same, or a part of it. No fallback runs then. */
export interface MayHaveActed {
  readonly mayHaveActed?: true;
  /** The same call may be made again: a second time does nothing more. */
  readonly repeatable?: true;
}

/** What a caller is told in place of a tool that it may not know of. */
export interface UnseenTool {
  /** As it was asked for. */
  readonly name: string;
  /** Names of what the caller may use. */
  readonly nearest?: readonly string[];
}

/** How a call ended. A refusal or a failure is a value, since the model must read it. */
export type ToolOutcome<Output = unknown> = CallFacts &
  /**
   * Done. `outputProblem` is set when a call that changed something answered in another form than its `output`
   * schema promises: it happened, and `output` is the answer as it came.
   */
  (
    | { readonly status: "ok"; readonly output: Output; readonly outputProblem?: string }
    /** Never run: the arguments, or the name, are wrong. */
    | {
        readonly status: "invalid";
        readonly code: "TOOL_NOT_FOUND" | "INPUT_INVALID" | "INPUT_UNREADABLE" | "FINISH_ALONE";
        readonly reason: string;
        readonly issues: readonly InputIssue[];
        readonly nearest?: readonly string[];
      }
    /** Never run: not allowed here, not now, or a person said no. */
    | {
        readonly status: "denied";
        readonly code:
          | "NOT_GRANTED"
          | "NOT_IN_SKILL"
          | "NOT_VISIBLE"
          | "TOOLSET_OFF"
          | "TOOL_OFF"
          | "NOT_PERMITTED"
          | "REJECTED"
          | "SOP_ORDER"
          | "SOP_NEVER"
          | "CALL_LIMIT"
          | "REPEATED";
        /** For people and records. */
        readonly reason: string;
        /** Set where the caller may not even know of the tool: a model reads what it would read of a name that nobody has. */
        readonly unseen?: UnseenTool;
      }
    | { readonly status: "needs_confirmation"; readonly request: ConfirmationRequest }
    /** Not run, or failed for a reason that passes; unless {@link MayHaveActed} says otherwise, without effect. */
    | ({
        readonly status: "unavailable";
        readonly code: string;
        readonly reason: string;
        /** Not before so many ms. */
        readonly retryAfterMs?: number;
        /** What the tool's policy lets the user be told. */
        readonly tellUser?: string;
      } & MayHaveActed)
    /** A tool that a second call does not make do more did not answer in time. */
    | ({ readonly status: "timeout"; readonly timeoutMs: number } & MayHaveActed)
    /** Ran and failed: for certain without effect, unless {@link MayHaveActed} says otherwise. */
    | ({ readonly status: "failed"; readonly code: string; readonly reason: string } & MayHaveActed)
    /** May or may not have happened. Never repeated by itself. */
    | { readonly status: "in_doubt"; readonly reason: string }
  );

export type OutcomeStatus = ToolOutcome["status"];
