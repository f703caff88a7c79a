import type { Awaitable } from "../../base/awaitable.ts";
import type { Priority } from "../load-policy.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { findBackendRefusal } from "./backend.ts";
import { unavailableOutcome, type Unavailability } from "./failed-outcomes.ts";
import { endCall } from "./intent.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";
import type { ToolLoads } from "./tool-loads.ts";

/** The share of all places in the process up to which calls of a priority pass. */
const shareOf: Readonly<Record<Priority, number>> = { low: 0.7, normal: 0.9, high: 1 };

/** What `ready` and `schedule` keep account in. */
export interface ReadyParts {
  readonly loads: ToolLoads;
  /** Calls the process may have in flight. */
  readonly maxInFlight: number;
}

/**
 * Refuses a call that its tool cannot serve now: a breaker is open, a rate is used up, all its instances are
 * out, the queue is full, or the process has too much to do. It only looks, since a call may still wait for a person; `schedule` counts it. A call
 * that was started before a crash passes: refusing it would leave it in doubt.
 */
export function createReady(parts: ReadyParts): Stage {
  return (call, next) => {
    if (call.builtin) return next(call);
    call.load = parts.loads.of(call.tool!);
    if (call.attempts > 0) return next(call);
    const refusal = findRefusal(call, parts);
    return refusal === undefined ? next(call) : refuseCall(call, refusal);
  };
}

/** The refusal is recorded: a model that was told of it must not find, after a resume, that the call ran. */
export function refuseCall(call: ToolCall, refusal: Unavailability): Awaitable<ToolOutcome> {
  return endCall(call, unavailableOutcome(call, refusal));
}

/** Why the call cannot be served now; `undefined` when it can. Changes nothing. */
export function findRefusal(call: ToolCall, { loads, maxInFlight }: ReadyParts): Unavailability | undefined {
  const { breaker, rate, slots, backends } = call.load!;
  const words = reasons(call.scope.locale);
  if (loads.inFlight >= maxInFlight * shareOf[call.tool!.policy.priority])
    return { code: "SHED", reason: words.shed() };
  if (breaker !== undefined) {
    const retryAfterMs = breaker.refusedFor(call.startedAt);
    if (retryAfterMs !== undefined)
      return { code: "BREAKER_OPEN", reason: words.breakerOpen(breaker.counts), retryAfterMs };
  }
  if (rate !== undefined) {
    const retryAfterMs = rate.refusedFor(call.now(), call.scope.caller.user ?? "");
    if (retryAfterMs !== undefined) return { code: "RATE_LIMITED", reason: words.rateLimited(), retryAfterMs };
  }
  if (backends !== undefined) {
    const refusal = findBackendRefusal(call, backends);
    if (refusal !== undefined) return refusal;
  }
  return slots?.isFull ? { code: "BUSY", reason: words.queueFull() } : undefined;
}
