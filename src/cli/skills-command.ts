import { relative } from "node:path";
import { type Diagnostic, formatDiagnostic } from "../base/errors.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { Skill } from "../skills/skill.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { formatTable } from "./format-table.ts";
import { createPaint, type Paint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { cutColumns } from "./view-text.ts";
import { withProject } from "./with-project.ts";

/** `sopwith skills`: lists skills with what is wrong with any, or shows one with its steps. */
export const skillsCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const library = await project.skills();
    const [sub = "list", name] = args.words;
    if (sub === "list") return listSkills(library, args, terminal);
    if (name === undefined)
      throw usageError("`sopwith skills show` needs the name of a skill.", "Write: sopwith skills show <name>");
    const skill = await library.get(name);
    const resources = await library.resources(name);
    if (args.has("json")) terminal.write(`${JSON.stringify({ ...skill, resources })}\n`);
    else
      terminal.write(
        `${skillLines({ ...skill, location: relative(terminal.folder, skill.location) }, resources, createPaint(terminal.colour)).join("\n")}\n`,
      );
    return EXIT.completed;
  });

/** A listing succeeds even when a file is broken; what is wrong goes to stderr. */
function listSkills(library: SkillLibrary, args: CommandArguments, terminal: Terminal): number {
  const skills = library.list();
  if (args.has("json")) terminal.write(`${JSON.stringify({ skills, diagnostics: library.diagnostics })}\n`);
  else if (skills.length === 0) terminal.write("No skills found. A skill is a folder with a SKILL.md in skills/.\n");
  else
    terminal.write(
      formatTable(
        skills.map((skill) => [
          skill.name,
          cutColumns(skill.description, 70),
          relative(terminal.folder, skill.location),
        ]),
      ),
    );
  if (!args.has("json")) writeDiagnostics(terminal, library.diagnostics);
  return EXIT.completed;
}

function skillLines(skill: Skill, resources: readonly string[], paint: Paint): string[] {
  const facts: (readonly [string, string])[] = [
    ["file", skill.location],
    ["version", skill.hash.slice(0, 16)],
    ["tools", skill.allowedTools === undefined ? "no limit of its own" : skill.allowedTools.join(", ") || "none"],
  ];
  if (resources.length > 0) facts.push(["files", resources.join(", ")]);
  const steps = skill.sop.steps.map((step) => {
    const marks = [
      step.level.toUpperCase().replace("-", " "),
      step.conditional ? "if due" : "",
      `line ${step.line}`,
    ].filter((mark) => mark !== "");
    return [`  ${step.id}`, cutColumns(step.text, 90), paint("faint", marks.join(", "))];
  });
  return [
    `${paint("strong", skill.name)}  ${skill.description}`,
    ...facts.map(([label, text]) => `${paint("faint", label.padEnd(8))} ${text}`),
    ...(steps.length === 0
      ? ["No numbered steps: nothing can be checked."]
      : ["", ...formatTable(steps).trimEnd().split("\n")]),
    ...skill.diagnostics.map(formatDiagnostic),
  ];
}

/** Faults of the project's files, on stderr. */
export function writeDiagnostics(terminal: Terminal, diagnostics: readonly Diagnostic[]): void {
  for (const fault of diagnostics) terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
}
