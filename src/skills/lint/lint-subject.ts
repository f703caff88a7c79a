import type { SourceLocation } from "../../base/source-location.ts";
import type { FrontMatterField } from "../front-matter.ts";
import type { KnownTools } from "../known-tools.ts";
import { parseProseSop } from "../parse-prose-sop.ts";
import type { Skill } from "../skill.ts";
import type { Sop } from "../sop.ts";
import type { Finding } from "./finding.ts";
import { maskFences } from "./mask-fences.ts";
import type { SkillFiles } from "./skill-files.ts";

/** One skill as the rules see it. */
export interface LintSubject {
  readonly skill: Skill;
  /** The whole file. */
  readonly text: string;
  /** The front matter's keys with their places; none in a .sop.md without one. */
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  /** The body with fenced code and comments blanked out, at the same offsets. */
  readonly prose: string;
  /** The procedure as the words of the text give it: `skill.sop` itself where no `sop` block decides. */
  readonly proseSop: Sop;
  readonly tools: KnownTools | undefined;
  readonly files: SkillFiles;
  /** The place of an offset in the text, or in the body. */
  readonly at: (offset: number) => SourceLocation;
  readonly atBody: (offset: number) => SourceLocation;
  /** Where `words` stand at or behind the start of a line; the line's start if they do not stand near it. */
  readonly atWords: (line: number, words: string) => SourceLocation;
}

/** One family of rules: what is wrong with a skill, in any order. */
export type LintCheck = (subject: LintSubject) => readonly Finding[];

/** What a subject is made of. */
export type LintSubjectParts = Pick<LintSubject, "skill" | "text" | "fields" | "tools" | "files">;

/** Prepares a skill for the rules. */
export function createLintSubject(parts: LintSubjectParts): LintSubject {
  const { skill, text } = parts;
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\n|\r/g), (end) => end.index + end[0].length)];
  const bodyStart = text.length - skill.body.length;
  const at = (offset: number): SourceLocation => {
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { file: skill.location, line: low + 1, column: offset - starts[low]! + 1 };
  };
  const atWords = (line: number, words: string): SourceLocation => {
    const start = starts[line - 1] ?? 0;
    const found = text.slice(start, start + 4000).indexOf(words);
    return found === -1 ? { file: skill.location, line, column: 1 } : at(start + found);
  };
  const proseSop = skill.sop.source === "prose" ? skill.sop : parseProseSop(skill.body, skill.bodyLine);
  return { ...parts, prose: maskFences(skill.body), proseSop, at, atBody: (offset) => at(bodyStart + offset), atWords };
}
