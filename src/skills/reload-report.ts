import type { Diagnostic } from "../base/errors.ts";
import type { SkillChange } from "./skill-changes.ts";
import type { SkillSummary } from "./skill.ts";

/** A file that is not taken over as it is now. */
export interface RefusedFile {
  readonly location: string;
  /** Why: its errors, with line and column. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A skill whose file has errors now, and which goes on as it was. */
export interface KeptSkill extends RefusedFile {
  readonly name: string;
}

/** What a reload did. Files whose text is what it was are in none of the lists. */
export interface ReloadReport {
  readonly added: readonly SkillSummary[];
  readonly changed: readonly SkillChange[];
  readonly removed: readonly SkillSummary[];
  /** Told once for each broken text, not at every look. */
  readonly kept: readonly KeptSkill[];
  /** Skills whose file had errors and has its good text back. */
  readonly mended: readonly SkillSummary[];
  /** Files that hold no usable skill and never held one, or none whose text is known: without `holdTexts`, one never asked for. */
  readonly broken: readonly RefusedFile[];
  /** Files that look as if somebody were in the middle of writing them. Nothing is done about them yet: look again. */
  readonly unsettled: readonly string[];
}

/** True when a reload changed nothing that anybody has to be told. */
export function isSilent(report: ReloadReport): boolean {
  const { added, changed, removed, kept, mended, broken } = report;
  return [added, changed, removed, kept, mended, broken].every((list) => list.length === 0);
}
