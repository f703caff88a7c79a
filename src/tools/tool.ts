import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";

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
export interface ToolPolicy {
  /** From the moment the call starts to queue, all attempts and waits included, in ms. @default 30000 */
  readonly timeoutMs: number;
  /** @default one attempt */
  readonly retry: RetryPolicy;
  /** @default "always" for destructive tools, "never" for others */
  readonly confirm: ConfirmRule;
  /** Tools to try in this order when this one is unavailable or failed without effect. @default none */
  readonly fallback: readonly string[];
}

/** For whom a call is made. Comes from the run, never from arguments. */
export interface Caller {
  readonly run: string;
  readonly thread: string;
  /** Path of the workflow node, which is the agent. */
  readonly node: string;
  /** The end user; absent when the run was started without one. */
  readonly user?: string;
}

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
  /** What a person answered, for tools that ask one. */
  readonly answer?: string;
}

/** A tool, checked and complete. Made by `defineTool`. */
export interface Tool<Input = unknown, Output = unknown> {
  /** `namespace/name`. */
  readonly name: string;
  readonly description: string;
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  readonly input: z.ZodType<Input>;
  readonly output?: z.ZodType<Output>;
  readonly policy: ToolPolicy;
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
