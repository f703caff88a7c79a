import { isPromise } from "../../base/awaitable.ts";
import type { AuditedCall } from "../audited-call.ts";
import { toOutcomeReason } from "../outcome-message.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { Stage, ToolCall } from "./stage.ts";

/** Tells trace, audit, taint and guard of the call and of its end. */
export const record: Stage = (call, next) => {
  const { emit, guard, audit, taint } = call.scope;
  if (!emit && !guard && !audit && !taint) return next(call);
  emitCall(call);
  const ended = next(call);
  return isPromise(ended) ? ended.then((outcome) => tell(call, outcome)) : tell(call, ended);
};

function tell(call: ToolCall, outcome: ToolOutcome): ToolOutcome {
  const { guard, audit, taint } = call.scope;
  if (call.passedGuard && hasEnded(call, outcome)) guard?.settle(outcome, call.input);
  emitResult(call, outcome);
  const labels = call.tool?.labels;
  if (labels !== undefined && outcome.status === "ok") taint?.add(labels);
  // A replayed outcome too: the process may have died between the journal and the audit. What is there already stays.
  if (audit !== undefined) audit(toAuditedCall(call, outcome));
  return outcome;
}

/** A call that waits for a person, before it runs or because nobody knows what it did, walks the corridor again. */
function hasEnded({ scope }: ToolCall, { status }: ToolOutcome): boolean {
  return status !== "needs_confirmation" && !(status === "in_doubt" && scope.doubt !== undefined);
}

/** Spreading what is not there costs as much as the rest of an event, so both kinds of event are made whole. */
function emitCall({ request, scope, fallbackOf }: ToolCall): void {
  if (scope.emit === undefined) return;
  const { callId, tool, input } = request;
  const event = { type: "tool-call", node: scope.caller.node, callId, tool, input } as const;
  scope.emit(fallbackOf === undefined ? event : { ...event, fallbackOf });
}

function toAuditedCall({ request, scope, tool, fallbackOf, rule }: ToolCall, outcome: ToolOutcome): AuditedCall {
  return {
    at: Date.now(),
    caller: scope.caller,
    effect: tool?.effect,
    input: request.rawInput ?? request.problem ?? request.input,
    outcome,
    fallbackOf,
    rule,
  };
}

function emitResult({ scope }: ToolCall, outcome: ToolOutcome): void {
  if (scope.emit === undefined) return;
  const { callId, tool, status, attempts, durationMs, backend, replayed, notes, thrown } = outcome;
  const result = outcome.status === "ok" ? outcome.output : toOutcomeReason(outcome, scope.locale);
  const { node } = scope.caller;
  const event = { type: "tool-result", node, callId, tool, status, result, attempts, durationMs } as const;
  if ((backend ?? replayed ?? notes ?? thrown) === undefined) return scope.emit(event);
  scope.emit({
    ...event,
    ...(backend !== undefined && { backend }),
    ...(replayed && { replayed }),
    ...(notes && { notes }),
    ...(thrown && { thrown }),
  });
}
