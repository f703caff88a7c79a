import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import { copyPlain } from "../copy-plain.ts";
import { type Failure, toFailure } from "../failure.ts";
import type { SumUpThrown } from "../sum-up-thrown.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { pauseCall, pendingQuestion } from "./ask-mid-call.ts";
import { endWithoutBackend, leaveBackend, shownBackend, takeBackend } from "./backend.ts";
import type { Backend } from "./backend-pool.ts";
import { longestWait, waitUntil } from "./backoff.ts";
import type { DeadlineClock } from "./deadline-clock.ts";
import { cancelledOutcome, failureOutcome, timeoutOutcome } from "./failed-outcomes.ts";
import { endCall, startAttempt } from "./intent.ts";
import { invoke, type Settled, type Work } from "./invoke.ts";
import { giveBack, leaveTool, takeTurn } from "./schedule.ts";
import type { Next, Stage, ToolCall } from "./stage.ts";
import type { ThrownSummary } from "../../trace/thrown-summary.ts";

/**
 * Runs the tool: intent before, outcome after, attempts in between. Attempts are repeated for `safe` and `keyed` tools
 * only, and all of them, with their waits, end by the call's deadline.
 */
export function createAttempt(clock: DeadlineClock, debug?: SumUpThrown): Stage {
  return async (call, next) => {
    // What a tool throws keeps its callers: seen from here they are few, and a repeated attempt costs half as much.
    if (call.tool!.policy.retry.maxAttempts > 1) await Promise.resolve();
    const work = workOf(call);
    const tried: Backend[] | undefined = call.load?.backends && [];
    // Attempts before a crash may have had their effect.
    call.uncertain = call.attempts > call.settledAttempts && mayActTwice(call);
    try {
      for (let attempt = 1; ; attempt += 1) {
        if (tried !== undefined && !(await takeBackend(call, clock, tried))) return endWithoutBackend(call);
        if (call.scope.signal?.aborted) return cancelledOutcome(call, call.uncertain);
        call.attempts += 1;
        const intent = startAttempt(call);
        if (intent !== undefined) await intent;
        const settling = invoke(call, work, clock);
        const settled = isPromise(settling) ? await settling : settling;
        if (debug !== undefined) call.thrown = thrownIn(call, settled, debug);
        if (settled.kind === "value") {
          const ended = succeed(call, next, settled.value);
          const outcome = isPromise(ended) ? await ended : ended;
          call.fault = leaveBackend(call, outcome.status !== "ok");
          return outcome;
        }
        const failed = afterFailure({ call, clock, attempt, settled });
        const outcome = isPromise(failed) ? await failed : failed;
        if (outcome !== undefined) return outcome;
      }
    } finally {
      if (tried !== undefined) leaveBackend(call, undefined);
      leaveTool(call);
    }
  };
}

interface FailedAttempt {
  readonly call: ToolCall;
  readonly clock: DeadlineClock;
  readonly attempt: number;
  readonly settled: Exclude<Settled, { readonly kind: "value" }>;
}

/** The outcome of the call, or `undefined` when there is to be another attempt, and its time has come. */
function afterFailure({ call, clock, attempt, settled }: FailedAttempt): Awaitable<ToolOutcome | undefined> {
  const pending = settled.kind === "threw" ? pendingQuestion(settled.thrown) : undefined;
  if (pending) return pauseCall(call, pending);
  if (settled.kind !== "threw") call.touched = true;
  if (settled.kind === "cancelled") return cancelledOutcome(call, mayActTwice(call));
  if (settled.kind === "timeout") {
    call.fault = leaveBackend(call, true);
    return endCall(call, timeoutOutcome(call));
  }
  const failure = failureOf(call, settled.thrown);
  const fault = leaveBackend(call, isFault(failure));
  call.touched ||= failure.effect !== "none";
  call.uncertain ||= failure.effect === "unknown" && mayActTwice(call);
  const maxAttempts = call.probe ? 1 : call.tool!.policy.retry.maxAttempts;
  const waitMs = attempt < maxAttempts ? nextWait(call, attempt, failure) : undefined;
  tellAttempt({ call, attempt, failure, waitMs });
  if (waitMs === 0) return undefined;
  if (waitMs === undefined) return endInFailure(call, failure, fault);
  return waitForNext(call, clock, waitMs).then((come) => (come ? undefined : endInFailure(call, failure, fault)));
}

