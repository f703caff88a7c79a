import matter from "gray-matter";
import type { Diagnostic } from "../base/errors.ts";
import type { JsonValue } from "../base/json.ts";
import { positionAt, type SourceLocation } from "../base/source-location.ts";
import { findFences, type Fences } from "./find-fences.ts";
import * as faults from "./front-matter-diagnostics.ts";
import { parseAnyYaml, type YamlReading } from "./parse-yaml.ts";
import { parsePlainMapping } from "./plain-yaml.ts";
import { quoteBrokenValues, type QuotedValue } from "./quote-values.ts";
import { tagCharacters } from "./tag-characters.ts";
import type { YamlEntry } from "./yaml-entry.ts";

/** The largest SKILL.md that is read, in bytes: 1 MiB. */
export const maxSkillBytes: number = 1024 * 1024;

/** Longer front matters are not parsed: checking that no key comes twice takes time by the square of the keys. */
const maxFrontMatterLength = 64 * 1024;

/** Beyond so many faults the first ones explain the others. */
const maxFaults = 20;

/** One key of a front matter. */
export interface FrontMatterField {
  readonly value: JsonValue;
  /** A scalar as written: `1.10` where `value` is 1.1. */
  readonly source: string | undefined;
  /** The numbers and truth values of a mapping as written, by their keys. */
  readonly sources: ReadonlyMap<string, string> | undefined;
  /** Where the value stands. Made out when it is asked for, since most places never are. */
  readonly where: () => SourceLocation;
  readonly keyWhere: () => SourceLocation;
}

/** A front matter that could be read. */
export interface FrontMatter {
  /** In file order. */
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  /** The opening fence. */
  readonly where: SourceLocation;
  /** The text behind the closing fence's line, as it is. */
  readonly body: string;
  /** Line on which the body starts, from 1. */
  readonly bodyLine: number;
}

