import { resolve } from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RunStore } from "./run-store.ts";
import { createSqliteApprovals } from "./sqlite-approvals.ts";
import { createSqliteAudit } from "./sqlite-audit.ts";
import { createSqliteDatabase, type SqliteDatabase } from "./sqlite-database.ts";
import { createSqliteJournal } from "./sqlite-journal.ts";
import { createSqliteLeases } from "./sqlite-leases.ts";
import { createSqlitePrune } from "./sqlite-prune.ts";
import { createSqliteRegistry } from "./sqlite-registry.ts";
import { textColumn } from "./sqlite-row.ts";
import { createSqliteRuns } from "./sqlite-runs.ts";

/** Where a sqlite store lives and how patient it is. */
export interface SqliteStoreOptions {
  /** Path of the file; folder and file are made if they are missing. A path that is not absolute starts at the cwd. */
  readonly file: string;
  /**
   * How long a method waits for another program's lock before it throws `STORE_LOCKED`, in ms. The event loop stands
   * still meanwhile. @default 5000
   */
  readonly busyTimeoutMs?: number;
}

/**
 * A store in one SQLite file (WAL), for one machine: safe for several processes, not for a network drive. The file
 * and its companions `-wal` and `-shm` have mode 0600. It is opened at first use, so making a store costs nothing;
 * every method but the first `checkpointer()` answers at once.
 *
 * Everything survives the death of the process. Approvals, decisions and calls put with `durable` also survive a
 * power cut; of the rest the last moments may be missing then, never a part of a row.
 *
 * @throws `STORE_LOCKED`, `STORE_CORRUPT`, `STORE_FOREIGN`, `STORE_NEWER`, `STORE_UNWRITABLE`, `STORE_CLOSED` from
 * any method of the store
 */
export function createSqliteStore({ file, busyTimeoutMs = 5000 }: SqliteStoreOptions): RunStore {
  return storeOver(createSqliteDatabase(resolve(file), busyTimeoutMs));
}

/** The store over a database; closing the one closes the other. */
export function storeOver(database: SqliteDatabase): RunStore {
  let saver: BaseCheckpointSaver | undefined;
  return {
    kind: "sqlite",
    durable: true,
    place: database.file,
    checkpointer: () => saver ?? loadSaver(database).then((loaded) => (saver ??= loaded)),
    ...createSqliteRuns(database),
    ...createSqliteLeases(database),
    ...createSqliteJournal(database),
    ...createSqliteApprovals(database),
    ...createSqliteAudit(database),
    ...createSqliteRegistry(database),
    ...createSqlitePrune(database),
    putSkillText: (hash, text) => {
      database
        .normal()
        .run("INSERT INTO skill_texts (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING", hash, text);
    },
    skillText: (hash) => {
      const row = database.normal().get("SELECT text FROM skill_texts WHERE hash = ?", hash);
      return row && textColumn(row, "text");
    },
    close: () => database.close(),
  };
}

/** The saver's base class brings LangGraph's packages with it, which commands that run nothing do not need. */
async function loadSaver(database: SqliteDatabase): Promise<BaseCheckpointSaver> {
  const { SqliteCheckpointer } = await import("./sqlite-checkpointer.ts");
  return new SqliteCheckpointer(database);
}
