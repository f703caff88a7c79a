import type { Diagnostic } from "../base/errors.ts";
import { skillKept } from "./library-diagnostics.ts";
import {
  parseHead,
  parseSkillFile,
  toHead,
  type SkillFile,
  type SkillHeadFile,
  type SkillTextReading,
} from "./read-skill-file.ts";
import type { KeptSkill, RefusedFile } from "./reload-report.ts";
import { isSameSummary, lastGood, type SkillShelf } from "./skill-shelf.ts";
import type { Skill, SkillSummary } from "./skill.ts";

/** What becomes of a file that was read anew. `head` is what the index is to know of it. */
export type Judgement = { readonly head: SkillHeadFile } & (
  | { readonly kind: "same" | "unsettled" }
  /** `file` is to be served, and `text` to be held. */
  | { readonly kind: "accepted"; readonly text: string; readonly file: SkillFile }
  | { readonly kind: "mended"; readonly summary: SkillSummary }
  /** `isNew` is false for a text that was refused before; `good` is served instead. */
  | { readonly kind: "kept"; readonly isNew: boolean; readonly file: KeptSkill; readonly good: SkillFile }
  | { readonly kind: "broken"; readonly isNew: boolean; readonly file: RefusedFile }
);

/** A file that was read, with what the index knew of it. */
export interface ReadFile {
  readonly location: string;
  readonly reading: SkillTextReading;
  readonly known: SkillHeadFile | undefined;
}

/** How a file is judged. */
export interface JudgeOptions {
  readonly settled?: boolean;
  readonly check?: (skill: Skill) => readonly Diagnostic[];
}

/** Longer texts are written in parts, so that they count only when they have stood for a moment. */
const longText = 64 * 1024;

/** Judges a text against the one that was accepted last. */
export function judgeFile(shelf: SkillShelf, file: ReadFile, { settled = true, check }: JudgeOptions): Judgement {
  const { location, known, reading } = file;
  const { text, ...stamped } = "fault" in reading ? { text: undefined } : reading;
  const refusal = shelf.refused.get(location);
  const isSame = text !== undefined && shelf.held?.isSame(location, text) === true;
  // Of the several events of one save all but one find nothing new, so nothing is parsed for them.
  if (isSame && known && !refusal) return { kind: "same", head: { ...known, ...stamped } };
  const { skill, diagnostics } =
    "fault" in reading ? { diagnostics: [reading.fault] } : parseSkillFile(reading.text, location);
  if (skill && (isSame || (!shelf.held && isSameSummary(skill, known)))) {
    shelf.refused.delete(location);
    shelf.kept.delete(location);
    if (!shelf.held && text !== undefined) shelf.files.set(location, { skill, diagnostics, text });
    const head = { ...toHead({ skill, diagnostics }), ...stamped };
    return refusal && head.summary ? { kind: "mended", head, summary: head.summary } : { kind: "same", head };
  }
  if (!settled && isHalfWritten(text, skill, shelf.held?.get(location)))
    return { kind: "unsettled", head: withoutStamp(known ?? { diagnostics: [] }) };
  const found = skill && check ? check(skill) : [];
  const faults = [...diagnostics, ...found];
  if (skill && text !== undefined && !found.some(isError)) {
    shelf.refused.delete(location);
    const accepted = { skill: { ...skill, diagnostics: faults }, diagnostics: faults, text };
    return { kind: "accepted", head: { ...toHead(accepted), ...stamped }, text, file: accepted };
  }
  shelf.refused.set(location, { text, diagnostics: faults });
  const isNew = refusal === undefined || refusal.text !== text;
  const good = known?.summary && lastGood(shelf, location, known);
  if (!known?.summary || !good) {
    const { name } = text === undefined ? {} : parseHead(text, location);
    const head = { ...(name !== undefined && { name }), diagnostics: faults, ...stamped };
    return { kind: "broken", head, isNew, file: { location, diagnostics: faults } };
  }
  const { summary } = known;
  const why = [skillKept(location, faults.find(isError)), ...faults];
  return {
    kind: "kept",
    head: { name: summary.name, summary, diagnostics: why, ...stamped },
    isNew,
    file: { name: summary.name, location, diagnostics: faults },
    good,
  };
}

/** Nothing usable, or less than there was with its end cut off. */
export function isHalfWritten(text: string | undefined, skill: Skill | undefined, before: string | undefined): boolean {
  if (!skill || text === undefined || text.length > longText) return true;
  return before !== undefined && (before.startsWith(text) || (before.endsWith("\n") && !text.endsWith("\n")));
}

function isError(fault: Diagnostic): boolean {
  return fault.severity === "error";
}

function withoutStamp({ stamp: _stamp, ...head }: SkillHeadFile): SkillHeadFile {
  return head;
}
