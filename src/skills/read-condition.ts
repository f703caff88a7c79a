import type { JsonValue } from "../base/json.ts";
import { plainValue, type PlacedEntry, type PlacedValue } from "./parse-placed-yaml.ts";
import { compileSafePattern } from "./safe-pattern.ts";
import {
  asksResult,
  hasTest,
  resultTests,
  type LengthTest,
  type SopCondition,
  type SopTest,
  type StepState,
} from "./sop-condition.ts";
import {
  placeOf,
  readCount,
  readMapping,
  readName,
  readNames,
  readPart,
  tellWrong,
  type SopBlockReading,
} from "./sop-block-reading.ts";
import * as faults from "./sop-diagnostics.ts";

/** Where a condition stands: in `after` a step's name alone is a condition, in `when` something must be asked. */
export type ConditionPlace = "after" | "when";

/** Reads the condition of a block. A list means that all of its items must hold. */
export function readCondition(
  placed: PlacedValue,
  reading: SopBlockReading,
  place: ConditionPlace,
): SopCondition | undefined {
  if (placed.kind === "list") return readGroup(placed, reading, place);
  if (placed.kind === "scalar") return readBareStep(placed, reading, place);
  const group = placed.entries.find(({ key }) => key === "all" || key === "any" || key === "not");
  if (!group) return readTest(placed, reading, place);
  readMapping(placed, reading, { what: "a condition", keys: [group.key] });
  if (group.key === "not") {
    const inner = readCondition(group.value, reading, place);
    return inner && { not: inner };
  }
  const all = readGroup(group.value, reading, place);
  return all && group.key === "any" ? { any: all.all } : all;
}

function readGroup(
  placed: PlacedValue,
  reading: SopBlockReading,
  place: ConditionPlace,
): { readonly all: readonly SopCondition[] } | undefined {
  if (placed.kind !== "list" || placed.items.length === 0) {
    tellWrong(placed, reading, place === "after" ? "a list of steps" : "a list of conditions");
    return undefined;
  }
  return { all: placed.items.flatMap((item) => readCondition(item, reading, place) ?? []) };
}

function readBareStep(placed: PlacedValue, reading: SopBlockReading, place: ConditionPlace): SopTest | undefined {
  if (place === "when") {
    tellWrong(placed, reading, "a condition such as { step: weather, is: done }");
    return undefined;
  }
  const step = readName(placed, reading, "the id of a step");
  return step === undefined ? undefined : { step, ...placeOf(placed) };
}

function readTest(placed: PlacedValue, reading: SopBlockReading, place: ConditionPlace): SopTest | undefined {
  const keys = place === "after" ? [...testKeys, "same", "fresh"] : testKeys;
  const entries = readMapping(placed, reading, { what: "a condition", keys });
  const step = entries?.get("step");
  const tell = (reason: string, fix: string): undefined => {
    reading.diagnostics.push(faults.predicateWrong(reading.locate(placed), reason, fix));
  };
  if (!entries || !step) return tell("names no step", "Write `step:` and the id of the step it asks about.");
  const id = readName(step.value, reading, "the id of a step");
  if (id === undefined) return undefined;
  const before = reading.diagnostics.length;
  const path = entries.get("path");
  const pathText = path && readName(path.value, reading, "a path such as events.0.id");
  const tests = Object.fromEntries(
    [...entries.values()].flatMap((entry) => {
      const value = keys.includes(entry.key) ? readOperand(entry, reading) : undefined;
      return value === undefined ? [] : [[entry.key, value]];
    }),
  );
  const test: SopTest = {
    step: id,
    ...(pathText === undefined ? {} : { path: pathText }),
    ...tests,
    ...placeOf(placed),
  };
  if (reading.diagnostics.length > before) return test;
  if (test.path !== undefined && !asksResult(test))
    return tell("has a path and asks nothing of it", "Add equals, contains, exists or another test.");
  if (place === "when" && !hasTest(test))
    return tell("asks nothing", "Add `is: done`, or a path and a test such as equals.");
  return test;
}

/** The value of a test in its form; undefined for a key that is no test, and for a wrong value, which is told. */
function readOperand(entry: PlacedEntry, reading: SopBlockReading): JsonValue | undefined {
  const { key, value } = entry;
  if (key === "is") return readState(value, reading);
  if (key === "equals") return plainValue(value);
  if (key === "in") {
    if (value.kind === "list" && value.items.length > 0) return plainValue(value);
    tellWrong(value, reading, "a list of values");
  } else if (key === "contains") {
    return readPart(value, reading);
  } else if (key === "same") {
    const names = readNames(value, reading, "the names of arguments");
    return names.length > 0 ? names : undefined;
  } else if (key === "fresh") {
    if (value.kind === "scalar" && value.value === true) return true;
    tellWrong(value, reading, "true");
  } else if (key === "matches") {
    return readPattern(value, reading);
  } else if (numberTests.has(key)) {
    if (value.kind === "scalar" && typeof value.value === "number") return value.value;
    tellWrong(value, reading, "a number");
  } else if (key === "exists") {
    if (value.kind === "scalar" && typeof value.value === "boolean") return value.value;
    tellWrong(value, reading, "true or false");
  } else if (key === "length") {
    return readLength(value, reading);
  }
  return undefined;
}

function readState(value: PlacedValue, reading: SopBlockReading): StepState | undefined {
  const state = states.find((known) => value.kind === "scalar" && value.value === known);
  if (!state) tellWrong(value, reading, "one of done, failed, degraded and skipped");
  return state;
}

function readPattern(value: PlacedValue, reading: SopBlockReading): string | undefined {
  if (value.kind !== "scalar" || typeof value.value !== "string") {
    tellWrong(value, reading, "a regular expression between single quotes");
    return undefined;
  }
  const pattern = compileSafePattern(value.value);
  if (!("problem" in pattern)) return value.value;
  const fix = "Write a regular expression without lookaround, back references and large repeats.";
  reading.diagnostics.push(faults.predicateWrong(reading.locate(value), `has a pattern that ${pattern.problem}`, fix));
  return undefined;
}

function readLength(value: PlacedValue, reading: SopBlockReading): Exclude<LengthTest, number> | number | undefined {
  if (value.kind !== "mapping") return readCount(value, reading, 0);
  const entries = readMapping(value, reading, { what: "a length", keys: ["atLeast", "atMost"] });
  const atLeast = entries?.get("atLeast");
  const atMost = entries?.get("atMost");
  const least = atLeast && readCount(atLeast.value, reading, 0);
  const most = atMost && readCount(atMost.value, reading, 0);
  return { ...(least === undefined ? {} : { atLeast: least }), ...(most === undefined ? {} : { atMost: most }) };
}

const states: readonly StepState[] = ["done", "failed", "degraded", "skipped"];
const numberTests: ReadonlySet<string> = new Set(["above", "atLeast", "below", "atMost"]);
const testKeys = ["step", "path", "is", ...resultTests];
