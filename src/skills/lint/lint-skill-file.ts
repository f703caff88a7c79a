import type { Diagnostic } from "../../base/errors.ts";
import { compareSop } from "../compare-sop.ts";
import { readFrontMatter } from "../front-matter.ts";
import type { KnownTools } from "../known-tools.ts";
import { isProcedureFile, parseProcedure } from "../parse-procedure.ts";
import { parseSkill } from "../parse-skill.ts";
import { readSkillText } from "../read-skill-file.ts";
import { fileRules } from "./file-rules.ts";
import { toDiagnostic, toStrict } from "./finding.ts";
import { hiddenTextRules } from "./hidden-text-rules.ts";
import { levelRules } from "./level-rules.ts";
import { createLintSubject, type LintCheck, type LintSubject } from "./lint-subject.ts";
import { procedureRules } from "./procedure-rules.ts";
import type { SkillFacts } from "./required-rules.ts";
import { secretRules } from "./secret-rules.ts";
import { openSkillFiles } from "./skill-files.ts";
import { specRules } from "./spec-rules.ts";
import { templateRules } from "./template-rules.ts";
import { textRules } from "./text-rules.ts";
import { toolRules } from "./tool-rules.ts";
import { checkTranslations } from "./translation-rules.ts";

/** What a check of one file found; `facts` are there when the file holds a usable skill. */
export interface LintedFile {
  readonly facts?: SkillFacts;
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks one SKILL.md or .sop.md, with its translations, by every rule that needs no other skill. */
export function lintSkillFile(location: string, tools?: KnownTools): LintedFile {
  const reading = readSkillText(location);
  if ("fault" in reading) return { diagnostics: [toStrict(reading.fault)] };
  const { text } = reading;
  const parse = isProcedureFile(location) ? parseProcedure : parseSkill;
  const { skill, diagnostics } = parse(text, { file: location, ...(tools && { tools }) });
  const loaderFaults = diagnostics.map(toStrict);
  if (!skill) return { diagnostics: loaderFaults };
  const fields = readFrontMatter(text, { file: location }).frontMatter?.fields ?? new Map<string, never>();
  const subject = createLintSubject({ skill, text, fields, tools, files: openSkillFiles(skill.folder) });
  const findings = families.flatMap((check) => check(subject)).map(toDiagnostic);
  const { name, description, metadata } = skill;
  return {
    facts: { name, description, metadata, location, places: placesOf(subject) },
    diagnostics: [...loaderFaults, ...findings, ...blockAgainstProse(subject), ...checkTranslations(skill)],
  };
}

/** The keys' own places; the first line where a key is not written, as in a .sop.md. */
function placesOf({ skill, fields, atWords }: LintSubject): SkillFacts["places"] {
  const first = { file: skill.location, line: 1, column: 1 };
  const metadata = fields.get("metadata")?.keyWhere();
  return {
    description: fields.get("description")?.keyWhere() ?? first,
    requires: metadata?.line === undefined ? first : atWords(metadata.line, "requires"),
  };
}

function blockAgainstProse({ skill, proseSop }: LintSubject): readonly Diagnostic[] {
  return skill.sop.source === "block" ? compareSop(skill.sop, proseSop, skill.location) : [];
}

const families: readonly LintCheck[] = [
  specRules,
  toolRules,
  procedureRules,
  levelRules,
  templateRules,
  textRules,
  hiddenTextRules,
  secretRules,
  fileRules,
];
