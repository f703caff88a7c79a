import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { formatDiagnostic } from "../base/errors.ts";
import type { Project } from "../project/open-project.ts";
import { projectTools } from "../project/testing/project-tools.ts";
import { sampleCall, type SampleCall } from "../project/testing/sample-call.ts";
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
    const test = newSkillTest(skill, await sampleCalls(project, skill.tools));
    await mkdir(join(folder, "tests"), { recursive: true });
    await writeFile(join(folder, "SKILL.md"), text, { flag: "wx" });
    await writeFile(join(folder, "tests", "first.yaml"), test, { flag: "wx" });
    const { diagnostics: found } = await checkSkills({ folders: [folder] });
    const diagnostics = found.filter(({ code }) => code !== "SKILL_TEMPLATE_TEXT");
    for (const fault of diagnostics) terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
    const place = relative(terminal.folder, folder);
    if (args.has("json")) terminal.write(`${JSON.stringify({ name: skill.name, folder: place, diagnostics })}\n`);
    else
      terminal.write(
        [
          `Made ${place}/SKILL.md and ${place}/tests/first.yaml.`,
          "Write the steps as you would tell them to a new colleague, then:",
          `  npx sopwith skills show ${skill.name}`,
          `  npx sopwith skills check ${relative(terminal.folder, root)}`,
          `  npx sopwith skills test ${skill.name}`,
          "",
        ].join("\n"),
      );
    return diagnostics.some((fault) => fault.severity === "error") ? EXIT.failed : EXIT.completed;
  });

async function readAnswers(args: CommandArguments, terminal: Terminal): Promise<NewSkill> {
  const name = args.words[1] ?? (await ask(terminal, "Name (lower case, hyphens): "));
  if (!name)
    throw usageError("`sopwith skills new` needs a name.", "Write: npx sopwith skills new <name> --description <text>");
  const description =
    args.value("description") ?? (await ask(terminal, "What does it do, and when is it to be used? "));
  if (!description)
    throw usageError(
      "`sopwith skills new` needs a description.",
      `Write: npx sopwith skills new ${name} --description <text>`,
    );
  const tools =
    args.value("tools") ?? (await ask(terminal, "Tools it may use, with blanks or commas between (Enter: none yet): "));
  return {
    name: name.trim().normalize("NFKC"),
    description: description.replace(/\s+/g, " ").trim(),
    tools: (tools ?? "").split(/[\s,，、]+/u).filter((tool) => tool !== ""),
    chinese: /^zh\b/i.test(args.value("locale") ?? ""),
  };
}

/** Calls of those of the tools that the project has. */
async function sampleCalls(project: Project, names: readonly string[]): Promise<ReadonlyMap<string, SampleCall>> {
  const tools = names.length === 0 ? [] : await projectTools(project);
  return new Map(tools.filter(({ name }) => names.includes(name)).map((tool) => [tool.name, sampleCall(tool)]));
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
