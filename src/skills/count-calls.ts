import type { CompiledStep } from "./compile-sop.ts";
import { valueKey } from "./json-path.ts";
import type { SopState, StepCall, StepLedger } from "./sop-state.ts";

/** How much of a step's `atLeast` is taken, by calls that have ended or are running. */
export function callsTaken(step: CompiledStep, state: SopState): number {
  const { count, calls } = state.steps[step.step.index]!;
  if (state.running.length === 0) return count;
  const running = runningInputs(step, state);
  if (step.per === undefined) return count + running.length;
  const values = new Set(calls.filter((call) => call.counts).map((call) => valueKey(call.input, step.per!)));
  return values.union(new Set(running.map((input) => valueKey(input, step.per!)))).size;
}

/** How much of a step's `atMost` is taken for a call with this input. */
export function callsAlike(step: CompiledStep, state: SopState, input: unknown): number {
  const { per } = step;
  const ledger = state.steps[step.step.index]!;
  const running = state.running.length === 0 ? [] : runningInputs(step, state);
  if (per === undefined) return ledger.count + running.length;
  const value = valueKey(input, per);
  const isAlike = (other: unknown): boolean => valueKey(other, per) === value;
  return ledger.calls.filter((call) => call.counts && isAlike(call.input)).length + running.filter(isAlike).length;
}

/** Whether a call that satisfies a step counts beside those before it. */
export function isNewValue({ per }: CompiledStep, before: readonly StepCall[], input: unknown): boolean {
  if (per === undefined) return true;
  const value = valueKey(input, per);
  return !before.some((call) => call.counts && valueKey(call.input, per) === value);
}

/** The calls that made up the count of a step, in order. */
export function countedCalls(step: CompiledStep, { calls }: StepLedger): readonly StepCall[] {
  return calls.filter((call, index) => call.counts && isNewValue(step, calls.slice(0, index), call.input));
}

function runningInputs({ step }: CompiledStep, { running }: SopState): readonly unknown[] {
  return running.filter((call) => call.step === step.index).map(({ input }) => input);
}
