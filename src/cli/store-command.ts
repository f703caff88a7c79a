import { resolve } from "node:path";
import { formatDiagnostic } from "../base/errors.ts";
import type { Project } from "../project/open-project.ts";
import { backupStore } from "../store/backup-store.ts";
import { checkStore, type StoreCheck } from "../store/check-store.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";
import { withProject } from "./with-project.ts";
import { countOf } from "./view-text.ts";

/** `sopwith store`: looks at the store's file, copies it, or removes old threads. */
export const storeCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const [sub, target] = args.words;
    if (sub === "prune") return prune(project, args, terminal);
    const file = storeFile(project);
    if (sub === "check") return tell(checkStore(file), args, terminal);
    if (target === undefined)
      throw usageError("`sopwith store backup` needs a file.", "Write: npx sopwith store backup backup.db");
    return tell(await backupStore(file, resolve(terminal.folder, target)), args, terminal);
  });

function storeFile({ settings }: Project): string {
  if (settings.store.kind === "sqlite") return settings.store.file;
  throw usageError(
    "The project's store is in memory, so there is no file.",
    "Name a file under `store` in the config.",
  );
}

function tell(check: StoreCheck, args: CommandArguments, terminal: Terminal): number {
  const { file, exists, sizeBytes, schemaVersion, diagnostics } = check;
  if (args.has("json")) terminal.write(`${JSON.stringify(check)}\n`);
  else if (!exists) terminal.write(`${file} is not there yet; the first run makes it.\n`);
  else if (diagnostics.length === 0)
    terminal.write(`${file} is sound: ${Math.ceil(sizeBytes / 1024)} KiB, schema version ${schemaVersion}.\n`);
  else terminal.write(`${diagnostics.map((fault) => formatDiagnostic(fault)).join("\n")}\n`);
  return diagnostics.length === 0 ? EXIT.completed : EXIT.failed;
}

const DAY_MS = 86_400_000;

async function prune(project: Project, args: CommandArguments, terminal: Terminal): Promise<number> {
  const days = Number(args.value("older-than") ?? Number.NaN);
  if (!(days >= 0))
    throw usageError("`sopwith store prune` needs an age in days.", "Write: npx sopwith store prune --older-than 30");
  const store = await project.readStore();
  const report = await store.pruneThreads(new Date(Date.now() - days * DAY_MS).toISOString());
  if (args.has("json")) terminal.write(`${JSON.stringify(report)}\n`);
  else
    terminal.write(
      `Removed ${countOf(report.threads, "thread")} with ${countOf(report.runs, "run")}. Kept: ${countOf(report.keptOpen, "old thread")} whose run can still go on, and the audit trail.\n`,
    );
  return EXIT.completed;
}
