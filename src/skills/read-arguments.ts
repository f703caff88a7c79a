import type { SopArgument } from "./sop-argument.ts";
import { plainValue, type PlacedEntry, type PlacedValue } from "./parse-placed-yaml.ts";
import { placeOf, readMapping, readName, readPart, tellWrong, type SopBlockReading } from "./sop-block-reading.ts";

/**
 * Reads `args`: a value stands for itself; a mapping says where the value comes from (`sameAs` with `argument`, `step`
 * with `path`), holds it under `equals`, or a part of it under `contains`.
 */
export function readArguments(placed: PlacedValue, reading: SopBlockReading): readonly SopArgument[] {
  if (placed.kind !== "mapping" || placed.entries.length === 0) {
    tellWrong(placed, reading, "arguments with their values, such as { city: Berlin }");
    return [];
  }
  return placed.entries.flatMap((entry) => readArgument(entry, reading) ?? []);
}

function readArgument(entry: PlacedEntry, reading: SopBlockReading): SopArgument | undefined {
  const { key: name, value } = entry;
  const place = placeOf(entry);
  if (value.kind !== "mapping") return { name, equals: plainValue(value), ...place };
  const entries = readMapping(value, reading, { what: "where the value comes from", keys: sourceKeys });
  const textAt = (key: string): string | undefined => {
    const found = entries?.get(key);
    return (
      found && readName(found.value, reading, key === "path" || key === "argument" ? "a path" : "the id of a step")
    );
  };
  const equals = entries?.get("equals");
  const contains = entries?.get("contains");
  const sources = ["equals", "contains", "sameAs", "step"].filter((key) => entries?.has(key));
  if (sources.length !== 1) {
    tellWrong(value, reading, "one of equals, contains, sameAs and step");
    return undefined;
  }
  if (equals) return { name, equals: plainValue(equals.value), ...place };
  if (contains) {
    const part = readPart(contains.value, reading);
    return part === undefined ? undefined : { name, contains: part, ...place };
  }
  const sameAs = textAt("sameAs");
  const argument = textAt("argument");
  const step = textAt("step");
  const path = textAt("path");
  if (sameAs !== undefined) return { name, sameAs, ...(argument === undefined ? {} : { argument }), ...place };
  return step === undefined ? undefined : { name, step, ...(path === undefined ? {} : { path }), ...place };
}

const sourceKeys = ["equals", "contains", "sameAs", "argument", "step", "path"];
