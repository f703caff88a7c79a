import { canonicalJson, type JsonValue } from "../base/json.ts";
import { parsePath, readPath } from "./json-path.ts";
import { compileSafePattern } from "./safe-pattern.ts";
import { asksResult, type LengthTest, type SopCondition, type SopTest, type StepState } from "./sop-condition.ts";
import type { StepLedger } from "./sop-state.ts";

/** True, false, or `undefined`: not known yet. */
export type Truth = boolean | undefined;

/** A condition, ready to be asked. Takes the ledger of every step by index. */
export type Evaluate = (ledgers: readonly StepLedger[]) => Truth;

/** Where a condition finds the steps it asks about. */
export interface ConditionPlaces {
  readonly indexOf: ReadonlyMap<string, number>;
  /** By index: how many calls make the step done. */
  readonly atLeast: readonly number[];
  /** Steps for which a bare item is content with any attempt, since another condition asks how it ended. */
  readonly tried?: ReadonlySet<string>;
}

/** Compiles a condition. Every step in it must be known, and every pattern good. */
export function compileCondition(condition: SopCondition, places: ConditionPlaces): Evaluate {
  if ("all" in condition) return allOf(condition.all.map((part) => compileCondition(part, places)));
  if ("any" in condition) {
    const parts = condition.any.map((part) => compileCondition(part, places));
    return negated(allOf(parts.map(negated)));
  }
  return "not" in condition ? negated(compileCondition(condition.not, places)) : compileTest(condition, places);
}

/** False if one is false, else not known if one is not known. */
function allOf(parts: readonly Evaluate[]): Evaluate {
  if (parts.length === 1) return parts[0]!;
  return (ledgers) => {
    let all: Truth = true;
    for (const part of parts) {
      const truth = part(ledgers);
      if (truth === false) return false;
      if (truth === undefined) all = undefined;
    }
    return all;
  };
}

function negated(part: Evaluate): Evaluate {
  return (ledgers) => {
    const truth = part(ledgers);
    return truth === undefined ? undefined : !truth;
  };
}

function compileTest(test: SopTest, places: ConditionPlaces): Evaluate {
  const index = places.indexOf.get(test.step)!;
  const atLeast = places.atLeast[index]!;
  const parts: Evaluate[] = [];
  const state = test.is;
  if (state !== undefined) parts.push((ledgers) => hasState(ledgers[index]!, state, atLeast));
  if (asksResult(test)) {
    const keys = parsePath(test.path);
    const fits = compileValueTest(test);
    parts.push((ledgers) => {
      const newest = ledgers[index]!.newest;
      return newest === undefined ? undefined : fits(readPath(newest.output, keys));
    });
  }
  if (parts.length > 0) return allOf(parts);
  const tried = places.tried?.has(test.step) === true;
  return (ledgers) => (isAccountedFor(ledgers[index]!, atLeast, tried) ? true : undefined);
}

function isAccountedFor(ledger: StepLedger, atLeast: number, tried: boolean): boolean {
  return ledger.count >= atLeast || ledger.skip !== undefined || ledger.notDue || (tried && ledger.calls.length > 0);
}

/** What became of a step. Not known while it is open and nothing was tried. */
function hasState(ledger: StepLedger, state: StepState, atLeast: number): Truth {
  const done = ledger.count >= atLeast;
  if (state === "skipped") {
    if (ledger.skip !== undefined && !done) return true;
    return done || ledger.notDue || ledger.calls.length > 0 ? false : undefined;
  }
  const last = done ? ledger.newest : ledger.calls.at(-1);
  if (state === "done") {
    if (done) return true;
    return ledger.skip !== undefined || ledger.notDue || (last !== undefined && !last.counts) ? false : undefined;
  }
  if (last !== undefined && (done || !last.counts)) return last.status === state;
  return ledger.skip !== undefined || ledger.notDue ? false : undefined;
}

/** All tests of one leaf over the value at its path. */
function compileValueTest(test: SopTest): (value: JsonValue | undefined) => boolean {
  const tests: ((value: JsonValue | undefined) => boolean)[] = [];
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
  return (value) => tests.every((fits) => fits(value));
}

/** Compares as JSON does: the order of keys does not count. */
export function equalTo(wanted: JsonValue): (value: unknown) => boolean {
  if (typeof wanted !== "object" || wanted === null) return (value) => value === wanted;
  const text = canonicalJson(wanted);
  return (value) => typeof value === "object" && value !== null && canonicalJson(value) === text;
}

function doesContain(value: JsonValue | undefined, part: JsonValue): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some(equalTo(part));
}

function matchesPattern(source: string): (value: JsonValue | undefined) => boolean {
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
