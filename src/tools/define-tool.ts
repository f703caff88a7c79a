import type { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import { type BackendsSpec, completeBackends } from "./backends.ts";
import { checkToolSpec } from "./check-tool-spec.ts";
import { completeLoadPolicy, type LoadPolicySpec } from "./load-policy.ts";
import type { ToolLabel } from "./taint.ts";
import type { JsonObject } from "../base/json.ts";
import type {
  AnyTool,
  Availability,
  ConfirmRule,
  Effect,
  FallbackStep,
  Idempotency,
  RetryPolicy,
  Tool,
  ToolAlias,
  ToolAppearance,
  ToolContext,
  ToolPolicy,
  Viewer,
  Visibility,
} from "./tool.ts";

/** The parts of a {@link ToolPolicy} that a definition sets; the rest takes its default. */
export interface ToolPolicySpec extends LoadPolicySpec {
  /** For the whole call, all attempts and waits included, in ms; above 0. @default 30000 */
  readonly timeoutMs?: number;
  /** For `safe` and `keyed` tools only. @default one attempt */
  readonly retry?: Partial<RetryPolicy>;
  /** @default "always" for destructive tools, "never" for others */
  readonly confirm?: ConfirmRule;
  /**
   * Tools to try in this order when this one is unavailable or failed without effect. Each must take every input that
   * this one takes, which is proved when they are registered; a step with `map`, or one that is `unproven`, need not.
   * @default none
   */
  readonly fallback?: readonly (string | FallbackStep)[];
}

/** What every definition of a tool may say. */
export interface ToolFacts {
  /** `namespace/name`; letters, digits, `_` and `-`. The namespaces sop, user, skill, node and tool are taken. */
  readonly name: string;
  /** A whole number from 1. Raise it when the contract changes. @default 1 */
  readonly version?: number;
  /** Old names; calls by them are answered and told the new name. @default none */
  readonly aliases?: readonly (string | ToolAlias)[];
  /** The group that is switched on and off together. @default the namespace */
  readonly toolset?: string;
  /** A word for lists. @default none */
  readonly category?: string;
  /** Whether a call brings in untrusted text, reads private data, or gets out where others see it. @default none */
  readonly labels?: readonly ToolLabel[];
  /** What the tool does, when to use it, units and formats: a model reads it. */
  readonly description: string;
  readonly effect: Effect;
  /** @default "safe" for `read`, "none" for the others */
  readonly idempotency?: Idempotency;
  readonly policy?: ToolPolicySpec;
  /** Where it is not available the tool is not shown, and calls of it are `unavailable`. @default everywhere */
  readonly available?: Availability;
  /**
   * Several instances of what it calls: their addresses, or a function that finds them. Each attempt is given one as
   * `context.backend`; one that keeps failing is left out for a while. @default it knows itself what to call
   */
  readonly backends?: BackendsSpec;
  /** @default everybody */
  readonly visibility?: Visibility;
  /** Changes what a model is told, whenever a list of tools is made. Must be quick and must not throw. */
  readonly appearance?: (viewer: Viewer) => ToolAppearance | undefined;
}

/** What `defineTool` is given, with zod schemas. */
export interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodType> extends ToolFacts {
  readonly input: Input;
  /** What `run` promises. @default any value */
  readonly output?: Output;
  /** Does the work. May throw anything; throw a `toolError` to say what is certain about a failure. */
  readonly run: (input: z.output<Input>, context: ToolContext) => Awaitable<z.input<Output>>;
  /** Asks the other side what became of a call whose outcome is not known. */
  readonly lookup?: (
    idempotencyKey: string,
    context: ToolContext,
  ) => Awaitable<{ readonly found: true; readonly output: z.input<Output> } | { readonly found: false }>;
}

/** What `defineTool` is given, with JSON Schemas: for tools whose contract comes from elsewhere. */
export interface JsonToolSpec extends ToolFacts {
  /**
   * `type: "object"` at the root. Objects with `properties` that say nothing of others refuse them. References within
   * the schema are followed, others refused.
   */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly run: (input: JsonObject, context: ToolContext) => Awaitable<unknown>;
  /** Asks the other side what became of a call whose outcome is not known. */
  readonly lookup?: (
    idempotencyKey: string,
    context: ToolContext,
  ) => Awaitable<{ readonly found: true; readonly output: unknown } | { readonly found: false }>;
}

/** What `defineBuiltinTool` is given: {@link ToolSpec} and what only our own tools may set. */
export interface BuiltinToolSpec<Input extends z.ZodObject, Output extends z.ZodType> extends ToolSpec<Input, Output> {
  readonly asks?: "question";
}

/**
 * Checks a tool's definition and completes it with defaults. Pure: nothing is registered.
 * The types of `run` follow from `input` and `output`; a tool with `inputSchema` is given plain JSON.
 * @throws `TOOL_DEFINITION` with every mistake in `diagnostics`
 */
export function defineTool(spec: JsonToolSpec): Tool<JsonObject>;
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  spec: ToolSpec<Input, Output>,
): Tool<z.output<Input>, z.output<Output>>;
export function defineTool(spec: JsonToolSpec | ToolSpec<z.ZodObject, z.ZodType>): AnyTool {
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
  return completeTool(spec) as Tool<z.output<Input>, z.output<Output>>;
}

type LooseSpec = ToolFacts & {
  readonly input?: z.ZodType;
  readonly inputSchema?: JsonObject;
  readonly output?: z.ZodType;
  readonly outputSchema?: JsonObject;
  readonly asks?: "question";
  readonly backends?: BackendsSpec;
  readonly run: AnyTool["run"];
  readonly lookup?: AnyTool["lookup"];
};

function completeTool(spec: object): AnyTool {
  const given = spec as LooseSpec;
  const { effect, name } = given;
  return Object.freeze({
    name,
    version: given.version ?? 1,
    aliases: Object.freeze((given.aliases ?? []).map((alias) => (typeof alias === "string" ? { name: alias } : alias))),
    toolset: given.toolset ?? name.slice(0, name.indexOf("/")),
    description: given.description,
    effect,
    idempotency: given.idempotency ?? (effect === "read" ? "safe" : "none"),
    policy: completePolicy(effect, given.policy ?? {}),
    run: given.run,
    ...pickGiven(given),
  });
}

/** The parts that have no default, where they are given. */
function pickGiven(given: LooseSpec): Partial<AnyTool> {
  const {
    input,
    inputSchema,
    output,
    outputSchema,
    lookup,
    asks,
    category,
    labels,
    available,
    backends,
    visibility,
    appearance,
  } = given;
  return {
    ...(input && { input }),
    ...(inputSchema && { inputSchema }),
    ...(output && { output }),
    ...(outputSchema && { outputSchema }),
    ...(lookup && { lookup }),
    ...(asks && { asks }),
    ...(category !== undefined && { category }),
    ...(labels && { labels }),
    ...(available && { available }),
    ...(backends && { backends: completeBackends(backends) }),
    ...(visibility && { visibility }),
    ...(appearance && { appearance }),
  };
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
    ...completeLoadPolicy(policy),
  });
}
