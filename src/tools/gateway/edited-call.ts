import type { CallScope, JournalledCall, ToolRequest } from "../call-scope.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { confirmationOf } from "./confirmation-of.ts";
import { callFacts } from "./call-facts.ts";
import type { EditedInput, ToolCall } from "./stage.ts";

/** Ends the walk of a call whose arguments a person has changed: another one follows, with the changed ones. */
export function walkAgain(call: ToolCall, edited: EditedInput): ToolOutcome {
  call.edited = edited;
  return { ...callFacts(call), status: "needs_confirmation", request: confirmationOf(call, "tool") };
}

/** Takes up a call on record that was made with a person's arguments: with those, under the hash they have there. */
export function takeChange(call: ToolCall, { input, inputHash, change }: JournalledCall): void {
  if (change === undefined) return;
  call.change = change;
  call.input = input;
  call.given = change.input;
  call.inputHash = inputHash;
}

/** True for a call whose arguments a person may have changed: one that a person is asked about. Known before anything waits. */
export function mayBeEdited({ tool, mustAsk, scope }: ToolCall): boolean {
  if (tool === undefined || scope.confirmation === undefined) return false;
  return tool.policy.confirm !== "never" || mustAsk || (tool.labels !== undefined && tool.labels.length > 0);
}

/**
 * The same call with the arguments that a person gave. All is judged anew: the arguments, the rules, the procedure. Who
 * wrote them has confirmed them too.
 */
export function editedCall(
  { request, scope }: ToolCall,
  { input, by }: EditedInput,
): { readonly request: ToolRequest; readonly scope: CallScope } {
  const { callId, tool } = request;
  return {
    request: { callId, tool, input },
    scope: {
      ...scope,
      confirmation: (asked) =>
        asked.callId === callId && asked.kind === "confirmation" ? { approved: true, by } : scope.confirmation?.(asked),
    },
  };
}
