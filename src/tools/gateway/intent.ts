import type { Awaitable } from "../../base/awaitable.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { hashInput } from "./hash-input.ts";
import type { ToolCall } from "./stage.ts";

/** Writes down that an attempt of a call that changes something is about to start. Reads leave no intent. */
export function startAttempt(call: ToolCall): Awaitable<void> | undefined {
  const { scope, request, tool, fallbackOf, change } = call;
  if (scope.journal === undefined || tool!.effect === "read") return undefined;
  return scope.journal.start({
    callId: request.callId,
    tool: tool!.name,
    input: call.input,
    inputHash: hashInput(call),
    attempt: call.attempts,
    ...(change !== undefined && { change }),
    ...(fallbackOf !== undefined && { fallbackOf }),
  });
}

/** Whatever the effect of the call. */
function finishCall(call: ToolCall, outcome: ToolOutcome): Awaitable<void> {
  const { scope, request, tool, fallbackOf, inputHash, change } = call;
  return scope.journal?.finish(
    {
      callId: request.callId,
      tool: tool!.name,
      input: call.input,
      durable: tool!.effect !== "read",
      ...(inputHash !== undefined && { inputHash }),
      ...(change !== undefined && { change }),
      ...(fallbackOf !== undefined && { fallbackOf }),
    },
    outcome,
  );
}

/** Takes secrets out of the outcome, writes it down, and gives it on. */
export function endCall(call: ToolCall, outcome: ToolOutcome): Awaitable<ToolOutcome> {
  const { journal, secrets } = call.scope;
  return journal === undefined && secrets === undefined ? outcome : keepOutcome(call, outcome);
}

async function keepOutcome(call: ToolCall, outcome: ToolOutcome): Promise<ToolOutcome> {
  const clean = (call.scope.secrets?.value(outcome) ?? outcome) as ToolOutcome;
  await finishCall(call, clean);
  return clean;
}
