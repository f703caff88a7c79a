import type { CountNeeded } from "./count-needed.ts";
import { parsePath, readPath } from "./json-path.ts";
import { findMatchingCall, type JudgedCall } from "./matching-call.ts";
import { asksCall, asksResult, type SopCondition, type SopTest, type StepState } from "./sop-condition.ts";
import type { StepLedger } from "./sop-state.ts";
import { compileValueTest } from "./value-test.ts";

/** True, false, or `undefined`: not known yet. */
export type Truth = boolean | undefined;

/**
 * A condition, ready to be asked. Takes the ledger of every step by index, and the call that is judged. Without a call,
 * `same` and `fresh` are not looked at.
 */
export type Evaluate = (ledgers: readonly StepLedger[], call?: JudgedCall) => Truth;

/** Where a condition finds the steps it asks about. */
export interface ConditionPlaces {
  readonly indexOf: ReadonlyMap<string, number>;
  /** By index: how many calls make the step done. */
  readonly least: readonly CountNeeded[];
  /** Steps for which a bare item is content with any attempt, since another condition asks how it ended. */
  readonly tried?: ReadonlySet<string>;
  /** Index of the step whose condition it is. */
  readonly own?: number;
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
  return (ledgers, call) => {
    let all: Truth = true;
    for (const part of parts) {
      const truth = part(ledgers, call);
      if (truth === false) return false;
      if (truth === undefined) all = undefined;
    }
    return all;
  };
}

function negated(part: Evaluate): Evaluate {
  return (ledgers, call) => {
    const truth = part(ledgers, call);
    return truth === undefined ? undefined : !truth;
  };
}

function compileTest(test: SopTest, places: ConditionPlaces): Evaluate {
  const index = places.indexOf.get(test.step)!;
  const least = places.least[index]!;
  const plain = compilePlainTest(test, { index, least, tried: places.tried?.has(test.step) === true });
  if (!asksCall(test)) return plain;
  const find = findMatchingCall(test, { index, own: places.own });
  const fits = asksResult(test) ? compileValueTest(test) : undefined;
  const keys = parsePath(test.path);
  return (ledgers, call) => {
    if (call === undefined) return plain(ledgers);
    const found = find(ledgers, call);
    if (found === undefined) return undefined;
    return fits === undefined || fits(readPath(found.output, keys));
  };
}

interface TestedStep {
  readonly index: number;
  readonly least: CountNeeded;
  readonly tried: boolean;
}

function compilePlainTest(test: SopTest, { index, least, tried }: TestedStep): Evaluate {
  const parts: Evaluate[] = [];
  const state = test.is;
  if (state !== undefined) parts.push((ledgers) => hasState(ledgers[index]!, state, least(ledgers)));
  if (asksResult(test)) {
    const keys = parsePath(test.path);
    const fits = compileValueTest(test);
    parts.push((ledgers) => {
      const newest = ledgers[index]!.newest;
      return newest === undefined ? undefined : fits(readPath(newest.output, keys));
    });
  }
  if (parts.length > 0) return allOf(parts);
  return (ledgers) => (isAccountedFor(ledgers[index]!, least(ledgers), tried) ? true : undefined);
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
