import { resolve, sep } from "node:path";
import type { Diagnostic } from "../../base/errors.ts";
import { findSkillFiles } from "../find-skill-files.ts";
import type { KnownTools } from "../known-tools.ts";
import { nameClash } from "../library-diagnostics.ts";
import { type Finding, toDiagnostic, toStrict } from "./finding.ts";
import { checkLikeness } from "./likeness-rules.ts";
import { lintSkillFile } from "./lint-skill-file.ts";
import { checkRequired, type SkillFacts } from "./required-rules.ts";

/** What is checked, and against what. */
export interface CheckSkillsOptions {
  /** Folders that hold skills at any depth, or are one. */
  readonly folders: readonly string[];
  /** The tools that the skills will meet. Without them nothing is said of unknown tools and arguments. */
  readonly tools?: KnownTools;
}

/** What a check found. Every file is either loaded or failed. */
export interface SkillsReport {
  /** SKILL.md and .sop.md files found. */
  readonly files: number;
  /** Files that hold a usable skill; `repaired` of them only since they are read leniently. */
  readonly loaded: number;
  readonly repaired: number;
  readonly failed: number;
  /** By file, line and column. With an error among them the check has failed. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks every skill below some folders by the strict rules of `lintRules`. Reads text and looks at which files there
 * are; loads no module, runs nothing, and never throws for what a file holds.
 */
export async function checkSkills({ folders, tools }: CheckSkillsOptions): Promise<SkillsReport> {
  const { files, diagnostics: found } = await findSkillFiles(folders, { everything: true });
  const diagnostics = found.map(toStrict);
  const skills: SkillFacts[] = [];
  let repaired = 0;
  for (const file of files) {
    const linted = lintSkillFile(file, tools);
    diagnostics.push(...linted.diagnostics);
    if (linted.facts) skills.push(linted.facts);
    if (linted.facts && linted.diagnostics.some(({ code }) => repairs.has(code))) repaired += 1;
  }
  diagnostics.push(...(await emptyFolders(folders, files)));
  diagnostics.push(...nameClashes(skills), ...[...checkRequired(skills), ...checkLikeness(skills)].map(toDiagnostic));
  const { length: loaded } = skills;
  return { files: files.length, loaded, repaired, failed: files.length - loaded, diagnostics: inOrder(diagnostics) };
}

/** A folder that another one holds, or that is reached by a link, is searched once more by itself before it is told. */
async function emptyFolders(folders: readonly string[], files: readonly string[]): Promise<Diagnostic[]> {
  const empty: Diagnostic[] = [];
  for (const folder of folders) {
    const start = resolve(folder) + sep;
    if (files.some((file) => file.startsWith(start))) continue;
    const alone = await findSkillFiles([folder], { everything: true });
    if (alone.files.length === 0 && alone.diagnostics.length === 0)
      empty.push(toDiagnostic(noneFound(resolve(folder))));
  }
  return empty;
}

function nameClashes(skills: readonly SkillFacts[]): Diagnostic[] {
  const first = new Map<string, SkillFacts>();
  return skills.flatMap((skill) => {
    const winner = first.get(skill.name);
    if (winner) return [toStrict(nameClash(skill.name, skill.location, winner.location))];
    first.set(skill.name, skill);
    return [];
  });
}

function noneFound(folder: string): Finding {
  return {
    code: "SKILL_NONE_FOUND",
    message: "The folder holds no SKILL.md, neither itself nor in a folder below it: missing SKILL.md.",
    where: { file: folder },
    fix: `Write one: npx sopwith skills new <name> --folder ${folder}`,
  };
}

function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(({ where: one }, { where: other }) => {
    const [file, otherFile] = [one?.file ?? "", other?.file ?? ""];
    if (file !== otherFile) return file < otherFile ? -1 : 1;
    return (one?.line ?? 0) - (other?.line ?? 0) || (one?.column ?? 0) - (other?.column ?? 0);
  });
}

/** Other readers lose such a file: a value had to be quoted, or text stood above the front matter. */
const repairs: ReadonlySet<string> = new Set(["SKILL_VALUE_QUOTED", "SKILL_FRONT_MATTER_MISPLACED"]);
