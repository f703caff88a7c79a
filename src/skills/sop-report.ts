import { previewJson, type JsonValue } from "../base/json.ts";
import type { StepView } from "../trace/run-event.ts";
import { countedCalls } from "./count-calls.ts";
import { valuesOf } from "./count-needed.ts";
import type { CompiledSop, CompiledStep } from "./compile-sop.ts";
import { describeCondition } from "./describe-condition.ts";
import { readPath } from "./json-path.ts";
import { hasTest, testsOf } from "./sop-condition.ts";
import type { SopState, StepLedger, SopViolation } from "./sop-state.ts";
import type { StepLevel } from "./sop.ts";

/**
 * What became of a step. `kept` is a ban that held; `not-due` a step whose condition is false or was never decided;
 * `not-taken` an optional step that was left out; `not-checkable` one that no call can prove.
 */
export type StepStatus = StepView["status"];

/** One line of a conformance report. */
export interface StepReport {
  /** Absent for a ban of an `sop` block. */
  readonly step?: string;
  readonly text: string;
  readonly level: StepLevel;
  readonly line: number;
  readonly status: StepStatus;
  /** True when nothing more is asked of the step; a degraded call is enough only where the step accepts it. */
  readonly satisfied: boolean;
  /** Ids of the calls that show it. */
  readonly calls: readonly string[];
  /** Why it was skipped, is missing or is not due. */
  readonly reason?: string;
  /** True when it was done after its deadline. */
  readonly late?: true;
  /** When the call that made it done ended, in milliseconds since the epoch. */
  readonly at?: number;
  /** What the result says at the paths of `evidence`. */
  readonly evidence?: Readonly<Record<string, JsonValue>>;
}

/** How a run kept to its SOP. */
export interface SopReport {
  /** True when no MUST is missing or failed, and no call ran out of order or against a ban. */
  readonly conforms: boolean;
  readonly steps: readonly StepReport[];
  readonly violations: readonly SopViolation[];
}

/** Tells step by step what became of an SOP. */
export function reportSop(compiled: CompiledSop, state: SopState): SopReport {
  const steps = compiled.steps.map((_, index) => reportStep(compiled, state, index));
  const bans = compiled.bans.filter((ban) => ban.step === undefined).map((ban) => reportBan(ban, state));
  const all = [...steps, ...bans];
  const conforms = all.every(({ level, satisfied }) => satisfied || level === "should" || level === "may");
  return { conforms: conforms && !state.violations.some(({ ran }) => ran), steps: all, violations: state.violations };
}

/** Status and reason of one step. */
export function statusOf(compiled: CompiledStep, state: SopState): { status: StepStatus; reason?: string } {
  const ledger = state.steps[compiled.step.index]!;
  if (compiled.role === "guidance") return skipped(ledger) ?? { status: "not-checkable" };
  if (compiled.role === "ban") return { status: violationsOf(compiled, state).length > 0 ? "forbidden" : "kept" };
  const least = compiled.least(state.steps);
  if (ledger.count >= least) return doneStatus(ledger);
  const isDue = dueness(compiled, state);
  const skip = isDue === "due" && compiled.step.when !== undefined ? undefined : skipped(ledger);
  if (skip) return skip;
  const violation = violationsOf(compiled, state)[0];
  if (violation) return { status: "out-of-order", reason: violation.refusal.reason };
  if (isDue === "not-due") return { status: "not-due", reason: `it asks that ${conditionWords(compiled)}` };
  const last = ledger.calls.at(-1);
  if (last && !last.counts) return { status: last.status === "degraded" ? "degraded" : "failed" };
  if (ledger.count > 0) return { status: "missing", reason: whatIsLeft(compiled, state, least) };
  if (isDue === "undecided") return { status: "not-due", reason: `never decided whether ${conditionWords(compiled)}` };
  return { status: compiled.step.level === "may" ? "not-taken" : "missing" };
}

/** What a step that was done in part lacks: a number, or the values of another step that it was not done for. */
function whatIsLeft({ step, per, places }: CompiledStep, state: SopState, least: number): string {
  const ledger = state.steps[step.index]!;
  const other = places.indexOf.get(step.times?.each ?? "");
  if (other === undefined || per === undefined) return `done ${ledger.count} of ${least} times`;
  const left = valuesOf(state.steps[other]!, per).difference(valuesOf(ledger, per));
  return `not done for ${step.times!.per} ${previewJson([...left].join(", "), 100)}`;
}