/** A tool that says of itself "no, and nothing happened" is in good health. */
function isFault({ passing, effect, unhealthy }: Failure): boolean {
  return passing || effect === "unknown" || unhealthy === true;
}

function endInFailure(call: ToolCall, failure: Failure, fault: boolean | undefined): Awaitable<ToolOutcome> {
  call.fault = fault;
  return endCall(call, failureOutcome(call, failure, call.uncertain));
}

/** What the attempt threw, for whoever writes the tool; nothing where it did not throw. */
function thrownIn({ scope }: ToolCall, settled: Settled, sumUp: SumUpThrown): ThrownSummary | undefined {
  if (settled.kind !== "threw" || pendingQuestion(settled.thrown) !== undefined) return undefined;
  const summary = sumUp(settled.thrown);
  return (scope.secrets?.value(summary) ?? summary) as ThrownSummary;
}

/** What was thrown, without the secrets that the project knows of. */
function failureOf({ scope }: ToolCall, thrown: unknown): Failure {
  const failure = toFailure(thrown);
  return scope.secrets === undefined ? failure : { ...failure, reason: scope.secrets.text(failure.reason) };
}

/** Waits without a place, then for a place. False when there is none by the deadline. */
async function waitForNext(call: ToolCall, clock: DeadlineClock, waitMs: number): Promise<boolean> {
  giveBack(call);
  await waitUntil(clock, { at: call.now() + waitMs, signal: call.scope.signal });
  // The next attempt finds out that the run was cancelled.
  return call.scope.signal?.aborted === true || (await takeTurn(call, clock)) !== "time";
}

/** Each attempt of a tool that may be repeated gets arguments of its own, so that none sees what another changed. */
function workOf(call: ToolCall): Work {
  const tool = call.tool!;
  if (tool.policy.retry.maxAttempts === 1) return (context) => tool.run(call.input, context);
  return (context) => tool.run(copyPlain(call.input), context);
}

function mayActTwice({ tool }: ToolCall): boolean {
  return tool!.idempotency !== "safe";
}

function succeed(call: ToolCall, next: Next, output: unknown): Awaitable<ToolOutcome> {
  call.output = output;
  const ended = next(call);
  return isPromise(ended) ? ended.then((outcome) => endCall(call, outcome)) : endCall(call, ended);
}

/** How long to wait before the next attempt, in ms; `undefined` when there must not be one. */
function nextWait(call: ToolCall, attempt: number, failure: Failure): number | undefined {
  const { idempotency, policy } = call.tool!;
  if (idempotency === "none" || !failure.retryable) return undefined;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > policy.retry.maxBackoffMs) return undefined;
  const waitMs = Math.max(asked, Math.random() * longestWait(policy.retry, attempt));
  const comeAt = call.now() + waitMs;
  const backends = call.load?.backends;
  if (backends !== undefined && backends.leftIn(comeAt) > 0) return undefined;
  return comeAt < call.deadlineAt ? waitMs : undefined;
}

interface AttemptReport {
  readonly call: ToolCall;
  readonly attempt: number;
  readonly failure: Failure;
  readonly waitMs: number | undefined;
}

/** A single attempt that fails is told by the call's result alone. */
function tellAttempt({ call, attempt, failure, waitMs }: AttemptReport): void {
  if (waitMs === undefined && attempt === 1) return;
  call.scope.emit?.({
    type: "tool-attempt",
    node: call.scope.caller.node,
    callId: call.request.callId,
    tool: call.tool!.name,
    attempt: call.attempts,
    ...(call.backend && { backend: shownBackend(call, call.backend) }),
    problem: failure.reason,
    ...(waitMs !== undefined && { nextInMs: waitMs }),
    ...(call.thrown && { thrown: call.thrown }),
  });
}
