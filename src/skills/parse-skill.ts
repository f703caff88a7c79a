import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import { detachText } from "./detach-text.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readSop } from "./parse-sop.ts";
import type { KnownTools } from "./known-tools.ts";
import type { Skill, SkillSummary } from "./skill.ts";
import { readSkillFields } from "./skill-fields.ts";
import { skillSwitches } from "./skill-switches.ts";

/** Where a text comes from. */
export interface SkillSource {
  /** Path of the SKILL.md; its folder's name stands in for a missing name. */
  readonly file: string;
  /** What the names in an `sop` block are held against. Without them names are taken as they are. */
  readonly tools?: KnownTools;
}

/** A skill, or the reasons why there is none: without `skill` one diagnostic at least is an error. */
export interface SkillParse {
  readonly skill?: Skill;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the index keeps of a file. `name` is there for a file without a skill too, if it could be read. */
export interface SkillHead {
  readonly summary?: SkillSummary;
  readonly name?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the text of a SKILL.md. Lenient: what can be used is used, and everything that was repaired, left out or wrong
 * is a diagnostic with line and column. Never throws for bad content. `text` may begin with a byte order mark: the hash
 * is made over the text as it is, so that it equals that of the file's bytes.
 */
export function parseSkill(text: string, source: SkillSource): SkillParse {
  const reading = readFrontMatter(text, source);
  const diagnostics = [...reading.diagnostics];
  if (!reading.frontMatter) return { diagnostics };
  const folder = dirname(source.file);
  const { description, ...fields } = readSkillFields(reading.frontMatter, basename(folder), diagnostics);
  if (description === undefined) return { diagnostics };
  const { body, bodyLine } = reading.frontMatter;
  const hash = createHash("sha256").update(text, "utf8").digest("hex");
  const { sop, isBlockBroken, diagnostics: sopFaults } = readSop(body, { ...source, firstLine: bodyLine });
  diagnostics.push(...sopFaults);
  const broken = isBlockBroken ? { isSopBlockBroken: true as const } : {};
  const place = { location: source.file, folder, hash, body, bodyLine, ...modelSwitch(fields) };
  return { skill: { ...fields, description, ...place, sop, ...broken, diagnostics }, diagnostics };
}

/** Reads the front matter alone: `text` may end anywhere behind the closing fence's line. */
export function parseSkillHead(text: string, source: SkillSource): SkillHead {
  const reading = readFrontMatter(text, source);
  if (!reading.frontMatter) return { diagnostics: reading.diagnostics };
  const found = [...reading.diagnostics];
  const folder = dirname(source.file);
  const { name: named, description, extra } = readSkillFields(reading.frontMatter, basename(folder), found);
  const diagnostics = found.length === 0 ? noDiagnostics : found;
  const name = detachText(named);
  if (description === undefined) return { name, diagnostics };
  const shown = { description: detachText(description), ...modelSwitch({ extra }) };
  return { name, summary: { name, ...shown, location: source.file, folder }, diagnostics };
}

function modelSwitch(fields: Pick<Skill, "extra">): Pick<SkillSummary, "notForModels"> {
  return skillSwitches(fields).byModel ? {} : { notForModels: true };
}

/** Heads are kept by thousands, and nothing is wrong with most of them. */
const noDiagnostics: readonly never[] = [];
