import { checkCall } from "./check-call.ts";
import { isNewValue } from "./count-calls.ts";
import type { CompiledSop, CompiledStep } from "./compile-sop.ts";
import { readPath } from "./json-path.ts";
import type { RunningCall, SopCallEnd, SopCallStatus, SopEvent, SopState, StepCall, StepLedger } from "./sop-state.ts";
import type { SopVerdict } from "./sop-verdict.ts";

/** The ledger before anything has happened. */
export function emptyState(compiled: CompiledSop): SopState {
  const open = compiled.steps.map(() => openLedger);
  return { steps: withDueness(compiled, open), running: [], ended: [], violations: [] };
}

/** The ledger after an event. An event that was told before, or speaks of an unknown step, changes nothing. */
export function nextState(before: Before, event: SopEvent): SopState {
  const { state } = before;
  const next = apply(before, event);
  if (state.startedAt !== undefined || event.at === undefined || next === state) return next;
  return { ...next, startedAt: event.at };
}

/** What an event meets. */
interface Before {
  readonly compiled: CompiledSop;
  readonly state: SopState;
  /** Of the event's call in this state, where it is known already. */
  readonly verdict?: SopVerdict | undefined;
}

function apply(before: Before, event: SopEvent): SopState {
  const { compiled, state } = before;
  if (event.type === "skip") return skip(compiled, state, event);
  const started = state.running.find((running) => running.callId === event.callId);
  // What runs has not ended; the ended ones are many.
  if (started === undefined && state.ended.includes(event.callId)) return state;
  if (event.type === "call") return settle(before, event, started);
  if (started !== undefined) return state;
  const verdict = before.verdict ?? checkCall(compiled, state, event);
  const { callId, input } = event;
  const running =
    verdict.kind === "refused"
      ? { callId, step: -1, input, refusal: verdict }
      : { callId, step: verdict.kind === "allowed" ? verdict.index : -1, input };
  return { ...state, running: [...state.running, running] };
}

function skip(compiled: CompiledSop, state: SopState, event: Extract<SopEvent, { type: "skip" }>): SopState {
  const index = compiled.places.indexOf.get(event.step);
  if (index === undefined) return state;
  const { reason, at } = event;
  const steps = state.steps.slice();
  steps[index] = { ...steps[index]!, skip: at === undefined ? { reason } : { reason, at } };
  return { ...state, steps: withDueness(compiled, steps) };
}

function settle(before: Before, event: SopCallEnd, started: RunningCall | undefined): SopState {
  const { compiled, state } = before;
  const verdict = started ? verdictOf(compiled, started) : (before.verdict ?? checkCall(compiled, state, event));
  const running = started ? state.running.filter((other) => other !== started) : state.running;
  const outcome = outcomes[event.status];
  // A call that waits for a person has not ended; it comes back under the same id.
  const ended = event.status === "needs_confirmation" ? state.ended : [...state.ended, event.callId];
  const next = { ...state, running, ended };
  if (verdict.kind === "refused" && event.status !== "needs_confirmation") {
    const { callId, tool, at } = event;
    const violation = {
      callId,
      tool,
      refusal: verdict,
      ran: outcome !== undefined,
      ...(at === undefined ? {} : { at }),
    };
    return { ...next, violations: [...state.violations, violation] };
  }
  if (verdict.kind !== "allowed" || outcome === undefined) return next;
  const steps = state.steps.slice();
  steps[verdict.index] = withCall(compiled.steps[verdict.index]!, steps[verdict.index]!, {
    event,
    outcome,
    order: state.ended.length,
  });
  return { ...next, steps: withDueness(compiled, steps) };
}

function verdictOf(compiled: CompiledSop, started: RunningCall): SopVerdict {
  if (started.refusal) return started.refusal;
  return compiled.steps[started.step]?.served ?? { kind: "unrelated" };
}

interface Ending {
  readonly event: SopCallEnd;
  readonly outcome: StepCall["status"];
  readonly order: number;
}

function withCall(compiled: CompiledStep, ledger: StepLedger, { event, outcome, order }: Ending): StepLedger {
  const { callId, input, output, at } = event;
  const lacksEvidence = outcome !== "failed" && compiled.evidence.some((keys) => readPath(output, keys) === undefined);
  const status = lacksEvidence ? "failed" : outcome;
  const counts = !lacksEvidence && (status === "ok" || compiled.step.accept?.includes(status) === true);
  const call: StepCall = {
    callId,
    status,
    counts,
    order,
    input,
    ...(output === undefined ? {} : { output }),
    ...(at === undefined ? {} : { at }),
  };
  const calls = [...ledger.calls, call];
  if (!counts) return { ...ledger, calls };
  const adds = isNewValue(compiled, ledger.calls, input);
  return { ...ledger, calls, count: adds ? ledger.count + 1 : ledger.count, newest: call };
}

/** Dueness is kept in the ledger, so that asking one step never walks through others. */
function withDueness(compiled: CompiledSop, steps: StepLedger[]): readonly StepLedger[] {
  for (const due of compiled.dueOrder) {
    const { index } = due.step;
    const notDue = due.isWhen(steps) === false || due.isAfter(steps) === false;
    if (steps[index]!.notDue !== notDue) steps[index] = { ...steps[index]!, notDue };
  }
  return steps;
}

/** `undefined` for a call that did not run. */
const outcomes: Readonly<Record<SopCallStatus, StepCall["status"] | undefined>> = {
  ok: "ok",
  degraded: "degraded",
  failed: "failed",
  timeout: "failed",
  unavailable: "failed",
  in_doubt: "failed",
  denied: undefined,
  invalid: undefined,
  needs_confirmation: undefined,
};
const openLedger: StepLedger = { calls: [], count: 0, notDue: false };
