import type { Awaitable } from "../base/awaitable.ts";
import type { Emit } from "../trace/run-event.ts";
import type { AuditCall } from "./audited-call.ts";
import type { SecretFilter } from "./secret-filter.ts";
import type { Taint } from "./taint.ts";
import type { ConfirmationRequest, ToolOutcome } from "./tool-outcome.ts";
import type { ToolVersions } from "./tool-route.ts";
import type { AnyTool, Caller, Locale } from "./tool.ts";

/** That a call runs with other arguments than it was asked for with, and who wanted that. */
export interface CallChange {
  /** Hash of the checked arguments that it was asked for with. */
  readonly asked: string;
  /** The arguments as the person gave them, before defaults. */
  readonly input: unknown;
  readonly by: string;
}

/** What a journal remembers of a call. */
export interface JournalledCall {
  readonly status: "started" | "finished";
  /** The checked arguments with which it was made. */
  readonly input?: unknown;
  readonly inputHash?: string;
  readonly change?: CallChange;
  readonly attempts: number;
  readonly outcome?: ToolOutcome;
}

/** Where intents and outcomes are kept. Declared here, implemented over the run store by `workflow/`. */
export interface CallJournal {
  find(callId: string): Awaitable<JournalledCall | undefined>;
  /** Before an attempt of a call that changes something; must be durable when it returns. */
  start(call: {
    readonly callId: string;
    readonly tool: string;
    readonly input: unknown;
    readonly inputHash: string;
    readonly change?: CallChange;
    readonly attempt: number;
    readonly fallbackOf?: string;
  }): Awaitable<void>;
  /** After the last attempt, for calls of every effect. */
  finish(
    call: {
      readonly callId: string;
      readonly tool: string;
      readonly input: unknown;
      readonly inputHash?: string;
      readonly change?: CallChange;
      readonly fallbackOf?: string;
      readonly durable: boolean;
    },
    outcome: ToolOutcome,
  ): Awaitable<void>;
  /**
   * Only for a run that was forked: a call of the run it comes from that was asked for, or made, with the same arguments, each
   * one once. `finish` then notes where the outcome comes from.
   */
  readonly shared?: (call: {
    readonly callId: string;
    readonly tool: string;
    readonly inputHash: string;
  }) => Promise<JournalledCall | undefined>;
}

/** Says whether a call may run now, for reasons outside the tool. Declared here, implemented over the SOP. */
export interface CallGuard {
  /** `undefined` lets the call pass. */
  check(
    tool: string,
    input: unknown,
    callId: string,
  ): { readonly code: "SOP_ORDER" | "SOP_NEVER" | "CALL_LIMIT" | "REPEATED"; readonly reason: string } | undefined;
  /** Told of every outcome of a call that `check` let pass. */
  settle(outcome: ToolOutcome, input: unknown): void;
}

/** A person's word on one call. */
export type Confirmation =
  | {
      readonly approved: true;
      readonly answer?: string;
      readonly by?: string;
      /** The arguments as the person wants them: the call is judged anew with them, and made with them. */
      readonly input?: unknown;
    }
  | { readonly approved: false; readonly reason?: string; readonly by?: string };

/** A call that may or may not have happened: what is known of it. */
export interface DoubtfulCall {
  readonly callId: string;
  readonly tool: string;
  /** The checked arguments. */
  readonly input: unknown;
  /** How often it was started. */
  readonly attempts: number;
}

/** What a person found out about a call in doubt. */
export type DoubtAnswer =
  /** It happened, and this is what it gave. */
  | { readonly found: "happened"; readonly result: unknown; readonly by: string }
  | { readonly found: "not-happened"; readonly by: string; readonly reason?: string }
  /** It is to be started once more, whatever became of it before. */
  | { readonly found: "again"; readonly by: string };

/** Which names a call may use. */
export interface ToolGrant {
  /** Names, or `namespace/*`, or `*`. */
  readonly allow: readonly string[];
  /** Who set the limit, for messages: `node "assess"`, `skill "event-safety"`. */
  readonly source: string;
  /** Refusals under this grant carry this code. */
  readonly code: "NOT_GRANTED" | "NOT_IN_SKILL";
}

/** What stays the same for all calls of one node visit. */
export interface CallScope {
  readonly caller: Caller;
  readonly locale: Locale;
  /** A call must be allowed by each of them. Absent or empty: everything that is registered. */
  readonly grants?: readonly ToolGrant[];
  /** False for tools that the project's rules refuse this caller: they are not shown. @default all are shown */
  readonly permits?: (tool: string) => boolean;
  /** The versions that the run began with, by name, where there are several. @default what the routes say now */
  readonly versions?: ToolVersions;
  /** Built-in tools of this visit (`node/finish`, `user/ask`, ...), by name; they pass the grants. */
  readonly builtins?: ReadonlyMap<string, AnyTool>;
  readonly journal?: CallJournal;
  readonly guard?: CallGuard;
  /** The decision on a call, once there is one. Absent: nobody can be asked, and what needs asking is not run. */
  readonly confirmation?: (request: ConfirmationRequest) => Awaitable<Confirmation | undefined>;
  /**
   * What a person found out about a call in doubt, once somebody has. With it, an outcome in doubt is no end: the caller
   * asks a person and makes the call again. Absent: a call in doubt stays in doubt.
   */
  readonly doubt?: (call: DoubtfulCall) => Awaitable<DoubtAnswer | undefined>;
  /** When the time for the calls of this turn ends, in ms of the gateway's clock. @default no end */
  readonly turnEndsAt?: number;
  /** Aborts when the run is cancelled. */
  readonly signal?: AbortSignal;
  readonly emit?: Emit;
  readonly audit?: AuditCall;
  /** What the run has met; the third label asks for a person. */
  readonly taint?: Taint;
  /** Values that must not reach model, journal or trace. */
  readonly secrets?: SecretFilter;
}

/** One call as it arrives. */
export interface ToolRequest {
  /** Logical identity: the same after a crash or a resume. */
  readonly callId: string;
  /** As asked for; not yet looked up. */
  readonly tool: string;
  readonly input: unknown;
  /** Why the arguments could not be read, if they could not; then nothing runs. */
  readonly problem?: string;
  /** The text that could not be read, for the audit. */
  readonly rawInput?: string;
  /** What was mended when the arguments were read, as a note for the outcome. */
  readonly repair?: string;
  /** `guided`: what was mended is a guess by the form of the call; no call that changes something runs on it. @default "lossless" */
  readonly repairKind?: "lossless" | "guided";
}
