import type { Catcher } from "./judge-mutants.ts";
import type { TestVerdict } from "./run-tests.ts";

/** How many mutants were caught, and by what. */
export interface MutationScore {
  /** All mutants that could be judged. */
  readonly total: number;
  readonly caught: number;
  /** Whole percent, rounded down, so that 100 means all; absent without mutants. */
  readonly percent?: number;
  readonly by: Readonly<Record<Catcher, number>>;
}

/** Counts the mutants of many tests. Those that led where the script does not go say nothing and are left out. */
export function mutationScore(verdicts: readonly TestVerdict[]): MutationScore {
  const by = { refused: 0, nudged: 0, report: 0, status: 0, expected: 0, nobody: 0, unclear: 0 };
  for (const mutant of verdicts.flatMap((verdict) => verdict.mutation?.mutants ?? [])) by[mutant.caughtBy] += 1;
  const caught = by.refused + by.nudged + by.report + by.status + by.expected;
  const total = caught + by.nobody;
  return { total, caught, by, ...(total > 0 && { percent: Math.floor((caught / total) * 100) }) };
}
