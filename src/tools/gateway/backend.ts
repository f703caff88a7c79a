import type { Awaitable } from "../../base/awaitable.ts";
import { formatDuration } from "../../base/duration.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { Backend, BackendPool, BackendTurn } from "./backend-pool.ts";
import type { Breaker } from "./breaker.ts";
import type { DeadlineClock } from "./deadline-clock.ts";
import { inDoubt, type Unavailability, unavailableOutcome } from "./failed-outcomes.ts";
import { endCall } from "./intent.ts";
import { reasons } from "./reasons.ts";
import type { ToolCall } from "./stage.ts";

/**
 * Chooses the instance for the call's next attempt, rather none that it has tried. Waits, at most until the call's
 * deadline, only where no list of instances is known yet. False when there is none.
 */
export async function takeBackend(call: ToolCall, clock: DeadlineClock, tried: Backend[]): Promise<boolean> {
  const pool = call.load!.backends!;
  const asking = pool.list.refresh(call.now());
  if (asking !== undefined && pool.size === 0) await withinTime(asking, call, clock);
  tellProblem(call, pool);
  const turn = pool.take(call.now(), tried);
  call.backend = turn;
  if (turn === undefined) return false;
  tried.push(turn.backend);
  return true;
}

/**
 * How the attempt ended for its instance, and what that says about the tool: of a fault nothing, as long as another
 * instance may be asked.
 */
export function leaveBackend(call: ToolCall, fault: boolean | undefined): boolean | undefined {
  const turn = call.backend;
  if (turn === undefined || turn.ended) return fault;
  const pool = call.load!.backends!;
  const now = call.now();
  tellChange(call, turn, pool.settle(turn, now, fault));
  return fault === true && pool.leftIn(now) === 0 ? undefined : fault;
}

/** Why no instance may be asked now; `undefined` when one may, or when that is being found out. */
export function findBackendRefusal(call: ToolCall, pool: BackendPool): Unavailability | undefined {
  const now = call.now();
  const asking = pool.list.refresh(now);
  const waitMs = pool.leftIn(now);
  if (waitMs === 0 || (asking !== undefined && pool.size === 0)) return undefined;
  tellProblem(call, pool);
  return noBackend(call, pool);
}

/** A call that finds no instance for its attempt. */
export function endWithoutBackend(call: ToolCall): Awaitable<ToolOutcome> {
  // Attempts before may have had their effect.
  const outcome = call.uncertain
    ? inDoubt(call, reasons(call.scope.locale).startedInDoubt())
    : unavailableOutcome(call, noBackend(call, call.load!.backends!));
  return endCall(call, outcome);
}

function noBackend(call: ToolCall, pool: BackendPool): Unavailability {
  const words = reasons(call.scope.locale);
  const now = call.now();
  if (pool.size > 0)
    return { code: "BACKENDS_OUT", reason: words.backendsOut(pool.size), retryAfterMs: pool.leftIn(now) };
  return { code: "NO_BACKEND", reason: words.noBackend(pool.list.problem), retryAfterMs: pool.list.askedAgainIn(now) };
}

/** The breaker that a call is held against that does not end: not while other instances do the tool's work. */
export function breakerForLate(call: ToolCall): Breaker | undefined {
  const { load } = call;
  if (load?.backends !== undefined && load.backends.leftIn(call.now()) === 0) return undefined;
  return load?.breaker;
}

function withinTime(asking: Promise<void>, call: ToolCall, clock: DeadlineClock): Promise<void> {
  return new Promise((resolve) => {
    const alarm = { at: call.deadlineAt, signal: call.scope.signal, slot: -1, ring: () => resolve() };
    clock.add(alarm);
    void asking.then(() => resolve(clock.remove(alarm)));
  });
}

function tellProblem(call: ToolCall, { list, size }: BackendPool): void {
  const problem = list.takeProblem();
  if (problem === undefined) return;
  const kept = size === 0 ? "none is known" : `the ${size} known before stay in use`;
  tell(call, "warning", `its instances could not be looked up (${problem}); ${kept}.`);
}

function tellChange(call: ToolCall, { backend }: BackendTurn, change: "back" | number | undefined): void {
  if (change === undefined) return;
  if (change === "back") return tell(call, "info", `its instance ${backend.label} is back.`);
  const many = backend.failures === 1 ? "a failure" : `${backend.failures} failures in a row`;
  tell(call, "warning", `its instance ${backend.label} is left out for ${formatDuration(change)} after ${many}.`);
}

/** The instance's address as it is told. */
export function shownBackend({ scope }: ToolCall, { backend }: BackendTurn): string {
  return scope.secrets?.text(backend.label) ?? backend.label;
}

function tell({ scope, tool }: ToolCall, level: "info" | "warning", what: string): void {
  const message = `Tool ${tool!.name}: ${what}`;
  scope.emit?.({
    type: "notice",
    node: scope.caller.node,
    level,
    message: scope.secrets?.text(message) ?? message,
  });
}
