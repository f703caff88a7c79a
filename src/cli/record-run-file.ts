import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { Project } from "../project/open-project.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The file that `--record` names; nothing without it. Looked at before the run, which may cost money.
 *
 * @throws `USAGE` for a file that is there, or whose name does not end as a rehearsal's
 */
export function recordFileOf(args: CommandArguments, { folder }: Terminal): string | undefined {
  const name = args.value("record");
  if (name === undefined) return undefined;
  if (!/\.ya?ml$/.test(name)) throw usageError(`--record names ${name}.`, "A rehearsal's name ends in .yaml.");
  const file = resolve(folder, name);
  if (existsSync(file)) throw usageError(`--record names ${name}, which is there already.`, "Name another file.");
  return file;
}

/** Writes a run down as a rehearsal. @throws `RECORD_EMPTY` for a run in which no model was asked */
export async function recordRunFile(
  project: Project,
  terminal: Terminal,
  { run, file }: { readonly run: string; readonly file: string },
): Promise<void> {
  const [{ recordRun }, { writeRehearsal }] = await Promise.all([
    import("../project/testing/record-run.ts"),
    import("../model/write-rehearsal.ts"),
  ]);
  const rehearsal = await recordRun(await project.store(), run, file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, writeRehearsal(rehearsal), { flag: "wx" });
  terminal.writeError(`Recorded: ${relative(terminal.folder, file)}\n`);
}
