import type { CompiledSop, CompiledStep } from "./compile-sop.ts";
import { describeCondition, unmetTests } from "./describe-condition.ts";
import { dueness, statusOf, type StepStatus } from "./sop-report.ts";
import type { SopState } from "./sop-state.ts";
import type { StepLevel } from "./sop.ts";

/** A step that a finish has to account for. */
export interface MissingStep {
  readonly step: string;
  readonly text: string;
  readonly level: StepLevel;
  readonly line: number;
  readonly tools: readonly string[];
  readonly status: Extract<StepStatus, "missing" | "failed" | "degraded" | "out-of-order">;
  /** Ids of steps that must come first. */
  readonly needs: readonly string[];
  /** What is left of a step that was done in part. */
  readonly reason?: string;
  /** True when `sop/skip` may account for it in `guide`. */
  readonly skippable: boolean;
}

/** How a node takes its SOP; in `enforce` fewer steps may be skipped. */
export type SopMode = "report" | "guide" | "enforce";

/** Whether a step may be skipped; `reason` is a sentence for the model. */
export type SkipVerdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/**
 * The steps that are due and not accounted for, in file order: the MUST steps, with `level: "should"` the SHOULD steps
 * too. A step whose condition is not known yet is not among them; the step that would decide it is, if it has to be done.
 */
export function missingSteps(compiled: CompiledSop, state: SopState, level: "must" | "should"): readonly MissingStep[] {
  return compiled.steps.flatMap((step) => {
    const wanted = step.step.level === "must" || (level === "should" && step.step.level === "should");
    if (!wanted || step.role !== "step") return [];
    const ledger = state.steps[step.step.index]!;
    const { status, reason } = statusOf(step, state);
    if (!isMissing(status) || ledger.count >= step.least(state.steps) || dueness(step, state) !== "due") return [];
    const { id, text, line, tools } = step.step;
    const unmet = step.after ? unmetTests(step.after, { places: step.places, ledgers: state.steps }) : [];
    const needs = [...new Set(unmet.map((test) => test.step))];
    const skippable = whySkipIsRefused(step, state, "guide") === undefined;
    const left = status === "missing" && reason !== undefined ? { reason } : {};
    return [{ step: id, text, level: step.step.level, line, tools, status, needs, skippable, ...left }];
  });
}

/**
 * Whether `sop/skip` may account for a step: not for one that is done, whose `when` holds or is not decided, or that
 * forbids something; in `enforce` not for a MUST step without a condition either.
 */
export function canSkipStep(
  compiled: CompiledSop,
  state: SopState,
  { step, mode }: { readonly step: string; readonly mode: SopMode },
): SkipVerdict {
  const index = compiled.places.indexOf.get(step);
  const known = compiled.steps.map((other) => `"${other.step.id}"`).join(", ");
  if (index === undefined) return { allowed: false, reason: `There is no step "${step}"; the steps are ${known}.` };
  const reason = whySkipIsRefused(compiled.steps[index]!, state, mode);
  return reason === undefined ? { allowed: true } : { allowed: false, reason };
}

function whySkipIsRefused(compiled: CompiledStep, state: SopState, mode: SopMode): string | undefined {
  const { step } = compiled;
  const name = `Step "${step.id}" (line ${step.line})`;
  if (step.level === "must-not") return `${name} forbids something; there is nothing to skip.`;
  if (state.steps[step.index]!.count >= compiled.least(state.steps)) return `${name} is done already.`;
  if (step.when !== undefined) {
    const when = compiled.isWhen(state.steps);
    if (when === true) return `${name} is due, since ${describeCondition(step.when)}; it must be done.`;
    if (when === undefined) {
      return `Whether step "${step.id}" (line ${step.line}) is due is not known yet: ${describeCondition(step.when)}.`;
    }
  }
  const binds = step.level === "must" && !step.conditional && step.when === undefined && compiled.role === "step";
  return binds && mode === "enforce" ? `${name} is a MUST without a condition; it cannot be skipped.` : undefined;
}

function isMissing(status: StepStatus): status is MissingStep["status"] {
  return status === "missing" || status === "failed" || status === "degraded" || status === "out-of-order";
}
