import type { Diagnostic } from "../base/errors.ts";
import { previewJson, type JsonValue } from "../base/json.ts";
import type { PlacedEntry, PlacedValue, YamlPlace } from "./parse-placed-yaml.ts";
import { plainValue } from "./parse-placed-yaml.ts";
import type { Locate } from "./sop-place.ts";
import * as faults from "./sop-diagnostics.ts";

/** What reading a block gathers. */
export interface SopBlockReading {
  readonly locate: Locate;
  readonly diagnostics: Diagnostic[];
}

/** The entries of a mapping by key; unknown keys and values that are no mapping are told. */
export function readMapping(
  placed: PlacedValue,
  reading: SopBlockReading,
  expected: { readonly what: string; readonly keys: readonly string[] },
): ReadonlyMap<string, PlacedEntry> | undefined {
  if (placed.kind !== "mapping") {
    tellWrong(placed, reading, expected.what);
    return undefined;
  }
  for (const entry of placed.entries) {
    if (!expected.keys.includes(entry.key))
      reading.diagnostics.push(faults.keyUnknown(reading.locate(entry), entry.key, expected.keys));
  }
  return new Map(placed.entries.map((entry) => [entry.key, entry]));
}

/** A name: a text, or a number, which YAML makes of a step called 1. */
export function readName(placed: PlacedValue, reading: SopBlockReading, what: string): string | undefined {
  if (placed.kind === "scalar" && typeof placed.value === "number") return String(placed.value);
  if (placed.kind === "scalar" && typeof placed.value === "string" && placed.value.trim() !== "")
    return placed.value.trim();
  tellWrong(placed, reading, what);
  return undefined;
}

/** A list of names; one name alone is a list of one. */
export function readNames(placed: PlacedValue, reading: SopBlockReading, what: string): readonly string[] {
  const items = placed.kind === "list" ? placed.items : [placed];
  if (items.length === 0) tellWrong(placed, reading, what);
  return items.flatMap((item) => readName(item, reading, what) ?? []);
}

/** A whole number from `least` on. */
export function readCount(placed: PlacedValue, reading: SopBlockReading, least: number): number | undefined {
  const value = placed.kind === "scalar" ? placed.value : undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= least) return value;
  tellWrong(placed, reading, `a whole number from ${least} on`);
  return undefined;
}

/** What is to be in a text or a list. */
export function readPart(placed: PlacedValue, reading: SopBlockReading): JsonValue | undefined {
  if (placed.kind === "scalar" && placed.value !== null && placed.value !== "") return placed.value;
  tellWrong(placed, reading, "a part of a text, or an item of a list");
  return undefined;
}

/** Tells that a value has another form than `what`. */
export function tellWrong(placed: PlacedValue, reading: SopBlockReading, what: string): void {
  reading.diagnostics.push(faults.valueWrong(reading.locate(placed), what, shown(placed)));
}

/** The place of a value, as the data keep it. */
export function placeOf({ line, column }: YamlPlace): YamlPlace {
  return { line, column };
}

function shown(placed: PlacedValue): string {
  if (placed.kind === "list") return placed.items.length === 0 ? "an empty list" : "a list";
  if (placed.kind === "mapping") return "a mapping";
  return placed.value === null ? "nothing" : previewJson(JSON.stringify(plainValue(placed)), 60);
}
