import type { ExpectedTools } from "../expected-tools.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { reasons } from "./reasons.ts";
import type { ToolCall } from "./stage.ts";

/** What is told of a tool that cannot work now, with what its source says of that, if it does. */
export function notThere(call: ToolCall, expected: ExpectedTools | undefined): ToolOutcome {
  const plain = reasons(call.scope.locale).notAvailable(call.tool?.name ?? call.request.tool);
  const reason = expected?.why === undefined ? plain : `${plain} ${expected.why}`;
  return { ...callFacts(call), status: "unavailable", code: "TOOL_NOT_AVAILABLE", reason };
}
