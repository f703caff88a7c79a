import type { RunStore } from "./run-store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/** Removes old threads from all tables in one transaction. Their space in the file is used again. */
export function createSqlitePrune(database: SqliteDatabase): Pick<RunStore, "pruneThreads"> {
  return {
    pruneThreads: (before) => {
      const connection = database.durable();
      return connection.transaction(() => {
        const keptOpen = Number(connection.get(COUNT_OPEN, before)?.["count"] ?? 0);
        for (const table of ["turns", "calls"])
          connection.run(`DELETE FROM ${table} WHERE run IN (${OLD_RUNS})`, before);
        for (const table of ["checkpoint_writes", "checkpoints"])
          connection.run(`DELETE FROM ${table} WHERE thread IN (${OLD_RUNS})`, before);
        const runs = deleteByThread(connection, "runs", before);
        deleteByThread(connection, "approvals", before);
        deleteByThread(connection, "leases", before);
        const threads = connection.run(`DELETE FROM threads WHERE ${IS_OLD}`, before);
        return { threads, runs, keptOpen };
      });
    },
  };
}

const IS_OLD = "updated_at < ? AND status IN ('completed', 'degraded', 'cancelled')";
const OLD_THREADS = `SELECT id FROM threads WHERE ${IS_OLD}`;
const OLD_RUNS = `SELECT id FROM runs WHERE thread IN (${OLD_THREADS})`;
const COUNT_OPEN =
  "SELECT count(*) AS count FROM threads WHERE updated_at < ? AND status NOT IN ('completed', 'degraded', 'cancelled')";

function deleteByThread(connection: SqliteConnection, table: "runs" | "approvals" | "leases", before: string): number {
  return connection.run(`DELETE FROM ${table} WHERE thread IN (${OLD_THREADS})`, before);
}
