import { basename, dirname, join } from "node:path";
import { isSameStamp, isSettled, stampOf } from "./file-stamp.ts";
import { isHalfWritten, type JudgeOptions } from "./judge-file.ts";
import { parseSkillFile, readSkillText } from "./read-skill-file.ts";
import type { KeptSkill, RefusedFile, ReloadReport } from "./reload-report.ts";
import { compareSkills, type SkillChange } from "./skill-changes.ts";
import { fileOnShelf, type SkillShelf } from "./skill-shelf.ts";
import { translationTag } from "./skill-translation.ts";
import type { Skill, SkillSummary } from "./skill.ts";

/** What became of translations; a part of a reload's report. */
export type TranslationReport = Pick<ReloadReport, "changed" | "kept" | "broken" | "unsettled">;

/** Keeps the texts of all translations that were found, as those of the SKILL.md files are kept. */
export function holdTranslations(shelf: SkillShelf): void {
  if (!shelf.held) return;
  for (const [folder, { translations = [] }] of shelf.scan?.folders ?? []) {
    for (const location of translations.map((name) => join(folder, name))) {
      const reading = readSkillText(location);
      if ("fault" in reading || !translatedSkill(shelf, location)) continue;
      shelf.translations.set(location, isSettled(reading.stamp) ? reading.stamp : undefined);
      if (parseSkillFile(reading.text, location).skill) shelf.held.set(location, reading.text);
    }
  }
}

/** The translations among some files, of skills that a shelf of held texts knows. */
export function translationsOf(shelf: SkillShelf, files: readonly string[]): readonly string[] {
  return shelf.held ? files.filter((file) => translatedSkill(shelf, file) !== undefined) : [];
}

/** The held translations whose files have other stamps than when they were read. */
export function touchedTranslations(shelf: SkillShelf): readonly string[] {
  return [...shelf.translations].flatMap(([location, stamp]) =>
    isSameStamp(stamp, stampOf(location)) ? [] : [location],
  );
}

/** Reads translations anew and takes over those that are good. Does not wait. */
export function reloadTranslations(
  shelf: SkillShelf,
  locations: readonly string[],
  options: JudgeOptions,
): TranslationReport {
  const verdicts = locations.map((location) => reloadOne(shelf, location, options));
  const of = <Kind extends Verdict["kind"]>(kind: Kind): readonly Extract<Verdict, { kind: Kind }>[] =>
    verdicts.filter((verdict): verdict is Extract<Verdict, { kind: Kind }> => verdict.kind === kind);
  return {
    changed: of("changed").map(({ change }) => change),
    kept: of("kept").map(({ file }) => file),
    broken: of("broken").map(({ file }) => file),
    unsettled: of("unsettled").map(({ location }) => location),
  };
}

type Verdict =
  | { readonly kind: "same" }
  | { readonly kind: "unsettled"; readonly location: string }
  | { readonly kind: "changed"; readonly change: SkillChange }
  | { readonly kind: "kept"; readonly file: KeptSkill }
  | { readonly kind: "broken"; readonly file: RefusedFile };

function reloadOne(shelf: SkillShelf, location: string, { settled = true, check }: JudgeOptions): Verdict {
  const summary = translatedSkill(shelf, location);
  if (!summary) {
    if (stampOf(location) === undefined) forget(shelf, location);
    return { kind: "same" };
  }
  const { name } = summary;
  const before = shelf.held?.get(location);
  const known = before === undefined ? undefined : fileOnShelf(shelf, location).skill;
  const reading = readSkillText(location);
  if ("fault" in reading) {
    if (known && !settled) return { kind: "unsettled", location };
    forget(shelf, location);
    const skill = fileOnShelf(shelf, summary.location).skill;
    return known && skill ? { kind: "changed", change: changeOf(known, skill, { name, location }) } : { kind: "same" };
  }
  const { text, stamp } = reading;
  shelf.translations.set(location, isSettled(stamp) ? stamp : undefined);
  if (text === before) return { kind: "same" };
  const { skill, diagnostics } = parseSkillFile(text, location);
  if (!settled && isHalfWritten(text, skill, before)) return { kind: "unsettled", location };
  const faults = [...diagnostics, ...(skill && check ? check(skill) : [])];
  if (!skill || faults.some(({ severity }) => severity === "error")) {
    const isTold = shelf.refused.get(location)?.text === text;
    shelf.refused.set(location, { text, diagnostics: faults });
    if (isTold) return { kind: "same" };
    const file = { location, diagnostics: faults };
    return known ? { kind: "kept", file: { name, ...file } } : { kind: "broken", file };
  }
  shelf.refused.delete(location);
  shelf.held?.set(location, text);
  shelf.files.set(location, { skill, diagnostics: faults, text });
  return { kind: "changed", change: changeOf(known, { ...skill, diagnostics: faults }, { name, location }) };
}

/** The translated skill keeps its name, whatever the translation calls itself. */
function changeOf(
  before: Skill | undefined,
  after: Skill,
  { name, location }: { readonly name: string; readonly location: string },
): SkillChange {
  return { ...compareSkills(before, after), name, location, translation: translationTag(location)! };
}

function forget(shelf: SkillShelf, location: string): void {
  shelf.translations.delete(location);
  shelf.held?.delete(location);
  shelf.files.delete(location);
  shelf.refused.delete(location);
}

/** The skill beside whose SKILL.md a translation stands. */
function translatedSkill(shelf: SkillShelf, location: string): SkillSummary | undefined {
  if (translationTag(basename(location)) === undefined) return undefined;
  const folder = dirname(location);
  const files = shelf.scan?.folders.get(folder)?.skillFiles ?? [];
  return files.flatMap((file) => shelf.scan?.heads.get(join(folder, file))?.summary ?? [])[0];
}
