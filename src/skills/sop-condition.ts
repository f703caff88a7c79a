import type { JsonValue } from "../base/json.ts";

/** A condition over what the steps of an SOP have brought: true, false, or not known yet. */
export type SopCondition = SopTest | SopAll | SopAny | SopNot;

/** True when all hold. */
export interface SopAll {
  readonly all: readonly SopCondition[];
}

/** True when one holds. */
export interface SopAny {
  readonly any: readonly SopCondition[];
}

/** True when the condition is false. */
export interface SopNot {
  readonly not: SopCondition;
}

/** What can have become of a step. */
export type StepState = "done" | "failed" | "degraded" | "skipped";

/** A number, or where it has to lie. */
export type LengthTest = number | { readonly atLeast?: number; readonly atMost?: number };

/**
 * A question about one step: `is` asks what became of it, all others ask for its newest result, or for what stands there
 * at `path`. Several tests in one must all hold. In `after`, a step without a test must be done, skipped or not due; one
 * with `same` or `fresh` asks for a call of that step, which no skip replaces.
 */
export interface SopTest {
  readonly step: string;
  /** Keys and positions with dots between them: `events.0.id`. What is not there fails every test but `exists: false`. */
  readonly path?: string;
  readonly is?: StepState;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** Part of a text, or item of a list. */
  readonly contains?: JsonValue;
  /** A regular expression without lookaround and back references, run in time linear in the text. */
  readonly matches?: string;
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
  readonly exists?: boolean;
  /** Of a text (in characters), a list or a mapping. */
  readonly length?: LengthTest;
  /** In `after`: arguments that the step's call must share with the call in question. */
  readonly same?: readonly string[];
  /** In `after`: the step's call must be newer than the last done call of the step that waits (with the arguments of `same`). */
  readonly fresh?: true;
  readonly line?: number;
  readonly column?: number;
}

/** The steps a condition asks about, in order, with the places that name them. */
export function testsOf(condition: SopCondition): readonly SopTest[] {
  if ("all" in condition) return condition.all.flatMap(testsOf);
  if ("any" in condition) return condition.any.flatMap(testsOf);
  return "not" in condition ? testsOf(condition.not) : [condition];
}

/** True for a test that asks for a result or a state; a bare step of `after` asks only that it is accounted for. */
export function hasTest(test: SopTest): boolean {
  return test.is !== undefined || asksResult(test);
}

/** True for a test that asks for what a step has brought. */
export function asksResult(test: SopTest): boolean {
  return resultTests.some((key) => test[key] !== undefined);
}

/** True for a test that asks for a call of its own: one with the same arguments, or a newer one. */
export function asksCall({ same, fresh }: SopTest): boolean {
  return same !== undefined || fresh !== undefined;
}

/** The keys of a test that ask for a result. */
export const resultTests = [
  "equals",
  "in",
  "contains",
  "matches",
  "above",
  "atLeast",
  "below",
  "atMost",
  "exists",
  "length",
] as const;