/** What came of a text: without `frontMatter` one of the diagnostics is an error that says why. */
export interface FrontMatterReading {
  readonly frontMatter?: FrontMatter;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the front matter of a SKILL.md; the only door to gray-matter. The fences are found before gray-matter sees
 * anything, and what it sees is always YAML between fences that cannot occur in the text, so a file can neither choose
 * an engine nor close its front matter by accident. Never throws for bad content, and never remembers a text.
 */
export function readFrontMatter(text: string, source: { readonly file: string }): FrontMatterReading {
  const { file } = source;
  const bytes = text.length > maxSkillBytes / 3 ? Buffer.byteLength(text) : 0;
  if (bytes > maxSkillBytes) return { diagnostics: [faults.skillTooLarge(file, bytes)] };
  const nul = text.indexOf("\0");
  if (nul !== -1) return { diagnostics: [faults.skillNotText({ file, ...positionAt(text, nul) }, "a NUL character")] };
  const hidden = tagCharacters(text);
  if (hidden.length > 0)
    return {
      diagnostics: hidden
        .slice(0, maxFaults)
        .map((run) => faults.hiddenText({ file, ...positionAt(text, run.offset) }, run)),
    };
  const fences = findFences(text);
  if (fences.kind !== "found") return { diagnostics: [noFrontMatter(fences, file)] };
  const where = { file, line: fences.line, column: 1 };
  if (fences.yaml.length > maxFrontMatterLength)
    return { diagnostics: [faults.frontMatterTooLarge(where, fences.yaml.length)] };
  const diagnostics = fences.above === undefined ? [] : [faults.frontMatterMisplaced(where, fences.above)];
  const { reading, yaml, repairs } = readYaml(fences.yaml);
  if (repairs.length > 0) {
    const written = placeIn(fences.yaml, where);
    diagnostics.push(...repairs.map((repair) => faults.valueQuoted(written(repair.faultOffset), repair.key)));
  }
  const place = placeIn(yaml, where);
  diagnostics.push(
    ...reading.faults.slice(0, maxFaults).map((fault) => faults.yamlFault(place(fault.offset), fault.message)),
  );
  diagnostics.push(...reading.warnings.map((fault) => faults.yamlWarning(place(fault.offset), fault.message)));
  if (reading.faults.length > 0) return { diagnostics };
  if (reading.kind === "list" || reading.kind === "text") {
    return { diagnostics: [...diagnostics, faults.notMapping(place(0), reading.kind)] };
  }
  const entries = reading.entries ?? [];
  diagnostics.push(...entries.flatMap((entry) => cutValue(entry, yaml, place)));
  const fields = new Map(entries.map((entry) => [entry.key, toField(entry, place)]));
  return { frontMatter: { fields, where, body: text.slice(fences.bodyStart), bodyLine: fences.bodyLine }, diagnostics };
}

type Found = Extract<Fences, { kind: "found" }>;
type Place = (offset: number) => SourceLocation;

interface YamlAttempt {
  readonly reading: YamlReading;
  /** The text that was read in the end; offsets of the reading count in it. */
  readonly yaml: string;
  readonly repairs: readonly QuotedValue[];
}

/** One retry with the broken values quoted. If that does not help, the faults of the text as written are told. */
function readYaml(yaml: string): YamlAttempt {
  const first = { reading: readThroughDoor(yaml), yaml, repairs: [] };
  if (first.reading.faults.length === 0) return first;
  const repaired = quoteBrokenValues(yaml);
  if (repaired.quoted.length === 0) return first;
  const reading = readThroughDoor(repaired.yaml);
  return reading.faults.length > 0 ? first : { reading, yaml: repaired.yaml, repairs: repaired.quoted };
}

/** Most front matters are plain lines, which are read at once; everything else goes through gray-matter. */
function readThroughDoor(yaml: string): YamlReading {
  const plain = parsePlainMapping(yaml);
  if (plain) return { kind: "mapping", entries: plain, faults: [], warnings: [] };
  let reading: YamlReading = { kind: "empty", faults: [], warnings: [] };
  const parse = (block: string): object => {
    reading = parseAnyYaml(block.slice(1));
    return {};
  };
  const engines = { ...deniedEngines, yaml: { parse, stringify: String } };
  matter(`${door}\n${yaml}\n${door}`, { language: "yaml", delimiters: [door, door], engines });
  return reading;
}

/** Offsets of the YAML text as places of the file: its first line follows the opening fence. */
function placeIn(yaml: string, fence: { readonly file: string; readonly line: number }): Place {
  const starts: number[] = [];
  let last = 0;
  // Most files have nothing to be told, and then no place is asked for.
  const findLines = (): void => {
    starts.push(0);
    for (let end = yaml.indexOf("\n"); end !== -1; end = yaml.indexOf("\n", end + 1)) starts.push(end + 1);
    last = yaml.trimEnd().length;
  };
  return (faultOffset) => {
    if (starts.length === 0) findLines();
    const offset = Math.min(faultOffset, last);
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { file: fence.file, line: fence.line + low + 1, column: offset - starts[low]! + 1 };
  };
}

function toField(entry: YamlEntry, place: Place): FrontMatterField {
  return {
    value: entry.value,
    source: entry.source,
    sources: entry.sources,
    where: () => place(entry.offset),
    keyWhere: () => place(entry.keyOffset),
  };
}

/** A comment behind a one-word value is a comment; behind running text, or without a blank, it is a lost tail. */
function cutValue(entry: YamlEntry, yaml: string, place: Place): Diagnostic[] {
  if (entry.cutAt === undefined) return [];
  const prose = entry.key === "description" || entry.key === "compatibility";
  if (!prose && !/^#\S/.test(yaml.slice(entry.cutAt))) return [];
  return [faults.valueCut(place(entry.cutAt), entry.key)];
}

function noFrontMatter(fences: Exclude<Fences, Found>, file: string): Diagnostic {
  const where = { file, line: fences.line, column: 1 };
  if (fences.kind === "unclosed") return faults.frontMatterUnclosed(where);
  if (fences.kind === "language") return faults.languageRefused({ ...where, column: 4 }, fences.seen);
  return faults.frontMatterMissing(where, fences.seen);
}

function denied(): object {
  throw new TypeError("front matter is YAML only");
}

/** NUL is refused in the text before, so this line cannot stand in it. */
const door = "---\0";
const deniedNames = ["json", "javascript", "js", "coffee", "coffeescript", "cson", "toml"];
const deniedEngines = Object.fromEntries(deniedNames.map((name) => [name, { parse: denied, stringify: String }]));
