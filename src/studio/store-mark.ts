import { stat } from "node:fs/promises";
import type { Project } from "../project/open-project.ts";

/**
 * A text that is another one once the store was written to, by whichever process: SQLite writes to one of two files with
 * each change. `undefined` where only a look into the store tells.
 */
export async function storeMark({ settings: { store } }: Pick<Project, "settings">): Promise<string | undefined> {
  if (store.kind !== "sqlite") return undefined;
  const marks = await Promise.all([fileMark(store.file), fileMark(`${store.file}-wal`)]);
  return marks.join(" ");
}

async function fileMark(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${ino}:${mtimeNs}:${size}`;
  } catch {
    return "none";
  }
}
