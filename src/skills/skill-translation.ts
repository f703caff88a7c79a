import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { translationUnusable } from "./library-diagnostics.ts";
import { isLanguageTag, matchLanguage } from "./match-language.ts";
import { isProcedureFile } from "./parse-procedure.ts";
import type { SkillParse } from "./parse-skill.ts";
import type { Skill } from "./skill.ts";

/** A translation beside a SKILL.md. */
export interface SkillTranslation {
  /** A BCP 47 tag, as the file's name has it. */
  readonly tag: string;
  readonly location: string;
}

/** The language tag in a translation's file name: `zh` of `SKILL.zh.md`. `undefined` for any other file. */
export function translationTag(fileName: string): string | undefined {
  if (fileName.length < "SKILL.en.md".length) return undefined;
  const tag = /^skill\.([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\.md$/i.exec(basename(fileName))?.[1];
  return tag !== undefined && isLanguageTag(tag) ? tag : undefined;
}

/** The translations that stand beside a skill's SKILL.md, in the order of their tags. */
export function findTranslations(skill: { readonly folder: string; readonly location: string }): SkillTranslation[] {
  if (isProcedureFile(skill.location)) return [];
  return listNames(skill.folder).flatMap((name) => {
    const tag = translationTag(name);
    return tag === undefined ? [] : [{ tag, location: join(skill.folder, name) }];
  });
}

/**
 * The skill in the language of `locale`: description, body and steps are the translation's; name, `allowed-tools` and all
 * other fields stay the SKILL.md's, so that a translation can widen no right. Where there is no translation the skill
 * itself is given; where it is broken too, with a diagnostic that says so.
 */
export function translateSkill(skill: Skill, locale: string, read: (location: string) => SkillParse): Skill {
  const translations = findTranslations(skill);
  const tag = matchLanguage(
    locale,
    translations.map((translation) => translation.tag),
  );
  const found = translations.find((translation) => translation.tag === tag);
  if (!found) return skill;
  const { skill: translated, diagnostics } = read(found.location);
  if (!translated) {
    const reason = diagnostics.find((fault) => fault.severity === "error");
    return { ...skill, diagnostics: [...skill.diagnostics, translationUnusable(found.location, reason)] };
  }
  const { description, location, hash, body, bodyLine, sop } = translated;
  // Its name is the SKILL.md's, so that it need not have one.
  const told = diagnostics.filter(({ code }) => code !== "SKILL_NAME_MISSING");
  return { ...skill, description, location, hash, body, bodyLine, sop, diagnostics: told };
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch (thrown) {
    // The folder went away after its skill was read: then it has no translations either.
    if ((thrown as NodeJS.ErrnoException).code !== undefined) return [];
    throw thrown;
  }
}
