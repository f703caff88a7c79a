import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { findFences } from "./find-fences.ts";
import { parseParameters } from "./parse-parameters.ts";
import { parseSkill, type SkillParse, type SkillSource } from "./parse-skill.ts";
import { parseSop } from "./parse-sop.ts";
import * as faults from "./skill-diagnostics.ts";
import { tagCharacters } from "./tag-characters.ts";
import { splitLines } from "./text-lines.ts";

/** True for the file name of an agent-sop procedure: `code-assist.sop.md`. */
export function isProcedureFile(path: string): boolean {
  return path.length > 7 && path.slice(-7).toLowerCase() === ".sop.md" && !/[/\\]/.test(path.at(-8)!);
}

/**
 * Reads the text of a `.sop.md` as a skill: its name is the file's, its description the overview's first paragraph, its
 * body the whole text. Parameters stand in `metadata.parameters`. A file with a front matter is read as a SKILL.md is.
 * Never throws for bad content.
 */
export function parseProcedure(text: string, source: SkillSource): SkillParse {
  if (findFences(text).kind !== "none" || tagCharacters(text).length > 0) return parseSkill(text, source);
  const lines = splitLines(text);
  const found: Diagnostic[] = [];
  const overview = firstParagraph(lines);
  if (overview === undefined)
    return { diagnostics: [faults.overviewMissing({ file: source.file, line: 1, column: 1 })] };
  const { line, description } = overview;
  if (description.length > maxDescription) {
    const field = { key: "Overview", length: description.length, limit: maxDescription };
    found.push(faults.fieldLong({ file: source.file, line, column: 1 }, field));
  }
  const parameters = parseParameters(lines);
  const metadata: JsonObject = parameters.length === 0 ? {} : { parameters: parameters.map((each) => ({ ...each })) };
  const skill = {
    name: procedureName(source.file),
    description,
    location: source.file,
    folder: dirname(source.file),
    hash: createHash("sha256").update(text, "utf8").digest("hex"),
    body: text,
    bodyLine: 1,
    metadata,
    extra: {},
    sop: parseSop(text, { firstLine: 1 }),
    diagnostics: found,
  };
  return { skill, diagnostics: found };
}

function procedureName(file: string): string {
  return basename(file)
    .replace(/\.sop\.md$/i, "")
    .normalize("NFKC");
}

/** The first paragraph below `## Overview`, else the first of the text. */
function firstParagraph(lines: readonly string[]): { readonly line: number; readonly description: string } | undefined {
  const heading = lines.findIndex((line) => /^#{1,6}\s+(?:overview|概述|概览)\s*$/i.test(line));
  const start = lines.findIndex((line, index) => index > heading && line.trim() !== "" && !/^[#>|`~]/.test(line));
  if (start === -1) return undefined;
  const length = lines.slice(start).findIndex((line) => line.trim() === "" || /^#{1,6}\s/.test(line));
  const paragraph = lines.slice(start, length === -1 ? undefined : start + length);
  return { line: start + 1, description: paragraph.join(" ").replace(/\s+/g, " ").trim() };
}

const maxDescription = 1024;
