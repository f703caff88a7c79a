import { existsSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import { knownToolsOf } from "../project/known-tools-of.ts";
import { openProject } from "../project/open-project.ts";
import type { KnownTools } from "../skills/known-tools.ts";
import { checkSkills } from "../skills/lint/check-skills.ts";
import { lintRules } from "../skills/lint/lint-rules.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { createPaint } from "./paint.ts";
import { toSarif } from "./to-sarif.ts";
import { viewSkillsReport } from "./view-skills-report.ts";
import { noticeWriter } from "./with-project.ts";

/**
 * `skills check`: the strict rules over folders of skills, `skills/` without any. Loads no config, workflow or tool of the
 * folders; `--registry` names a config whose tools are loaded to check against. Exit code 1 when an error was found.
 */
export const checkSkillFolders: CommandAction = async (args, terminal) => {
  const words = args.words.slice(1);
  const folders = (words.length === 0 ? ["skills"] : words).map((folder) => resolve(terminal.folder, folder));
  const config = args.value("registry");
  const tools =
    config === undefined ? undefined : await loadTools(resolve(terminal.folder, config), noticeWriter(terminal));
  const report = await checkSkills({ folders, ...(tools && { tools }) });
  const diagnostics = report.diagnostics.map((fault) => withShortPath(fault, terminal.folder));
  const sarif = args.value("sarif");
  if (sarif !== undefined) {
    const file = resolve(terminal.folder, sarif);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(toSarif(diagnostics, lintRules), undefined, 2)}\n`);
  }
  const shown = { ...report, diagnostics };
  if (args.has("json")) terminal.write(`${JSON.stringify({ ...shown, diagnostics: diagnostics.map(toRow) })}\n`);
  else terminal.write(viewSkillsReport(shown, createPaint(terminal.colour)));
  return diagnostics.some((fault) => fault.severity === "error") ? EXIT.failed : EXIT.completed;
};

/** The tools of a config and of its workflows. The path is a config file, or a folder that holds one. */
async function loadTools(path: string, onNotice: ReturnType<typeof noticeWriter>): Promise<KnownTools> {
  if (!existsSync(path))
    throw usageError(
      `--registry names ${path}, which is not there.`,
      "Name a sopwith.config.ts, or the folder of one.",
    );
  const project = await openProject({
    ...(statSync(path).isDirectory() ? { cwd: path } : { configFile: path }),
    onNotice,
  });
  try {
    return await knownToolsOf(project);
  } finally {
    await project.close();
  }
}

/** Files below the folder that the command was called in are named from there, in the sentence too. */
function withShortPath(fault: Diagnostic, folder: string): Diagnostic {
  const told = { ...fault, message: fromFolder(fault.message, folder) };
  if (!fault.where?.file.startsWith(folder + sep)) return told;
  return { ...told, where: { ...fault.where, file: relative(folder, fault.where.file) } };
}

/** A diagnostic as programs read it: flat, and with a place in every row. */
function toRow({ code, severity, message, where, fix }: Diagnostic): object {
  return {
    code,
    severity,
    file: where?.file ?? "",
    line: where?.line ?? 1,
    column: where?.column ?? 1,
    message,
    fix: fix ?? "",
  };
}
