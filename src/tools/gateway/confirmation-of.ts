import type { ConfirmationRequest } from "../tool-outcome.ts";
import { hashInput } from "./hash-input.ts";
import type { ToolCall } from "./stage.ts";

/** What a person is asked about a call. */
export function confirmationOf(call: ToolCall, because: ConfirmationRequest["because"]): ConfirmationRequest {
  const tool = call.tool!;
  return {
    callId: call.request.callId,
    tool: tool.name,
    input: call.input,
    inputHash: hashInput(call),
    version: tool.version,
    kind: tool.asks ?? "confirmation",
    because,
    grantable: tool.policy.confirm !== "each-call",
    ...(call.attempts > 0 && { started: true }),
  };
}
