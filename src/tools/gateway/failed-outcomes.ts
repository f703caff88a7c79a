import type { Failure } from "../failure.ts";
import { localText } from "../load-policy.ts";
import type { MayHaveActed, ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { ToolCall } from "./stage.ts";

/** After the last failed attempt. `uncertain`: one of the attempts may have had its effect. */
export function failureOutcome(call: ToolCall, failure: Failure, uncertain: boolean): ToolOutcome {
  const { code, reason, retryAfterMs } = failure;
  if (uncertain) return inDoubt(call, reasons(call.scope.locale).failedInDoubt(reason));
  if (!failure.passing || failure.effect === "reported")
    return { ...callFacts(call), ...traceOf(call), status: "failed", code, reason };
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
  const trace = traceOf(call);
  // What must not simply be made again has failed.
  if (trace.mayHaveActed && !trace.repeatable) return { ...callFacts(call), ...trace, status: "failed", code, reason };
  return {
    ...callFacts(call),
    ...trace,
    status: "unavailable",
    code,
    reason,
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.ceil(retryAfterMs) }),
    ...(whenUnavailable !== undefined && { tellUser: localText(whenUnavailable, call.scope.locale) }),
  };
}

/** At the deadline. Where a second call does nothing more, nobody needs to know whether this one acted. */
export function timeoutOutcome(call: ToolCall): ToolOutcome {
  const timeoutMs = Math.round(call.allottedMs);
  if (call.tool!.idempotency === "safe") return { ...callFacts(call), ...traceOf(call), status: "timeout", timeoutMs };
  return inDoubt(call, reasons(call.scope.locale).timeoutInDoubt(timeoutMs));
}

/** When the run was cancelled. Not journalled: a run that goes on later decides by what was started. */
export function cancelledOutcome(call: ToolCall, uncertain: boolean): ToolOutcome {
  const words = reasons(call.scope.locale);
  if (uncertain) return inDoubt(call, words.cancelledInDoubt());
  return { ...callFacts(call), ...traceOf(call), status: "unavailable", code: "CANCELLED", reason: words.cancelled() };
}

/** Whether the call may have left something behind, and what another one would do then. A read leaves nothing. */
function traceOf({ touched, tool }: ToolCall): Pick<MayHaveActed, "mayHaveActed" | "repeatable"> {
  if (!touched || tool!.effect === "read") return {};
  return tool!.idempotency === "safe" ? { mayHaveActed: true, repeatable: true } : { mayHaveActed: true };
}

/** An effect nobody can be certain of. */
export function inDoubt(call: ToolCall, reason: string): ToolOutcome {
  return { ...callFacts(call), status: "in_doubt", reason };
}
