import type { Awaitable } from "../../base/awaitable.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { Alarm, DeadlineClock } from "./deadline-clock.ts";
import { cancelledOutcome, inDoubt } from "./failed-outcomes.ts";
import { endCall } from "./intent.ts";
import { findRefusal, type ReadyParts, refuseCall } from "./ready.ts";
import { reasons } from "./reasons.ts";
import type { Waiter } from "./slots.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";

/**
 * Gives the call its time and its place. The deadline starts here, where a call begins to wait, and is never later
 * than the end of the turn. What a call takes here, `leaveTool` gives back.
 */
export function createSchedule(parts: ReadyParts, clock: DeadlineClock): Stage {
  return (call, next) => {
    const now = call.now();
    const { turnEndsAt = Infinity } = call.scope;
    call.allottedMs = Math.min(call.tool!.policy.timeoutMs, turnEndsAt - now);
    call.deadlineAt = now + call.allottedMs;
    if (call.load === undefined) return next(call);
    if (call.allottedMs <= 0)
      return refuseCall(call, { code: "TURN_TIME", reason: reasons(call.scope.locale).turnTimeUsed() });
    // Between `ready` and here a person may have been asked, and others may have come.
    const refusal = call.attempts > 0 ? undefined : findRefusal(call, parts);
    if (refusal !== undefined) return refuseCall(call, refusal);
    call.probe = call.load.breaker?.enter() ?? false;
    call.load.rate?.take(now, call.scope.caller.user ?? "");
    parts.loads.inFlight += 1;
    call.loads = parts.loads;
    const turn = takeTurn(call, clock);
    return turn === undefined ? next(call) : turn.then((granted) => goOn(call, next, granted));
  };
}

/** Whether a call that had to wait got its place, or why it waits no longer. */
export type Granted = "granted" | "time" | "cancelled";

/** Takes a place; `undefined` when there was one at once. */
export function takeTurn(call: ToolCall, clock: DeadlineClock): Promise<Granted> | undefined {
  const slots = call.load?.slots;
  if (slots === undefined) return undefined;
  if (slots.take()) {
    call.holdsSlot = true;
    return undefined;
  }
  return new Promise((resolve) => {
    const waiter: Waiter & Alarm = {
      at: call.deadlineAt,
      signal: call.scope.signal,
      slot: -1,
      thread: call.scope.caller.thread,
      go: () => {
        clock.remove(waiter);
        call.holdsSlot = true;
        resolve("granted");
      },
      ring: (cause) => {
        slots.leave(waiter);
        resolve(cause);
      },
    };
    slots.join(waiter);
    clock.add(waiter);
  });
}

/** Gives the call's place to the next. */
export function giveBack(call: ToolCall): void {
  if (!call.holdsSlot) return;
  call.holdsSlot = false;
  call.load!.slots!.release();
}

/** Ends what `schedule` began. */
export function leaveTool(call: ToolCall): void {
  if (call.loads === undefined) return;
  call.loads.inFlight -= 1;
  call.loads = undefined;
  giveBack(call);
  // The exact time counts only for a call that may open the breaker.
  call.load!.breaker?.settle(call.fault === true ? call.now() : call.startedAt, call.probe, call.fault);
}

function goOn(call: ToolCall, next: Next, granted: Granted): Awaitable<ToolOutcome> {
  if (granted === "granted") return next(call);
  leaveTool(call);
  // Attempts before a crash may have had their effect.
  const uncertain = call.attempts > 0 && call.tool!.idempotency !== "safe";
  if (granted === "cancelled") return cancelledOutcome(call, uncertain);
  if (uncertain) return endCall(call, inDoubt(call, reasons(call.scope.locale).startedInDoubt()));
  return refuseCall(call, { code: "BUSY", reason: reasons(call.scope.locale).waitedInVain(call.allottedMs) });
}
