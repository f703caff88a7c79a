import { testsOf } from "./sop-condition.ts";
import type { Sop, SopStep } from "./sop.ts";

/** Circles of steps that wait for each other by `after`, `when` or `args`; each circle once. */
export function findCycles(sop: Sop): readonly (readonly SopStep[])[] {
  const byId = new Map(sop.steps.toReversed().map((step) => [step.id, step]));
  const cycles: SopStep[][] = [];
  const finished = new Set<SopStep>();
  for (const start of sop.steps) {
    // An own stack of steps and what is left of each, since an SOP may be as deep as it is long.
    const path: SopStep[] = [];
    const left: SopStep[][] = [];
    const enter = (step: SopStep): void => {
      path.push(step);
      left.push(stepsBefore(step).flatMap((id) => byId.get(id) ?? []));
    };
    if (!finished.has(start)) enter(start);
    while (path.length > 0) {
      const following = left.at(-1)!.shift();
      if (following === undefined) {
        finished.add(path.pop()!);
        left.pop();
      } else if (path.includes(following)) {
        cycles.push(path.slice(path.indexOf(following)));
      } else if (!finished.has(following)) {
        enter(following);
      }
    }
  }
  return cycles;
}

/** The ids of the steps that a step waits for. */
export function stepsBefore(step: SopStep): readonly string[] {
  const asked = [step.after, step.when].flatMap((condition) => (condition ? testsOf(condition) : []));
  const bound = (step.args ?? []).flatMap((argument) => argument.sameAs ?? argument.step ?? []);
  const each = step.times?.each === undefined ? [] : [step.times.each];
  return [...new Set([...asked.map((test) => test.step), ...bound, ...each])];
}
