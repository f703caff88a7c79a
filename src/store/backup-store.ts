import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { checkStore, type StoreCheck } from "./check-store.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { backupExists, storeUnwritable } from "./store-errors.ts";

/**
 * Copies a store's file as it is at one moment, while others go on writing to it, and looks at the copy from end to
 * end. The copy gets its name, and mode 0600, only when it is whole.
 *
 * @throws `STORE_BACKUP_EXISTS`, `STORE_UNWRITABLE`
 */
export async function backupStore(file: string, target: string): Promise<StoreCheck> {
  if (existsSync(target)) throw backupExists(target);
  const { backup, DatabaseSync } = loadSqlite();
  const unfinished = `${target}.unfinished`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    rmSync(unfinished, { force: true });
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    try {
      await backup(database, unfinished);
    } finally {
      database.close();
    }
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw storeUnwritable(target, error);
  }
  return checkStore(target);
}
