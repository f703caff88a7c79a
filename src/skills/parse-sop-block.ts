import type { Diagnostic } from "../base/errors.ts";
import { checkSop } from "./check-sop.ts";
import { findSopBlocks, type SopBlock } from "./find-sop-blocks.ts";
import type { KnownTools } from "./known-tools.ts";
import { parsePlacedYaml, type PlacedValue, type YamlPlace } from "./parse-placed-yaml.ts";
import { readBan, readBlockStep } from "./read-block-step.ts";
import { readMapping, tellWrong, type SopBlockReading } from "./sop-block-reading.ts";
import * as faults from "./sop-diagnostics.ts";
import type { Sop } from "./sop.ts";

/** Where a body starts, and what its tools are held against. */
export interface SopBlockSource {
  /** Path of the SKILL.md, for the places of diagnostics. */
  readonly file: string;
  /** Line of the body's first line in the SKILL.md, from 1. */
  readonly firstLine: number;
  /** Without them the names of tools and arguments are taken as they are. */
  readonly tools?: KnownTools;
}

/** What a body's `sop` block says: without `sop` one diagnostic at least is an error. */
export interface SopBlockParse {
  readonly sop?: Sop;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the fenced `sop` block of a body; `undefined` when it has none. All faults at once, each with line and column
 * in the SKILL.md. Never throws for bad content.
 */
export function parseSopBlock(body: string, source: SopBlockSource): SopBlockParse | undefined {
  const [block, ...others] = findSopBlocks(body, source.firstLine);
  if (!block) return undefined;
  const { file } = source;
  const locate: SopBlockReading["locate"] = ({ line, column }) => {
    return { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  };
  const reading: SopBlockReading = { locate, diagnostics: [] };
  for (const other of others) {
    const place = { line: other.line, column: other.indent + 1 };
    reading.diagnostics.push(faults.blockMisplaced(locate(place), `the file has one already, on line ${block.line}`));
  }
  const opening = { line: block.line, column: block.indent + 1 };
  if (!block.closed) reading.diagnostics.push(faults.blockMisplaced(locate(opening), "it is never closed"));
  const sop = readBlock(block, reading);
  const isWhole = reading.diagnostics.length === 0;
  const found = sop ? checkSop(sop, { file, ...(source.tools ? { tools: source.tools } : {}) }) : [];
  reading.diagnostics.push(...found.filter((fault) => isWhole || isCertain(fault)));
  const diagnostics = reading.diagnostics.toSorted(byPlace);
  const isUsable = !diagnostics.some((fault) => fault.severity === "error");
  return { ...(sop && isUsable ? { sop } : {}), diagnostics };
}

/** In a block with unread parts a step may only seem to have no tool. */
function isCertain(fault: Diagnostic): boolean {
  return fault.code !== "SOP_STEP_NO_TOOL";
}

function readBlock(block: SopBlock, reading: SopBlockReading): Sop | undefined {
  const parsed = parsePlacedYaml(block.yaml);
  if ("faults" in parsed) {
    for (const fault of parsed.faults.slice(0, 20))
      reading.diagnostics.push(faults.blockUnreadable(reading.locate(inFile(fault, block)), fault.message));
    return undefined;
  }
  const root = moved(parsed.value, block);
  const entries = readMapping(root, reading, { what: "a mapping with steps", keys: ["steps", "never"] });
  if (!entries) return undefined;
  const steps = entries.get("steps")?.value;
  const never = entries.get("never")?.value;
  if (!steps && !never) tellWrong(root, reading, "a mapping with steps");
  if (steps && steps.kind !== "list") tellWrong(steps, reading, "a list of steps");
  const items = steps?.kind === "list" ? steps.items : [];
  const bans = never?.kind === "list" ? never.items : never ? [never] : [];
  const read = items.flatMap((item, index) => readBlockStep(item, index, reading) ?? []);
  return {
    source: "block",
    steps: read.map((step, index) => (step.index === index ? step : { ...step, index })),
    ...(never ? { never: bans.flatMap((ban) => readBan(ban, reading) ?? []) } : {}),
  };
}

/** Places of the block's text as places of the SKILL.md: its first line follows the fence. */
function inFile({ line, column }: YamlPlace, block: SopBlock): YamlPlace {
  return { line: block.line + line, column: column + block.indent };
}

function moved(placed: PlacedValue, block: SopBlock): PlacedValue {
  const place = inFile(placed, block);
  if (placed.kind === "scalar") return { ...placed, ...place };
  if (placed.kind === "list") return { ...placed, ...place, items: placed.items.map((item) => moved(item, block)) };
  const entries = placed.entries.map((entry) => ({
    ...entry,
    ...inFile(entry, block),
    value: moved(entry.value, block),
  }));
  return { ...placed, ...place, entries };
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.where?.line ?? 0) - (b.where?.line ?? 0) || (a.where?.column ?? 0) - (b.where?.column ?? 0);
}
