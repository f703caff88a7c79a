import type { Diagnostic } from "../base/errors.ts";
import type { KnownTools } from "./known-tools.ts";
import { parseProseSop } from "./parse-prose-sop.ts";
import { parseSopBlock } from "./parse-sop-block.ts";
import type { Sop } from "./sop.ts";

/** Where a body starts in its file. */
export interface SopSource {
  /** Path of the SKILL.md, for the places of diagnostics. @default "SKILL.md" */
  readonly file?: string;
  /** Line of the body's first line in the SKILL.md, from 1. */
  readonly firstLine: number;
  /** What the `sop` block's names are held against. Without them names are taken as they are. */
  readonly tools?: KnownTools;
}

/** The procedure of a body, from both of its sources. */
export interface SopReading {
  /** The block's if there is one without errors, else what the prose says. */
  readonly sop: Sop;
  /** True when there is a block and it cannot be used, so that less is checked than the author meant. */
  readonly isBlockBroken: boolean;
  /** Faults of the block. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the procedure of a skill: its `sop` block if it has one without errors, else the numbered lists and rules of
 * its text. {@link readSop} tells the block's faults as well.
 */
export function parseSop(body: string, source: SopSource): Sop {
  return readSop(body, source).sop;
}

/** Reads the procedure of a skill, and tells what is wrong with its `sop` block. Never throws for bad content. */
export function readSop(body: string, source: SopSource): SopReading {
  const block = parseSopBlock(body, { ...source, file: source.file ?? "SKILL.md" });
  const sop = block?.sop ?? parseProseSop(body, source.firstLine);
  const isBlockBroken = block !== undefined && block.sop === undefined;
  return { sop, isBlockBroken, diagnostics: block?.diagnostics ?? [] };
}