/** A step that is done by a lesser outcome, which it accepts, is called by that outcome. */
function doneStatus({ newest }: StepLedger): { status: StepStatus; reason?: string } {
  if (newest === undefined || newest.status === "ok") return { status: "done" };
  return { status: newest.status, reason: "the step accepts it" };
}

/** Whether a step is due now. Undecided: nothing has told yet. */
export function dueness({ isWhen, step }: CompiledStep, state: SopState): "due" | "not-due" | "undecided" {
  if (state.steps[step.index]!.notDue) return "not-due";
  return isWhen(state.steps) === undefined ? "undecided" : "due";
}

function reportStep(sop: CompiledSop, state: SopState, index: number): StepReport {
  const compiled = sop.steps[index]!;
  const { step } = compiled;
  const ledger = state.steps[step.index]!;
  const { status, reason } = statusOf(compiled, state);
  const calls = isBroken.has(status)
    ? violationsOf(compiled, state).map((violation) => violation.callId)
    : ledger.calls.map((call) => call.callId);
  const doneAt = completionOf(compiled, state);
  const evidence = evidenceOf(compiled, ledger);
  return {
    step: step.id,
    text: step.text,
    level: step.level,
    line: step.line,
    status,
    satisfied: !faults.has(status) || ledger.count >= compiled.least(state.steps),
    calls,
    ...(reason === undefined ? {} : { reason }),
    ...(isLate(sop, state, { index, doneAt }) ? { late: true } : {}),
    ...(doneAt === undefined ? {} : { at: doneAt }),
    ...(evidence ? { evidence } : {}),
  };
}

function reportBan(ban: CompiledSop["bans"][number], state: SopState): StepReport {
  const broken = state.violations.filter(({ ran, refusal }) => {
    return ran && refusal.step === undefined && refusal.line === ban.line;
  });
  const condition = ban.when ? ` when ${describeCondition(ban.when)}` : "";
  return {
    text: `never ${ban.tool}${condition}`,
    level: "must-not",
    line: ban.line,
    status: broken.length > 0 ? "forbidden" : "kept",
    satisfied: broken.length === 0,
    calls: broken.map((violation) => violation.callId),
  };
}

function skipped(ledger: StepLedger): { status: "skipped"; reason: string } | undefined {
  return ledger.skip && { status: "skipped", reason: ledger.skip.reason };
}

function violationsOf({ step }: CompiledStep, state: SopState): readonly SopViolation[] {
  return state.violations.filter(({ ran, refusal }) => ran && refusal.step === step.id);
}

function conditionWords({ step }: CompiledStep): string {
  return [step.when, step.after]
    .filter((condition) => condition !== undefined && testsOf(condition).some(hasTest))
    .map((condition) => describeCondition(condition!))
    .join(" and ");
}

function evidenceOf({ step, evidence }: CompiledStep, ledger: StepLedger): StepReport["evidence"] {
  const newest = ledger.newest;
  if (!newest || evidence.length === 0) return undefined;
  return Object.fromEntries(
    evidence.map((keys, index) => [step.evidence![index]!, readPath(newest.output, keys) ?? null]),
  );
}

/** The time runs from the end of the last step of `after` that was done, or from the start. */
function isLate(compiled: CompiledSop, state: SopState, { index, doneAt }: Completion): boolean {
  const { step, after } = compiled.steps[index]!;
  if (step.deadlineMs === undefined || doneAt === undefined) return false;
  const ends = (after ? testsOf(after) : []).map((test) => {
    const earlier = compiled.places.indexOf.get(test.step)!;
    return completionOf(compiled.steps[earlier]!, state) ?? 0;
  });
  const from = ends.some((at) => at > 0) ? Math.max(...ends) : (state.startedAt ?? doneAt);
  return doneAt - from > step.deadlineMs;
}

interface Completion {
  readonly index: number;
  readonly doneAt: number | undefined;
}

/** When the call ended that made the step done. */
function completionOf(compiled: CompiledStep, state: SopState): number | undefined {
  return countedCalls(compiled, state.steps[compiled.step.index]!)[compiled.least(state.steps) - 1]?.at;
}

const faults: ReadonlySet<StepStatus> = new Set(["missing", "failed", "degraded", "out-of-order", "forbidden"]);
const isBroken: ReadonlySet<StepStatus> = new Set(["out-of-order", "forbidden"]);
