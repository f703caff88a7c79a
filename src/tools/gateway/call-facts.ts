import type { CallFacts } from "../tool-outcome.ts";
import type { ToolCall } from "./stage.ts";

/** What every outcome says of its call, as it stands now. */
export function callFacts(call: ToolCall): CallFacts {
  const facts = {
    callId: call.request.callId,
    tool: call.tool?.name ?? call.request.tool,
    attempts: call.attempts,
    durationMs: call.now() - call.startedAt,
  };
  if (
    call.insteadOf === undefined &&
    call.notes === undefined &&
    call.thrown === undefined &&
    call.backend === undefined
  )
    return facts;
  return {
    ...facts,
    ...(call.insteadOf !== undefined && { insteadOf: call.insteadOf }),
    ...(call.backend && { backend: call.backend.backend.label }),
    ...(call.notes && { notes: call.notes }),
    ...(call.thrown && { thrown: call.thrown }),
  };
}
