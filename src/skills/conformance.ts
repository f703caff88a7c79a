import { checkCall } from "./check-call.ts";
import { checkSop } from "./check-sop.ts";
import { compileSop } from "./compile-sop.ts";
import { canSkipStep, missingSteps, type MissingStep, type SkipVerdict, type SopMode } from "./missing-steps.ts";
import { emptyState, nextState } from "./settle-call.ts";
import { sopInvalid } from "./skill-errors.ts";
import { reportSop, type SopReport } from "./sop-report.ts";
import type { SopCall, SopEvent, SopState } from "./sop-state.ts";
import type { SopVerdict } from "./sop-verdict.ts";
import type { Sop } from "./sop.ts";

/** Holds calls against an SOP. Pure: nothing is kept but in the states that go in and come out. */
export interface Conformance {
  readonly sop: Sop;
  /** The state before anything has happened. */
  readonly initial: SopState;
  /** Judges a call before it runs. */
  check(state: SopState, call: SopCall): SopVerdict;
  /**
   * The state after an event. Running calls that the SOP refuses become violations; an event told twice counts once.
   * `verdict` is what `check` said of the event's call in this very state, where it was asked: it is not judged twice then.
   */
  next(state: SopState, event: SopEvent, verdict?: SopVerdict): SopState;
  /** What became of every step. */
  report(state: SopState): SopReport;
  /** What a finish must still account for: MUST steps, or SHOULD steps as well. @default level "must" */
  missing(state: SopState, options?: { readonly level?: "must" | "should" }): readonly MissingStep[];
  /** Whether a step may be skipped with a reason. */
  canSkip(state: SopState, step: string, mode: SopMode): SkipVerdict;
}

/**
 * Prepares an SOP for checking, once for many calls.
 *
 * @throws SopwithError `SOP_INVALID` when ids repeat, a condition asks about an unknown step or in a circle, or a step
 * can never be reached. An SOP that `parseSop` returns is free of these.
 */
export function conformance(sop: Sop): Conformance {
  const diagnostics = checkSop(sop).filter((fault) => fault.severity === "error");
  if (diagnostics.length > 0) throw sopInvalid(diagnostics);
  return parsedConformance(sop);
}

/** The same for an SOP that was parsed from a SKILL.md: its faults are known already, so it is not searched for them. */
export function parsedConformance(sop: Sop): Conformance {
  const compiled = compileSop(sop);
  return {
    sop,
    initial: emptyState(compiled),
    check: (state, call) => checkCall(compiled, state, call),
    next: (state, event, verdict) => nextState({ compiled, state, verdict }, event),
    report: (state) => reportSop(compiled, state),
    missing: (state, options) => missingSteps(compiled, state, options?.level ?? "must"),
    canSkip: (state, step, mode) => canSkipStep(compiled, state, { step, mode }),
  };
}

/**
 * Tells how a finished sequence of calls and skips kept to an SOP.
 *
 * @throws SopwithError `SOP_INVALID` as {@link conformance} does.
 */
export function checkConformance(sop: Sop, events: Iterable<SopEvent>): SopReport {
  const checker = conformance(sop);
  let state = checker.initial;
  for (const event of events) state = checker.next(state, event);
  return checker.report(state);
}
