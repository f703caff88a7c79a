import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { formatDiagnostic } from "../base/errors.ts";
import { joinNames } from "../base/names.ts";
import { toPromptSkill } from "../project/servers/prompt-skill.ts";
import { promptNotListed } from "../project/servers/servers-errors.ts";
import { checkSkills } from "../skills/lint/check-skills.ts";
import { usageError } from "./cli-errors.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { serverWord, type McpAction } from "./mcp-action.ts";
import { readPairs } from "./read-pairs.ts";

/**
 * `sopwith mcp skill`: writes a prompt of a server down as a skill of the project, to be read before it is used. Never
 * touches a folder that is there.
 */
export const writePromptSkill: McpAction = async (project, args, terminal) => {
  const server = serverWord(args);
  const servers = await project.servers();
  const connections = await servers.connect(server);
  await connections.ready();
  const prompts = await connections.prompts(server);
  const prompt = prompts.find(({ name }) => name === args.words[2]);
  const known = prompts.map(({ name }) => name);
  if (!prompt) throw promptNotListed(server, args.words[2] ?? "", known);
  const values = readPairs(args, "arg") ?? {};
  const missing = prompt.arguments.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  if (missing.length > 0)
    throw usageError(
      `The prompt ${prompt.name} needs ${joinNames(missing.map(({ name }) => name))}.`,
      `Add: ${missing.map(({ name }) => `--arg ${name}=<text>`).join(" ")}`,
    );
  const messages = await connections.getPrompt(server, prompt.name, values);
  const skill = toPromptSkill({ server, prompt, messages });
  const root = resolve(terminal.folder, args.value("folder") ?? project.settings.skills[0] ?? "skills");
  const folder = join(root, skill.name);
  const place = relative(terminal.folder, join(folder, "SKILL.md"));
  if (existsSync(folder)) throw usageError(`${place} is there already.`, "Move it away, or name another --folder.");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), skill.text, { flag: "wx" });
  for (const note of skill.notes) terminal.writeError(`${note}\n`);
  const { diagnostics } = await checkSkills({ folders: [folder] });
  for (const fault of diagnostics) terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
  terminal.write(`Made ${place} of words that the server ${server} wrote. Read it before you use it.\n`);
  return EXIT.completed;
};
