import { takeChange } from "./edited-call.ts";
import { inDoubt } from "./failed-outcomes.ts";
import { hashInput } from "./hash-input.ts";
import { endCall } from "./intent.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";
import type { ToolOutcome } from "../tool-outcome.ts";

/**
 * In a run that was forked from another: a call that would change what the other run has changed already takes that outcome
 * and runs nothing. Where the other run does not know how its call ended, a person is asked.
 */
export const share: Stage = (call, next) => {
  const { journal } = call.scope;
  if (journal?.shared === undefined || call.tool!.effect === "read" || call.attempts > 0) return next(call);
  return takeShared(call, next, journal.shared);
};

async function takeShared(
  call: ToolCall,
  next: Next,
  shared: NonNullable<NonNullable<ToolCall["scope"]["journal"]>["shared"]>,
): Promise<ToolOutcome> {
  const { callId } = call.request;
  const found = await shared({ callId, tool: call.tool!.name, inputHash: hashInput(call) });
  if (found === undefined) return next(call);
  takeChange(call, found);
  if (found.outcome?.status !== "ok") {
    const words = reasons(call.scope.locale);
    const { change } = found;
    const edited = change ? ` ${words.edited(change.by, change.input)}` : "";
    return endCall(call, inDoubt(call, `${words.sharedInDoubt()}${edited}`));
  }
  const notes = [...(found.outcome.notes ?? []), reasons(call.scope.locale).shared()];
  return endCall(call, { ...found.outcome, callId, notes, replayed: true });
}
