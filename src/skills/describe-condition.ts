import { previewJson } from "../base/json.ts";
import { compileCondition, type ConditionPlaces } from "./evaluate-condition.ts";
import type { JudgedCall } from "./matching-call.ts";
import { asksCall, hasTest, testsOf, type SopCondition, type SopTest } from "./sop-condition.ts";
import type { StepLedger } from "./sop-state.ts";

/** A condition in words, for people and models: `condition of "weather" contains "Storm" and "cancel" is done`. */
export function describeCondition(condition: SopCondition): string {
  if ("all" in condition) return condition.all.map(describePart).join(" and ");
  if ("any" in condition) return condition.any.map(describePart).join(" or ");
  return "not" in condition ? `not (${describeCondition(condition.not)})` : describeTest(condition);
}

/** What a condition is asked of. */
interface Asked {
  readonly places: ConditionPlaces;
  readonly ledgers: readonly StepLedger[];
  readonly call?: JudgedCall;
}

/** The tests of a condition that do not hold now and keep it from holding. */
export function unmetTests(condition: SopCondition, asked: Asked): readonly SopTest[] {
  if (compileCondition(condition, asked.places)(asked.ledgers, asked.call) === true) return [];
  if ("all" in condition) return condition.all.flatMap((part) => unmetTests(part, asked));
  if ("any" in condition) return condition.any.flatMap((part) => unmetTests(part, asked));
  return "not" in condition ? testsOf(condition.not) : [condition];
}

function describePart(part: SopCondition): string {
  return "all" in part || "any" in part ? `(${describeCondition(part)})` : describeCondition(part);
}

function describeTest(test: SopTest): string {
  const whose = asksCall(test) ? forWhichCall(test) : "";
  if (!hasTest(test)) return `"${test.step}" is done${whose}`;
  const what = test.path ? `${test.path} of "${test.step}"` : `the result of "${test.step}"`;
  const words: string[] = test.is === undefined ? [] : [`"${test.step}" is ${test.is}`];
  const add = (word: string, value: unknown): void => {
    if (value !== undefined) words.push(`${what} ${word} ${previewJson(JSON.stringify(value), 60)}`);
  };
  add("is", test.equals);
  add("is one of", test.in);
  add("contains", test.contains);
  add("matches", test.matches);
  add("is above", test.above);
  add("is at least", test.atLeast);
  add("is below", test.below);
  add("is at most", test.atMost);
  add("has the length", test.length);
  if (test.exists !== undefined) words.push(`${what} ${test.exists ? "is there" : "is not there"}`);
  return `${words.join(" and ")}${whose}`;
}

/** Behind a test: " (anew, for the same order_id)". */
function forWhichCall({ fresh, same }: SopTest): string {
  const parts = [...(fresh ? ["anew"] : []), ...(same ? [`for the same ${same.join(" and ")}`] : [])];
  return ` (${parts.join(", ")})`;
}
