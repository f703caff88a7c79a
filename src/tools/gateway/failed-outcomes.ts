import type { Failure } from "../failure.ts";
import { localText } from "../load-policy.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { ToolCall } from "./stage.ts";

/** After the last failed attempt. `uncertain`: one of the attempts may have had its effect. */
export function failureOutcome(call: ToolCall, failure: Failure, uncertain: boolean): ToolOutcome {
  const { code, reason, retryAfterMs } = failure;
  if (uncertain) return inDoubt(call, reasons(call.scope.locale).failedInDoubt(reason));
  if (failure.effect === "reported") return { ...callFacts(call), status: "failed", code, reason, mayHaveActed: true };
  if (!failure.passing) return { ...callFacts(call), status: "failed", code, reason };
  return unavailableOutcome(call, { code, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** Why a call was not served, for a reason that passes. */
export interface Unavailability {
  readonly code: string;
  readonly reason: string;
  readonly retryAfterMs?: number;
}

/** With what the tool's policy lets the user be told. */
export function unavailableOutcome(call: ToolCall, { code, reason, retryAfterMs }: Unavailability): ToolOutcome {
  const { whenUnavailable } = call.tool!.policy;
  return {
    ...callFacts(call),
    status: "unavailable",
    code,
    reason,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.ceil(retryAfterMs) }),
    ...(whenUnavailable !== undefined && { tellUser: localText(whenUnavailable, call.scope.locale) }),
  };
}

/** At the deadline. What a tool without side effects would have done does not matter; anything else may have happened. */
export function timeoutOutcome(call: ToolCall): ToolOutcome {
  const timeoutMs = Math.round(call.allottedMs);
  if (call.tool!.idempotency === "safe") return { ...callFacts(call), status: "timeout", timeoutMs };
  return inDoubt(call, reasons(call.scope.locale).timeoutInDoubt(timeoutMs));
}

/** When the run was cancelled. Not journalled: a run that goes on later decides by what was started. */
export function cancelledOutcome(call: ToolCall, uncertain: boolean): ToolOutcome {
  const words = reasons(call.scope.locale);
  if (uncertain) return inDoubt(call, words.cancelledInDoubt());
  return { ...callFacts(call), status: "unavailable", code: "CANCELLED", reason: words.cancelled() };
}

/** An effect nobody can be certain of. */
export function inDoubt(call: ToolCall, reason: string): ToolOutcome {
  return { ...callFacts(call), status: "in_doubt", reason };
}
