import { relative } from "node:path";
import { formatDiagnostic } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import { describeCondition } from "../skills/describe-condition.ts";
import { requiredSkills } from "../skills/required-skills.ts";
import { skillSwitches } from "../skills/skill-switches.ts";
import { findTranslations } from "../skills/skill-translation.ts";
import type { Skill } from "../skills/skill.ts";
import type { Sop, SopStep } from "../skills/sop.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { fromFolder } from "./from-folder.ts";
import { createPaint, type Paint } from "./paint.ts";
import { cutColumns } from "./view-text.ts";
import { withProject } from "./with-project.ts";

/** `skills show`: a skill with its facts, and its steps as a table. */
export const showSkill: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const name = args.words[1];
    if (name === undefined)
      throw usageError("`sopwith skills show` needs the name of a skill.", "Write: npx sopwith skills show <name>");
    const library = await project.skills();
    const locale = args.value("locale");
    const skill = await library.get(name, locale === undefined ? {} : { locale });
    const shown: ShownSkill = {
      ...skill,
      resources: await library.resources(name),
      languages: findTranslations(skill).map(({ tag }) => tag),
    };
    if (args.has("json")) terminal.write(`${JSON.stringify(shown)}\n`);
    else {
      const location = relative(terminal.folder, skill.location);
      const lines = skillLines({ ...shown, location }, createPaint(terminal.colour), terminal.columns);
      terminal.write(`${fromFolder(lines.join("\n"), terminal.folder)}\n`);
    }
    return EXIT.completed;
  });

interface ShownSkill extends Skill {
  readonly resources: readonly string[];
  readonly languages: readonly string[];
}

function skillLines(skill: ShownSkill, paint: Paint, width: number | undefined): string[] {
  return [
    `${paint("strong", skill.name)}  ${skill.description}`,
    ...factsOf(skill).map(([label, text]) => `${paint("faint", label.padEnd(9))} ${text}`),
    ...(skill.sop.steps.length === 0
      ? ["No numbered steps: nothing can be checked."]
      : ["", ...stepTable(skill.sop, paint, width)]),
    ...(skill.diagnostics.length === 0 ? [] : ["", ...skill.diagnostics.map(formatDiagnostic)]),
  ];
}

function factsOf(skill: ShownSkill): (readonly [string, string])[] {
  const { byModel, byUser } = skillSwitches(skill);
  const required = requiredSkills(skill);
  const facts: (readonly [string, string])[] = [
    ["file", skill.location],
    ["version", skill.hash.slice(0, 16)],
    ...(skill.origin === undefined ? [] : [["written", `by the MCP server ${skill.origin}`] as const]),
    ["tools", skill.allowedTools === undefined ? "no limit of its own" : skill.allowedTools.join(", ") || "none"],
  ];
  if (skill.resources.length > 0) facts.push(["files", skill.resources.join(", ")]);
  if (skill.languages.length > 0) facts.push(["languages", skill.languages.join(", ")]);
  if (required.length > 0) facts.push(["requires", required.join(", ")]);
  if (!byModel) facts.push(["model", "may not choose it by itself"]);
  if (!byUser) facts.push(["user", "is not offered it"]);
  const others = Object.entries({ ...withoutRequires(skill.metadata), ...skill.extra });
  if (others.length > 0)
    facts.push(["kept", others.map(([key, value]) => `${key}: ${previewJson(value, 60)}`).join(", ")]);
  return facts;
}

/** The steps of an `sop` block have conditions in place of a text. */
function stepTable({ steps, source }: Sop, paint: Paint, width: number | undefined): string[] {
  const last = source === "block" ? "after and when" : "text";
  const header = ["step", "level", "tools", "line", last].map((title) => paint("faint", title));
  const rows = steps.map((step) => {
    const level = step.level.toUpperCase().replace("-", " ");
    return [
      step.id,
      step.conditional ? `${level} if due` : level,
      step.tools.join(", ") || paint("faint", "-"),
      String(step.line),
      cutColumns(source === "block" ? conditionText(step) : step.text, 80),
    ];
  });
  return formatTable([header, ...rows], { width, gives: 4 })
    .trimEnd()
    .split("\n");
}

function conditionText({ after, when }: SopStep): string {
  const parts = [after ? `after ${describeCondition(after)}` : "", when ? `when ${describeCondition(when)}` : ""];
  return parts.filter((part) => part !== "").join("; ");
}

function withoutRequires(metadata: Skill["metadata"]): Skill["metadata"] {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => key !== "requires"));
}
