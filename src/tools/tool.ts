import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Backends } from "./backends.ts";
import type { LoadPolicy } from "./load-policy.ts";
import type { ToolLabel } from "./taint.ts";

/** What a call does to the world: `read` looks, `write` changes, `destructive` changes what cannot be changed back. */
export type Effect = "read" | "write" | "destructive";

/**
 * What a second call with the same arguments does. `safe`: nothing more. `keyed`: nothing more if it carries the same
 * `idempotencyKey`, which the tool passes on. `none`: it happens twice.
 */
export type Idempotency = "safe" | "keyed" | "none";

/** The language that tool messages are worded in. */
export type Locale = "en" | "zh";

/** When a person is asked. `always`: unless an approval node granted this call. `each-call`: every time. */
export type ConfirmRule = "never" | "always" | "each-call";

/** How failed attempts are repeated. Works for `safe` and `keyed` tools only. */
export interface RetryPolicy {
  /** Attempts in all, the first included. 1 to 10. */
  readonly maxAttempts: number;
  /** Longest wait before the second attempt in ms; doubles each time; the wait is random below it. @default 200 */
  readonly backoffMs: number;
  /** No wait is longer, in ms; a tool's `retryAfterMs` beyond it ends the attempts. @default 5000 */
  readonly maxBackoffMs: number;
}

/** What the gateway does around a tool. */
export interface ToolPolicy extends LoadPolicy {
  /** From the moment the call starts to queue, all attempts and waits included, in ms. @default 30000 */
  readonly timeoutMs: number;
  /** @default one attempt */
  readonly retry: RetryPolicy;
  /** @default "always" for destructive tools, "never" for others */
  readonly confirm: ConfirmRule;
  /** Tools to try in this order when this one is unavailable or failed without effect. @default none */
  readonly fallback: readonly (string | FallbackStep)[];
}

/** A fallback that does not simply take the first tool's arguments. */
export interface FallbackStep {
  readonly tool: string;
  /** Makes the fallback's arguments from the first tool's, as they were before defaults. @default they are taken over */
  readonly map?: (input: JsonValue) => JsonValue;
  /** Accepts that nobody can prove that the fallback takes every input of the first tool. @default false */
  readonly unproven?: boolean;
}

/** An old name of a tool. Calls by it are answered, with a note that says the new one. */
export interface ToolAlias {
  readonly name: string;
  /** Why it was renamed, or until when the old name is kept; shown with the note. */
  readonly note?: string;
}

/** Whether a tool can work here. */
export interface Availability {
  /** Names of environment variables that must be set and not empty. */
  readonly env?: readonly string[];
  /** Answers false, or throws, when the tool cannot work. Asked at most once in 30 seconds. */
  readonly check?: () => Awaitable<boolean>;
}

/** To whom a tool is shown, and who may call it. A list that is absent excludes nobody; an empty one, everybody. */
export interface Visibility {
  /** Paths of workflow nodes: `assess`, `outer/assess`, `outer/*`. */
  readonly agents?: readonly string[];
  /** Users, exactly. A run without a user is none of them. */
  readonly users?: readonly string[];
}

/** For whom a list of tools is made. */
export interface Viewer {
  readonly agent: string;
  readonly user?: string;
  readonly thread?: string;
}

/** What a model is told of a tool in place of its definition. Calls are checked by the definition all the same. */
export interface ToolAppearance {
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

/** For whom a call is made. Comes from the run, never from arguments. */
export interface Caller {
  readonly run: string;
  readonly thread: string;
  /** Path of the workflow node, which is the agent. */
  readonly node: string;
  /** The workflow's name, where a workflow calls. */
  readonly workflow?: string;
  /** The end user; absent when the run was started without one. */
  readonly user?: string;
}

/** How far a call has come. */
export interface ToolProgress {
  /** Grows with each report. */
  readonly progress: number;
  /** What `progress` will be at the end, where that is known. */
  readonly total?: number;
  /** What is being done, for people. */
  readonly message?: string;
}

/** What a tool wants to know of a person in the middle of its work. */
export interface ToolQuestion {
  /** In the words that the person reads. */
  readonly title: string;
  /** Shown below the title. */
  readonly details?: JsonValue;
}

/** A person's word on a {@link ToolQuestion}: a no, or a text. */
export type ToolReply =
  | { readonly approved: true; readonly answer: string; readonly by?: string }
  | { readonly approved: false; readonly reason?: string; readonly by?: string };

/** What a tool's `run` is given beside its checked arguments. */
export interface ToolContext {
  /** Aborts at the deadline and when the run is cancelled. */
  readonly signal: AbortSignal;
  /** The same for every attempt and after every crash: send it along so that the other side can drop duplicates. */
  readonly idempotencyKey: string;
  readonly callId: string;
  /** From 1. */
  readonly attempt: number;
  readonly caller: Caller;
  readonly locale: Locale;
  /** Address of the instance that serves this attempt; absent for tools without `backends`. */
  readonly backend?: string;
  /** What a person answered, for tools that ask one. */
  readonly answer?: string;
  /** Tells whoever watches the run how far the work is; at most ten reports a second are passed on. */
  readonly progress?: (report: ToolProgress) => void;
  /**
   * Asks a person. Where the answer is not there yet this throws, and must be let through: the call ends, waits, and is
   * made again from its start once there is an answer, which is then given at once. So ask before anything is changed.
   * Absent, or `undefined` as its answer: nobody can be asked.
   */
  readonly ask?: (question: ToolQuestion) => Promise<ToolReply | undefined>;
}

/** A tool, checked and complete. Made by `defineTool`. */
export interface Tool<Input = unknown, Output = unknown> {
  /** `namespace/name`. */
  readonly name: string;
  /** From 1. Several versions of one name may be registered; routes say which one answers. */
  readonly version: number;
  readonly aliases: readonly ToolAlias[];
  /** The group that is switched on and off together. */
  readonly toolset: string;
  /** A word for lists: `query`, `mcp`. */
  readonly category?: string;
  /** What a call brings into its run: with all three labels in one run a person is asked. */
  readonly labels?: readonly ToolLabel[];
  readonly description: string;
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  /** The contract of the arguments; absent where it is `inputSchema`. */
  readonly input?: z.ZodType<Input>;
  /** The contract of the arguments as JSON Schema, as it was given; absent where it is `input`. */
  readonly inputSchema?: JsonObject;
  readonly output?: z.ZodType<Output>;
  readonly outputSchema?: JsonObject;
  readonly policy: ToolPolicy;
  readonly available?: Availability;
  /** The instances of what it calls. @default it knows itself what to call */
  readonly backends?: Backends;
  readonly visibility?: Visibility;
  /** Asked whenever a list of tools is made; what fails or is no object changes nothing. */
  readonly appearance?: (viewer: Viewer) => ToolAppearance | undefined;
  run(input: Input, context: ToolContext): Awaitable<Output>;
  /** Asks the other side what became of a call whose outcome is not known. */
  readonly lookup?: (
    idempotencyKey: string,
    context: ToolContext,
  ) => Awaitable<{ readonly found: true; readonly output: Output } | { readonly found: false }>;
  /** A person is asked before `run`, and their words stand in `context.answer`. Set by built-in tools only. */
  readonly asks?: "question";
}

/** A tool of any types, as registries and lists hold it. */
export type AnyTool = Tool<any, any>; // oxlint-disable-line typescript/no-explicit-any -- a list of tools of different types has no other common supertype
