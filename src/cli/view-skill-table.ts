import { relative } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import { formatTable } from "./format-table.ts";
import { fromFolder } from "./from-folder.ts";
import { cutColumns } from "./view-text.ts";

/** Beyond so many skills a table is read by nobody. */
const maxRows = 40;

/**
 * The skills of a project as `dev` shows them at its start: found, found and repaired, and the files that give no skill,
 * with the reason. Fitted to a terminal of a `width`.
 */
export function viewSkillTable(library: SkillLibrary, folder: string, width?: number): string {
  const skills = library.list();
  const byFile = Map.groupBy(library.diagnostics, ({ where }) => where?.file ?? "");
  const used = new Set(skills.map((skill) => skill.location));
  const rows = skills
    .slice(0, maxRows)
    .map(({ name, description, location }) => [
      name,
      noteOf(byFile.get(location)),
      cutColumns(description, 60),
      relative(folder, location),
    ]);
  const left = [...byFile].filter(([file]) => !used.has(file));
  const skipped = left.map(([file, faults]) => [
    "",
    "skipped",
    cutColumns(fromFolder(reasonOf(faults), folder), 100),
    relative(folder, file),
  ]);
  const more = skills.length > maxRows ? `${skills.length - maxRows} more skills.\n` : "";
  return `${skills.length} ${skills.length === 1 ? "skill" : "skills"}\n${formatTable([...rows, ...skipped], { width, gives: 2 })}${more}`;
}

function noteOf(faults: readonly Diagnostic[] = []): string {
  if (faults.some((fault) => fault.code === "SKILL_KEPT")) return "kept";
  const serious = faults.filter((fault) => fault.severity !== "info");
  if (serious.some((fault) => fault.code === "SKILL_VALUE_QUOTED")) return "repaired";
  return serious.length === 0 ? "" : `${serious.length} ${serious.length === 1 ? "warning" : "warnings"}`;
}

/** A file that lost its name to another one is good but for that. */
function reasonOf(faults: readonly Diagnostic[]): string {
  const fault =
    faults.find((one) => one.severity === "error") ??
    faults.find((one) => one.code === "SKILL_NAME_CLASH") ??
    faults[0];
  return fault?.message ?? "";
}
