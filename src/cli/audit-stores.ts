import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AuditFilter, AuditRow } from "../store/audit-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { usageError } from "./cli-errors.ts";

/** A call on record, and the store's file as it was named, where several were asked. */
export interface StoreAuditRow extends AuditRow {
  readonly store?: string;
}

/** As many as one store gives. */
const usualLimit = 1000;

/** What the stores of several instances have on record, as one list: oldest first, the newest `limit` of all. */
export async function auditOfStores(
  files: readonly string[],
  folder: string,
  filter: AuditFilter,
): Promise<readonly StoreAuditRow[]> {
  const found: StoreAuditRow[] = [];
  for (const file of files)
    await withStore(file, folder, async (store) => {
      for (const row of await store.audit(filter)) found.push({ ...row, store: file });
    });
  return found.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-(filter.limit ?? usualLimit));
}

/** Opens a store by its file, which must be there. */
export async function withStore<Value>(
  file: string,
  folder: string,
  use: (store: RunStore) => Promise<Value>,
): Promise<Value> {
  const path = resolve(folder, file);
  if (!existsSync(path)) throw usageError(`There is no store ${file}.`, "Name the file of a store: --store <file.db>");
  const { createSqliteStore } = await import("../store/sqlite-store.ts");
  const store = createSqliteStore({ file: path });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
