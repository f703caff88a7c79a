import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Caller } from "sopwith";

/** Which workflow works, on which data, for which call. */
export interface WorkFolderParts {
  readonly workflow: string;
  /** Folder of the data files as they were shipped; never written to. */
  readonly data: string;
  /** Names of the data files that a run may change. */
  readonly files: readonly string[];
  readonly caller: Caller;
}

/**
 * The folder a run works in: `.sopwith/<workflow>/<thread>` below the current folder. The first call of a run gets
 * fresh copies of the data files; later calls of the same run, after a resume too, find what was changed before.
 */
export function workFolder({ workflow, data, files, caller }: WorkFolderParts): string {
  const folder = resolve(".sopwith", workflow, toFileName(caller.thread));
  const marker = join(folder, "run.txt");
  if (existsSync(marker) && readFileSync(marker, "utf8") === caller.run) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) copyFileSync(join(data, file), join(folder, file));
  // Written last: a folder without it is not complete and is made again.
  writeFileSync(marker, caller.run);
  return folder;
}

/** A thread's name comes from the user; it must stay one folder name, and two threads must not share one. */
function toFileName(thread: string): string {
  return encodeURIComponent(thread).replaceAll(".", "%2E");
}
