import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { DoubtAnswer, JournalledCall } from "../call-scope.ts";
import { toPlainJson } from "../plain-json.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { inDoubt } from "./failed-outcomes.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/**
 * Looks up what is on record of a call before any door can refuse it; `replay` answers from it. Where a door is closed
 * since, because the tool was switched off, denied, changed or lost, the record still answers: what has been done is never
 * told to have been refused.
 */
export const recall: Stage = (call, next) => {
  const { journal } = call.scope;
  if (journal === undefined) return next(call);
  const found = journal.find(call.request.callId);
  return isPromise(found) ? found.then((known) => walk(call, next, known)) : walk(call, next, found);
};

function walk(call: ToolCall, next: Next, known: JournalledCall | undefined): Awaitable<ToolOutcome> {
  return known === undefined ? next(call) : walkKnown(call, next, known);
}

async function walkKnown(call: ToolCall, next: Next, known: JournalledCall): Promise<ToolOutcome> {
  call.known = known;
  const outcome = await next(call);
  return call.known === undefined ? outcome : behindClosedDoor(call, known, outcome);
}

/** A call that had stopped for a question has done nothing, so the refusal stands. */
function behindClosedDoor(call: ToolCall, known: JournalledCall, refusal: ToolOutcome): Awaitable<ToolOutcome> {
  const { outcome, input } = known;
  if (outcome?.status === "needs_confirmation") return refusal;
  call.passedGuard = true;
  call.attempts = known.attempts;
  if (input !== undefined) call.input = input;
  if (outcome !== undefined && outcome.status !== "in_doubt") return { ...outcome, replayed: true };
  return askPerson(call, outcome, refusal);
}

async function askPerson(call: ToolCall, outcome: ToolOutcome | undefined, refusal: ToolOutcome): Promise<ToolOutcome> {
  const { request, scope, input, attempts } = call;
  const found = await scope.doubt?.({ callId: request.callId, tool: refusal.tool, input, attempts });
  if (found) return settle(call, found, refusal);
  return outcome ? { ...outcome, replayed: true } : inDoubt(call, reasons(scope.locale).startedInDoubt());
}

/** Who wants it begun again is told why that cannot be now. */
function settle(call: ToolCall, found: DoubtAnswer, refusal: ToolOutcome): ToolOutcome {
  const words = reasons(call.scope.locale);
  if (found.found === "again") return refusal;
  if (found.found === "happened") {
    (call.notes ??= []).push(words.foundHappened(found.by));
    return { ...callFacts(call), status: "ok", output: toPlainJson(found.result) };
  }
  const reason = words.foundNotHappened(found.by, found.reason);
  return { ...callFacts(call), status: "failed", code: "NOT_HAPPENED", reason };
}
