import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { formatDiagnostic } from "../base/errors.ts";
import { checkSkills } from "../skills/lint/check-skills.ts";
import { parseSkill } from "../skills/parse-skill.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { type NewSkill, newSkillText, newSkillTest } from "./new-skill-text.ts";
import type { Terminal } from "./terminal.ts";
import { withProject } from "./with-project.ts";

/**
 * `skills new`: makes a folder with a SKILL.md that passes the check, and a first test. What the options do not say is
 * asked, where a person sits at the terminal. Never touches a folder that is there.
 */
export const newSkill: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const skill = await readAnswers(args, terminal);
    const root = resolve(terminal.folder, args.value("folder") ?? project.settings.skills[0] ?? "skills");
    const folder = join(root, skill.name);
    const text = newSkillText(skill);
    checkText(text, folder);
    if (existsSync(folder))
      throw usageError(
        `${relative(terminal.folder, folder)} is there already.`,
        "Choose another name, or edit its SKILL.md.",
      );
    await mkdir(join(folder, "tests"), { recursive: true });
    await writeFile(join(folder, "SKILL.md"), text, { flag: "wx" });
    await writeFile(join(folder, "tests", "first.yaml"), newSkillTest(skill), { flag: "wx" });
    const { diagnostics } = await checkSkills({ folders: [folder] });
    for (const fault of diagnostics) terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
    const place = relative(terminal.folder, folder);
    if (args.has("json")) terminal.write(`${JSON.stringify({ name: skill.name, folder: place, diagnostics })}\n`);
    else
      terminal.write(
        [
          `Made ${place}/SKILL.md and ${place}/tests/first.yaml.`,
          "Write the steps as you would tell them to a new colleague, then:",
          `  sopwith skills show ${skill.name}`,
          `  sopwith skills check ${relative(terminal.folder, root)}`,
          "",
        ].join("\n"),
      );
    return diagnostics.some((fault) => fault.severity === "error") ? EXIT.failed : EXIT.completed;
  });

async function readAnswers(args: CommandArguments, terminal: Terminal): Promise<NewSkill> {
  const name = args.words[1] ?? (await ask(terminal, "Name (lower case, hyphens): "));
  if (!name)
    throw usageError("`sopwith skills new` needs a name.", "Write: sopwith skills new <name> --description <text>");
  const description =
    args.value("description") ?? (await ask(terminal, "What does it do, and when is it to be used? "));
  if (!description)
    throw usageError(
      "`sopwith skills new` needs a description.",
      `Write: sopwith skills new ${name} --description <text>`,
    );
  const tools =
    args.value("tools") ?? (await ask(terminal, "Tools it may use, with blanks between (Enter: none yet): "));
  return {
    name: name.trim().normalize("NFKC"),
    description: description.replace(/\s+/g, " ").trim(),
    tools: (tools ?? "").split(/[\s,，、]+/u).filter((tool) => tool !== ""),
    chinese: /^zh\b/i.test(args.value("locale") ?? ""),
  };
}

/** `undefined` where nobody can be asked. */
async function ask(terminal: Terminal, question: string): Promise<string | undefined> {
  return terminal.interactive ? (await terminal.ask(question))?.trim() : undefined;
}

/** Refuses names and tools that the loader would find fault with, before anything is written. */
function checkText(text: string, folder: string): void {
  const { diagnostics } = parseSkill(text, { file: join(folder, "SKILL.md") });
  const [fault] = diagnostics;
  if (fault) throw usageError(fault.message, fault.fix ?? "Choose another one.");
}
