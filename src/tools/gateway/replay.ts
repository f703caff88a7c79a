import type { Awaitable } from "../../base/awaitable.ts";
import type { DoubtAnswer, JournalledCall } from "../call-scope.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callChangedError } from "../tools-errors.ts";
import type { DeadlineClock } from "./deadline-clock.ts";
import { leaveBackend, takeBackend } from "./backend.ts";
import { callFacts } from "./call-facts.ts";
import { confirmationOf } from "./confirmation-of.ts";
import { mayBeEdited, takeChange, walkAgain } from "./edited-call.ts";
import { cancelledOutcome, inDoubt } from "./failed-outcomes.ts";
import { hashInput } from "./hash-input.ts";
import { endCall } from "./intent.ts";
import { invoke } from "./invoke.ts";
import { reasons } from "./reasons.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";
import type { ToolLoads } from "./tool-loads.ts";
import { validateOutput } from "./validate-output.ts";

/**
 * Answers a call that is on record. A finished one gives its recorded outcome. One that was started and not finished
 * is in doubt: `safe` runs again, `keyed` runs again with the same key, a declared `lookup` is asked, and the rest
 * is left to a person. What a person found out about a call in doubt becomes its outcome.
 */
export function createReplay(clock: DeadlineClock, loads: ToolLoads): Stage {
  return (call, next) => {
    const { known } = call;
    if (known === undefined) return next(call);
    call.known = undefined;
    return answer({ call, next, clock, loads }, known);
  };
}

interface Replay {
  readonly call: ToolCall;
  readonly next: Next;
  readonly clock: DeadlineClock;
  readonly loads: ToolLoads;
}

function answer(replay: Replay, known: JournalledCall): Awaitable<ToolOutcome> {
  const { call } = replay;
  const { inputHash } = known;
  if (inputHash === undefined || inputHash === hashInput(call) || isChangedOnceMore(call, known))
    return answerSame(replay, known);
  return answerEdited(replay, known);
}

/** A call in doubt that a person wants begun again may be given other arguments then. */
function isChangedOnceMore({ change }: ToolCall, { change: before, inputHash, outcome }: JournalledCall): boolean {
  return outcome?.status === "in_doubt" && change !== undefined && change.asked === (before?.asked ?? inputHash);
}

function answerSame(replay: Replay, known: JournalledCall): Awaitable<ToolOutcome> {
  const { call, next } = replay;
  // Only calls that the guard let pass are ever on record.
  call.passedGuard = true;
  if (known.outcome?.status === "needs_confirmation") return goOn(replay, known);
  if (known.outcome?.status === "in_doubt") return askPerson(replay, known);
  if (known.outcome !== undefined) return { ...known.outcome, replayed: true };
  const { idempotency, lookup } = call.tool!;
  call.attempts = known.attempts;
  call.touched = true;
  if (idempotency !== "none") return next(call);
  return lookup ? askOtherSide(replay) : leaveInDoubt(call, reasons(call.scope.locale).startedInDoubt());
}

/** A call that stopped in its middle for a question is made again from its start; what it did before is settled. */
function goOn({ call, next }: Replay, known: JournalledCall): Awaitable<ToolOutcome> {
  call.attempts = known.attempts;
  call.settledAttempts = known.attempts;
  return next(call);
}

/**
 * A call that is on record with other arguments: a person has changed them, or it is not the same call. The changed ones are
 * held against the record when the call walks again with them. In a fork the decision may be another run's: what ended
 * is known all the same, and what did not is asked about here, with the changed arguments.
 *
 * @throws `CALL_CHANGED`
 */
async function answerEdited(replay: Replay, known: JournalledCall): Promise<ToolOutcome> {
  const { call } = replay;
  const word = mayBeEdited(call) ? await call.scope.confirmation?.(confirmationOf(call, "tool")) : undefined;
  if (word?.approved && word.input !== undefined)
    return walkAgain(call, { input: word.input, by: word.by ?? "a person" });
  const now = hashInput(call);
  if (known.change?.asked !== now)
    throw callChangedError({ callId: call.request.callId, tool: call.tool!.name, recorded: known.inputHash!, now });
  takeChange(call, known);
  const status = known.outcome?.status;
  if (status === undefined || status === "in_doubt" || status === "needs_confirmation")
    (call.notes ??= []).push(reasons(call.scope.locale).edited(known.change.by, known.change.input));
  return answerSame(replay, known);
}

async function askOtherSide({ call, next, clock, loads }: Replay): Promise<ToolOutcome> {
  const { lookup, policy } = call.tool!;
  call.allottedMs = policy.timeoutMs;
  call.deadlineAt = call.now() + policy.timeoutMs;
  if (call.tool!.backends !== undefined) {
    call.load = loads.of(call.tool!);
    if (!(await takeBackend(call, clock, []))) return leaveInDoubt(call, reasons(call.scope.locale).lookupInDoubt());
  }
  const settled = await invoke(call, (context) => lookup!(context.idempotencyKey, context), clock);
  leaveBackend(call, settled.kind === "cancelled" ? undefined : settled.kind !== "value");
  // The next resume may ask again.
  if (settled.kind === "cancelled") return cancelledOutcome(call, true);
  const found =
    settled.kind === "value"
      ? (settled.value as { readonly found?: unknown; readonly output?: unknown } | undefined)
      : undefined;
  if (found?.found === false) {
    // It did not happen, so this is the first attempt that counts.
    call.attempts = 0;
    call.touched = false;
    return next(call);
  }
  if (found?.found !== true) return leaveInDoubt(call, reasons(call.scope.locale).lookupInDoubt());
  call.output = found.output;
  return endCall(call, await validateOutput(call, next));
}

async function askPerson(replay: Replay, known: JournalledCall): Promise<ToolOutcome> {
  const { call } = replay;
  call.attempts = known.attempts;
  const { callId } = call.request;
  const found = await call.scope.doubt?.({ callId, tool: call.tool!.name, input: call.input, attempts: call.attempts });
  return found ? settleDoubt(replay, found) : { ...known.outcome!, replayed: true };
}

async function settleDoubt({ call, next }: Replay, found: DoubtAnswer): Promise<ToolOutcome> {
  const words = reasons(call.scope.locale);
  if (found.found === "again") {
    // Whether this attempt fails with or without effect no longer depends on those before it.
    call.settledAttempts = call.attempts;
    return next(call);
  }
  if (found.found === "not-happened") {
    const reason = words.foundNotHappened(found.by, found.reason);
    return endCall(call, { ...callFacts(call), status: "failed", code: "NOT_HAPPENED", reason });
  }
  call.output = found.result;
  (call.notes ??= []).push(words.foundHappened(found.by));
  return endCall(call, await validateOutput(call, next));
}

function leaveInDoubt(call: ToolCall, reason: string): Awaitable<ToolOutcome> {
  return endCall(call, inDoubt(call, reason));
}
