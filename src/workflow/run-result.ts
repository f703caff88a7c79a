import type { JsonValue } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";
import type { ApprovalView, RunEvent } from "../trace/run-event.ts";
import type { NonEmpty } from "./edge.ts";

/** What every result says. */
export interface RunFacts<State> {
  readonly thread: string;
  /** `<thread>/<ordinal>`. */
  readonly run: string;
  /** The state as it is now; partial while the run is not completed. */
  readonly state: Partial<State>;
  readonly usage: Usage;
}

/** How a run stands when `start` or `resume` gives control back. Never silent. */
export type RunResult<State> = RunFacts<State> &
  (
    | { readonly status: "completed"; readonly answer?: string }
    /** It ended, but a node, a tool it needed, or its SOP did not do all; `reasons` says what. */
    | { readonly status: "degraded"; readonly answer?: string; readonly reasons: readonly string[] }
    | { readonly status: "waiting"; readonly approvals: NonEmpty<ApprovalView> }
    | {
        readonly status: "failed";
        readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
      }
    | { readonly status: "cancelled" }
    /** Only `get` answers this: somebody works on it, or stopped without ending it; `resume` then goes on. */
    | { readonly status: "running"; readonly owner?: string }
  );

/** A person's decision as it is handed to `resume`. */
export interface DecisionInput {
  readonly approved: boolean;
  /**
   * The answer to a question, or the value an approval asks for. With a yes to a confirmation, `{ input: {...} }` gives other
   * arguments than the model's: the call is judged anew and made with these.
   */
  readonly answer?: JsonValue;
  /** Who decided. @default "unknown" */
  readonly by?: string;
  /** Whether `by` was checked. @default "claimed" */
  readonly identity?: "claimed" | "verified" | "rehearsed";
  readonly reason?: string;
}

/** Options of `start` and `resume`. */
export interface RunOptions {
  /** Stops the work: the run stays open and can be resumed. Throws `RUN_STOPPED`. */
  readonly signal?: AbortSignal;
  /**
   * Lets the work come to rest: the model's answer and the writes that are under way are waited for and recorded, reads
   * are cut off, nothing more is begun. Then as with `signal`.
   */
  readonly drain?: AbortSignal;
  /** Told of everything as it happens. With it, text is streamed. */
  readonly onEvent?: (event: RunEvent) => void;
  /**
   * `latest`: a run that goes on takes the skills it has begun to use as they are now, and says which are others. Turns
   * already taken stay as they are. @default the versions the run began with
   */
  readonly skills?: "latest";
  /** Goes on though contracts of tools have changed since the run began, and with the new ones. @default false */
  readonly migrate?: boolean;
}

/** Options of `start`. */
export interface StartOptions extends RunOptions {
  /** @default a new id */
  readonly thread?: string;
  /** The end user, for tools and policies. */
  readonly user?: string;
  /** What the user typed, for the conversation and the trace. */
  readonly text?: string;
  /** The rehearsal that plays the model, for the trace. */
  readonly rehearsal?: string;
}

/** A run that is under way, as a stream of events with its result at the end. */
export interface RunStream<State> extends AsyncIterable<RunEvent> {
  readonly result: Promise<RunResult<State>>;
}
