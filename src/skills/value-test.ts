import { canonicalJson, type JsonValue } from "../base/json.ts";
import { compileSafePattern } from "./safe-pattern.ts";
import type { LengthTest, SopTest } from "./sop-condition.ts";

/** Asks something of one value; `undefined` is what is not there. */
export type ValueTest = (value: JsonValue | undefined) => boolean;

/** All tests of one leaf over the value at its path. */
export function compileValueTest(test: SopTest): ValueTest {
  const tests: ValueTest[] = [];
  const { above, atLeast, below, atMost, contains, exists, length } = test;
  if (test.equals !== undefined) tests.push(equalTo(test.equals));
  if (test.in !== undefined) {
    const choices = test.in.map(equalTo);
    tests.push((value) => choices.some((fits) => fits(value)));
  }
  if (contains !== undefined) tests.push((value) => doesContain(value, contains));
  if (test.matches !== undefined) tests.push(matchesPattern(test.matches));
  if (above !== undefined) tests.push((value) => typeof value === "number" && value > above);
  if (atLeast !== undefined) tests.push((value) => typeof value === "number" && value >= atLeast);
  if (below !== undefined) tests.push((value) => typeof value === "number" && value < below);
  if (atMost !== undefined) tests.push((value) => typeof value === "number" && value <= atMost);
  if (exists !== undefined) tests.push((value) => (value !== undefined) === exists);
  if (length !== undefined) tests.push((value) => hasLength(value, length));
  return tests.length === 1 ? tests[0]! : (value) => tests.every((fits) => fits(value));
}

/** Compares as JSON does: the order of keys does not count. */
export function equalTo(wanted: JsonValue): (value: unknown) => boolean {
  if (typeof wanted !== "object" || wanted === null) return (value) => value === wanted;
  const text = canonicalJson(wanted);
  return (value) => typeof value === "object" && value !== null && canonicalJson(value) === text;
}

/** True when a text has the part in it, or a list the item. */
export function doesContain(value: JsonValue | undefined, part: JsonValue): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some(equalTo(part));
}

function matchesPattern(source: string): ValueTest {
  const pattern = compileSafePattern(source);
  if ("problem" in pattern) return () => false;
  return (value) => typeof value === "string" && pattern.test(value);
}

function hasLength(value: JsonValue | undefined, wanted: LengthTest): boolean {
  const length = lengthOf(value);
  if (length === undefined) return false;
  if (typeof wanted === "number") return length === wanted;
  return length >= (wanted.atLeast ?? 0) && length <= (wanted.atMost ?? Infinity);
}

function lengthOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === "string") return Array.from(value).length;
  if (Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : undefined;
}
