import { isSopwithError, SopwithError } from "../base/errors.ts";

/** What a tool says about its own failure. */
export interface ToolErrorParts {
  /** Upper case with underscores, yours: `CARD_DECLINED`. The model and the trace see it. */
  readonly code: string;
  /** A sentence the model can act on. No secrets, no stack. */
  readonly message: string;
  /**
   * `none`: for certain nothing was changed. `unknown`: it may have happened. `reported`: whoever did the work answered
   * that it failed, and may have done a part of it; the call has failed, nobody is sent to look, and no fallback runs.
   * @default "unknown"
   */
  readonly effect?: "none" | "unknown" | "reported";
  /** True for a reason that passes, false when another attempt cannot help. @default by the policy */
  readonly retryable?: boolean;
  /** Not before so many ms; implies `retryable`. */
  readonly retryAfterMs?: number;
  /** True: a sign that the tool itself is not well, though nothing was changed; many of them open its breaker. @default false */
  readonly unhealthy?: boolean;
  readonly cause?: unknown;
}

/** What the gateway reads from a thrown {@link toolError}. */
export interface ToolErrorFacts {
  readonly toolError: true;
  readonly effect: "none" | "unknown" | "reported";
  readonly retryable?: boolean;
  readonly retryAfterMs?: number;
  readonly unhealthy?: boolean;
}

/**
 * The error a tool's `run` throws to say what is certain:
 * `throw toolError({ code: "CARD_DECLINED", message: "The card was declined.", effect: "none", retryable: false })`.
 * Anything else may be thrown too, and counts as `effect: "unknown"`.
 */
export function toolError({
  code,
  message,
  effect = "unknown",
  retryable,
  retryAfterMs,
  unhealthy,
  cause,
}: ToolErrorParts): SopwithError {
  const facts: ToolErrorFacts = {
    toolError: true,
    effect,
    ...(retryable !== undefined && { retryable }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(unhealthy !== undefined && { unhealthy }),
  };
  return new SopwithError({ code, message, data: { ...facts }, cause });
}

/** What {@link toolError} makes. */
export type ToolError = SopwithError & { readonly data: ToolErrorFacts };

/** True for what {@link toolError} made. Never throws, whatever was thrown. */
export function isToolError(thrown: unknown): thrown is ToolError {
  try {
    return isSopwithError(thrown) && thrown.data["toolError"] === true;
  } catch {
    // What throws when it is read was not made here.
    return false;
  }
}
