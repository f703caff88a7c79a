import type { RunStatus } from "../trace/run-event.ts";
import { checkFence } from "./sqlite-leases.ts";
import type { RunRow, RunStore, ThreadRow } from "./run-store.ts";
import type { SqliteRow } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { parseJsonColumn, textColumn } from "./sqlite-row.ts";
import { threadAfterRun } from "./thread-after-run.ts";

/** Threads and their runs. */
export function createSqliteRuns(
  database: SqliteDatabase,
): Pick<RunStore, "thread" | "threads" | "run" | "runs" | "putRun"> {
  const toRun = (row: SqliteRow): RunRow => parseJsonColumn(row, "row", database.file) as RunRow;
  const thread = (id: string): ThreadRow | undefined => {
    const row = database.normal().get("SELECT * FROM threads WHERE id = ?", id);
    return row && toThread(row);
  };
  return {
    thread,
    threads: ({ status, limit = 100 } = {}) => {
      const connection = database.normal();
      const rows =
        status === undefined ? connection.all(THREADS, limit) : connection.all(THREADS_OF_STATUS, status, limit);
      return rows.map(toThread);
    },
    run: (id) => {
      const row = database.normal().get("SELECT row FROM runs WHERE id = ?", id);
      return row && toRun(row);
    },
    runs: (id) => database.normal().all("SELECT row FROM runs WHERE thread = ? ORDER BY ordinal", id).map(toRun),
    putRun: (row, fence) => {
      const connection = database.normal();
      connection.transaction(() => {
        checkFence(connection, fence);
        connection.run(PUT_RUN, row.id, row.thread, row.ordinal, JSON.stringify(row));
        const { id, workflow, createdAt, updatedAt, runs, lastRun, status } = threadAfterRun(thread(row.thread), row);
        connection.run(PUT_THREAD, id, workflow, createdAt, updatedAt, runs, lastRun, status);
      });
    },
  };
}

/** Newest first, found without sorting. `rowid` is the order in which threads were created. */
export const THREADS = "SELECT * FROM threads ORDER BY updated_at DESC, rowid DESC LIMIT ?";

/** The same, of one status. */
export const THREADS_OF_STATUS = "SELECT * FROM threads WHERE status = ? ORDER BY updated_at DESC, rowid DESC LIMIT ?";

const PUT_RUN = `
  INSERT INTO runs (id, thread, ordinal, row) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET row = excluded.row`;

const PUT_THREAD = `
  INSERT INTO threads (id, workflow, created_at, updated_at, runs, last_run, status) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET workflow = excluded.workflow, updated_at = excluded.updated_at,
    runs = excluded.runs, last_run = excluded.last_run, status = excluded.status`;

function toThread(row: SqliteRow): ThreadRow {
  return {
    id: textColumn(row, "id"),
    workflow: textColumn(row, "workflow"),
    createdAt: textColumn(row, "created_at"),
    updatedAt: textColumn(row, "updated_at"),
    runs: Number(row["runs"]),
    lastRun: textColumn(row, "last_run"),
    status: textColumn(row, "status") as RunStatus,
  };
}
