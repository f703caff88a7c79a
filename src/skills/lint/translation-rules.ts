import type { Diagnostic } from "../../base/errors.ts";
import { joinNames } from "../../base/names.ts";
import { readSkillFile } from "../read-skill-file.ts";
import type { Skill } from "../skill.ts";
import { findTranslations } from "../skill-translation.ts";
import { type Finding, toDiagnostic, toStrict } from "./finding.ts";

/** Compares a SKILL.md with its translations: whether they can be read, and whether steps and tools are the same. */
export function checkTranslations(skill: Skill): Diagnostic[] {
  return findTranslations(skill).flatMap(({ location }) => {
    const { skill: translated, diagnostics } = readSkillFile(location);
    if (translated) return differences(skill, translated).map(toDiagnostic);
    return diagnostics
      .filter((fault) => fault.severity === "error")
      .map((fault) => toStrict({ ...fault, code: "SKILL_TRANSLATION_UNUSABLE" }));
  });
}

function differences(skill: Skill, translated: Skill): Finding[] {
  const found: Finding[] = [];
  const at = (line: number, message: string, fix: string): void => {
    const where = { file: translated.location, line, column: 1 };
    found.push({ code: "SKILL_TRANSLATION_DIFFERS", message, where, fix });
  };
  const line = translated.bodyLine;
  const [own, other] = [skill.sop.steps, translated.sop.steps];
  if (own.length !== other.length)
    at(
      line,
      `Steps and rules of the translation: ${other.length}, of the SKILL.md: ${own.length}.`,
      "Give both the same steps and rules.",
    );
  const lost = without(toolsOf(skill), toolsOf(translated));
  if (lost.length > 0)
    at(line, `The translation lacks ${joinNames(lost)}, which the SKILL.md uses.`, "Name the same tools.");
  const added = without(toolsOf(translated), toolsOf(skill));
  if (added.length > 0)
    at(line, `The translation uses ${joinNames(added)}, which the SKILL.md does not.`, "Name the same tools.");
  if (own.length === other.length)
    for (const [index, step] of own.entries()) {
      const twin = other[index]!;
      if (step.level !== twin.level)
        at(
          twin.line,
          `Step ${twin.id} is ${wordOf(twin)} here and ${wordOf(step)} in the SKILL.md.`,
          "Use the same level word.",
        );
    }
  const limits = [skill.allowedTools, translated.allowedTools].map((tools) => tools?.toSorted().join(" "));
  if (translated.allowedTools !== undefined && limits[0] !== limits[1])
    at(
      1,
      'The translation has other "allowed-tools"; those of the SKILL.md hold.',
      "Take the key out of the translation.",
    );
  if (translated.name !== skill.name)
    at(1, `The translation is called "${translated.name}", the skill "${skill.name}".`, "Use the skill's name.");
  return found;
}

function toolsOf({ sop }: Skill): string[] {
  return [...new Set(sop.steps.flatMap((step) => step.tools))];
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name)).map((name) => `\`${name}\``);
}

function wordOf(step: Skill["sop"]["steps"][number]): string {
  return step.level.toUpperCase().replace("-", " ");
}
