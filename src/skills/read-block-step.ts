import type { JsonValue } from "../base/json.ts";
import { plainValue, type PlacedEntry, type PlacedValue } from "./parse-placed-yaml.ts";
import { readArguments } from "./read-arguments.ts";
import { readCondition } from "./read-condition.ts";
import {
  placeOf,
  readCount,
  readMapping,
  readName,
  readNames,
  tellWrong,
  type SopBlockReading,
} from "./sop-block-reading.ts";
import type { SopBan } from "./sop-ban.ts";
import type { SopStep, StepLevel, StepTimes } from "./sop.ts";

/** Reads one step of a block. `undefined` when it has no id. */
export function readBlockStep(placed: PlacedValue, index: number, reading: SopBlockReading): SopStep | undefined {
  const entries = readMapping(placed, reading, { what: "a step with an id and a tool", keys: stepKeys });
  if (!entries) return undefined;
  const read = <Value>(key: string, reader: (value: PlacedValue) => Value): Value | undefined => {
    const entry = entries.get(key);
    return entry && reader(entry.value);
  };
  const id = entries.has("id") ? read("id", (value) => readId(value, reading)) : tellMissingId(placed, reading);
  if (id === undefined) return undefined;
  const tools = [
    ...(read("tool", (value) => toList(readName(value, reading, "the name of one tool; several stand under tools"))) ??
      []),
    ...(read("tools", (value) => readNames(value, reading, "the names of tools")) ?? []),
  ];
  const text = read("text", (value) => readName(value, reading, "a text")) ?? tools[0] ?? id;
  const level = read("level", (value) => readLevel(value, reading)) ?? "must";
  const after = read("after", (value) => readCondition(value, reading, "after"));
  const when = read("when", (value) => readCondition(value, reading, "when"));
  const times = read("times", (value) => readTimes(value, reading));
  const args = read("args", (value) => readArguments(value, reading));
  const accept = read("accept", (value) => readAccept(value, reading));
  const deadlineMs = read("deadline", (value) => readDuration(value, reading));
  const evidence = read("evidence", (value) => readNames(value, reading, "paths of the result"));
  const conditional = when !== undefined;
  return {
    id,
    index,
    text,
    level,
    tools,
    conditional,
    ordered: false,
    ...placeOf(placed),
    ...(after ? { after } : {}),
    ...(when ? { when } : {}),
    ...(times ? { times } : {}),
    ...(args ? { args } : {}),
    ...(accept ? { accept } : {}),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(evidence ? { evidence } : {}),
  };
}

/** Reads one item of `never`: a tool's name, or a mapping of tool, args and when. */
export function readBan(placed: PlacedValue, reading: SopBlockReading): SopBan | undefined {
  if (placed.kind === "scalar") {
    const tool = readName(placed, reading, "the name of a tool");
    return tool === undefined ? undefined : { tool, ...placeOf(placed) };
  }
  const entries = readMapping(placed, reading, {
    what: "a tool, or a mapping with one",
    keys: ["tool", "args", "when"],
  });
  const named: PlacedEntry | undefined = entries?.get("tool");
  const tool = named && readName(named.value, reading, "the name of a tool");
  if (entries && !named) tellWrong(placed, reading, "a mapping with a tool");
  if (tool === undefined) return undefined;
  const args = entries?.get("args");
  const when = entries?.get("when");
  const condition = when && readCondition(when.value, reading, "when");
  return {
    tool,
    ...(args ? { args: readArguments(args.value, reading) } : {}),
    ...(condition ? { when: condition } : {}),
    ...placeOf(placed),
  };
}

function readId(value: PlacedValue, reading: SopBlockReading): string | undefined {
  const id = readName(value, reading, idForm);
  if (id === undefined || idPattern.test(id)) return id;
  tellWrong(value, reading, idForm);
  return undefined;
}

function tellMissingId(placed: PlacedValue, reading: SopBlockReading): undefined {
  tellWrong(placed, reading, "a step with an id");
}

function readLevel(value: PlacedValue, reading: SopBlockReading): StepLevel | undefined {
  const written = value.kind === "scalar" ? String(value.value).toLowerCase() : "";
  const level = levels.find((known) => known === written);
  if (!level) tellWrong(value, reading, "one of must, should and may (what is forbidden stands under never)");
  return level;
}

/** `times: 2` is exactly twice. */
function readTimes(value: PlacedValue, reading: SopBlockReading): StepTimes | undefined {
  if (value.kind !== "mapping") {
    const exactly = readCount(value, reading, 1);
    return exactly === undefined ? undefined : { atLeast: exactly, atMost: exactly };
  }
  const entries = readMapping(value, reading, {
    what: "how often",
    keys: ["atLeast", "atMost", "exactly", "per", "each"],
  });
  const countAt = (key: string): number | undefined => {
    const entry = entries?.get(key);
    return entry && readCount(entry.value, reading, 1);
  };
  const exactly = countAt("exactly");
  const atLeast = countAt("atLeast") ?? exactly;
  const atMost = countAt("atMost") ?? exactly;
  const perEntry = entries?.get("per");
  const per = perEntry && readName(perEntry.value, reading, "the name of an argument");
  const eachEntry = entries?.get("each");
  const each = eachEntry && readName(eachEntry.value, reading, "the id of a step");
  if (per !== undefined && exactly !== undefined) tellWrong(value, reading, "atLeast or atMost beside per");
  if (each !== undefined && (per === undefined || atLeast !== undefined))
    tellWrong(value, reading, "per beside each, and no atLeast");
  const clash =
    (per === undefined && (atLeast ?? 1) > (atMost ?? Infinity)) ||
    (exactly !== undefined && (atLeast !== exactly || atMost !== exactly));
  if (clash || (atLeast === undefined && atMost === undefined && each === undefined))
    tellWrong(value, reading, "times such as 2, or { atLeast: 1, atMost: 3 }");
  return {
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
    ...(per === undefined ? {} : { per }),
    ...(each === undefined ? {} : { each }),
  };
}

function readAccept(value: PlacedValue, reading: SopBlockReading): readonly ("degraded" | "failed")[] | undefined {
  const written: JsonValue = plainValue(value);
  const items = (Array.isArray(written) ? written : [written]) as readonly JsonValue[];
  const known = acceptable.filter((status) => items.includes(status));
  if (known.length === items.length && known.length > 0) return known;
  tellWrong(value, reading, "degraded, failed, or a list of both");
  return undefined;
}

function readDuration(value: PlacedValue, reading: SopBlockReading): number | undefined {
  const match = value.kind === "scalar" ? durationPattern.exec(String(value.value)) : undefined;
  if (match) return Math.round(Number(match[1]) * unitMs[match[2]!]!);
  tellWrong(value, reading, "a time such as 30 s, 10 min or 2 h");
  return undefined;
}

function toList(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [name];
}

const stepKeys = [
  "id",
  "tool",
  "tools",
  "text",
  "level",
  "after",
  "when",
  "times",
  "args",
  "accept",
  "deadline",
  "evidence",
];
const levels: readonly StepLevel[] = ["must", "should", "may"];
const acceptable = ["degraded", "failed"] as const;
const idForm = "an id of letters, digits, dots, hyphens and underscores";
const idPattern = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;
const durationPattern = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s|min|m|h|d)$/;
const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
