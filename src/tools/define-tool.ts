import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import { checkToolSpec } from "./check-tool-spec.ts";
import type { ConfirmRule, Effect, Idempotency, RetryPolicy, Tool, ToolContext, ToolPolicy } from "./tool.ts";

/** The parts of a {@link ToolPolicy} that a definition sets; the rest takes its default. */
export interface ToolPolicySpec {
  /** For the whole call, all attempts and waits included, in ms; above 0. @default 30000 */
  readonly timeoutMs?: number;
  /** For `safe` and `keyed` tools only. @default one attempt */
  readonly retry?: Partial<RetryPolicy>;
  /** @default "always" for destructive tools, "never" for others */
  readonly confirm?: ConfirmRule;
  /** Names of tools to try in this order when this one is unavailable or failed without effect. @default none */
  readonly fallback?: readonly string[];
}

/** What `defineTool` is given. */
export interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodType> {
  /** `namespace/name`; letters, digits, `_` and `-`. The namespaces sop, user, skill and node are taken. */
  readonly name: string;
  /** What the tool does, when to use it, units and formats: a model reads it. */
  readonly description: string;
  readonly effect: Effect;
  /** @default "safe" for `read`, "none" for the others */
  readonly idempotency?: Idempotency;
  readonly input: Input;
  /** What `run` promises. @default any value */
  readonly output?: Output;
  readonly policy?: ToolPolicySpec;
  /** Does the work. May throw anything; throw a `toolError` to say what is certain about a failure. */
  readonly run: (input: z.output<Input>, context: ToolContext) => Awaitable<z.input<Output>>;
  /** Asks the other side what became of a call whose outcome is not known. */
  readonly lookup?: (
    idempotencyKey: string,
    context: ToolContext,
  ) => Awaitable<{ readonly found: true; readonly output: z.input<Output> } | { readonly found: false }>;
}

/** What `defineBuiltinTool` is given: {@link ToolSpec} and what only our own tools may set. */
export interface BuiltinToolSpec<Input extends z.ZodObject, Output extends z.ZodType> extends ToolSpec<Input, Output> {
  readonly asks?: "question";
}

/**
 * Checks a tool's definition and completes it with defaults. Pure: nothing is registered.
 * The types of `run` follow from `input` and `output`.
 * @throws `TOOL_DEFINITION` with every mistake in `diagnostics`
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  spec: ToolSpec<Input, Output>,
): Tool<z.output<Input>, z.output<Output>> {
  checkToolSpec(spec, { builtin: false });
  return completeTool(spec);
}

/**
 * As {@link defineTool}, for tools of our own: the reserved namespaces are open to it, and `asks` can be set.
 * @internal
 * @throws `TOOL_DEFINITION` with every mistake in `diagnostics`
 */
export function defineBuiltinTool<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  spec: BuiltinToolSpec<Input, Output>,
): Tool<z.output<Input>, z.output<Output>> {
  checkToolSpec(spec, { builtin: true });
  return completeTool(spec);
}

function completeTool<Input extends z.ZodObject, Output extends z.ZodType>(
  spec: BuiltinToolSpec<Input, Output>,
): Tool<z.output<Input>, z.output<Output>> {
  const input: z.ZodType = spec.input;
  const output: z.ZodType | undefined = spec.output;
  // `run` hands over what `output` takes, and the gateway turns it into what `output` gives.
  const work = spec as Pick<Tool<z.output<Input>, z.output<Output>>, "run" | "lookup">;
  return Object.freeze({
    name: spec.name,
    description: spec.description,
    effect: spec.effect,
    idempotency: spec.idempotency ?? (spec.effect === "read" ? "safe" : "none"),
    input: input as z.ZodType<z.output<Input>>,
    ...(output && { output: output as z.ZodType<z.output<Output>> }),
    policy: completePolicy(spec.effect, spec.policy ?? {}),
    run: work.run,
    ...(work.lookup && { lookup: work.lookup }),
    ...(spec.asks && { asks: spec.asks }),
  });
}

function completePolicy(effect: Effect, policy: ToolPolicySpec): ToolPolicy {
  return Object.freeze({
    timeoutMs: policy.timeoutMs ?? 30_000,
    retry: Object.freeze({
      maxAttempts: policy.retry?.maxAttempts ?? 1,
      backoffMs: policy.retry?.backoffMs ?? 200,
      maxBackoffMs: policy.retry?.maxBackoffMs ?? 5000,
    }),
    confirm: policy.confirm ?? (effect === "destructive" ? "always" : "never"),
    fallback: Object.freeze([...(policy.fallback ?? [])]),
  });
}
