import type { ModelCall } from "../model/model.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import type { TurnLoop } from "./turn-loop.ts";

/** Takes note of a call that was refused before it came to the gateway, which notes all others. */
export function auditRefusal({ scope, visit }: TurnLoop, call: ModelCall, outcome: ToolOutcome): ToolOutcome {
  scope.audit?.({
    at: Date.now(),
    caller: scope.caller,
    effect: visit.context.parts.tools.resolve(call.name)?.effect,
    input: call.rawArguments ?? call.problem ?? call.arguments,
    outcome,
    fallbackOf: undefined,
    rule: undefined,
  });
  return outcome;
}
