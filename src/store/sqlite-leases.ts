import type { Fence, Lease, RunStore } from "./run-store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { textColumn } from "./sqlite-row.ts";
import { leaseLost } from "./store-errors.ts";

/** Who holds a thread, agreed upon between processes by the lock of the file. A dropped lease keeps its epoch. */
export function createSqliteLeases(database: SqliteDatabase): Pick<RunStore, "takeLease" | "dropLease" | "lease"> {
  return {
    takeLease: (thread, owner, { ttlMs, now }) => {
      const connection = database.normal();
      return connection.transaction(() => {
        connection.run(TAKE_LEASE, thread, owner, now + ttlMs, now);
        return readLease(connection, thread)!;
      });
    },
    dropLease: (thread, owner) => {
      database.normal().run(DROP_LEASE, thread, owner);
    },
    lease: (thread) => readLease(database.normal(), thread),
  };
}

/**
 * Inside a transaction: holds a write against the thread's newest lease.
 * @throws `LEASE_LOST`
 */
export function checkFence(connection: SqliteConnection, fence: Fence | undefined): void {
  if (fence && !isCurrent(connection, fence)) throw leaseLost(fence, readLease(connection, fence.thread));
}

/**
 * Runs an insert that ends in {@link IF_FENCED} and says so where nothing was inserted because the lease is lost.
 * @throws `LEASE_LOST`
 */
export function runFenced(
  connection: SqliteConnection,
  sql: string,
  write: { readonly values: Parameters<SqliteConnection["run"]>[1][]; readonly fence: Fence },
): void {
  const { values, fence } = write;
  if (connection.run(sql, ...values, fence.thread, fence.epoch) === 0) checkFence(connection, fence);
}

/** The source of an `INSERT ... SELECT`: one row while the fence holds, else none. */
export const IF_FENCED = "FROM leases WHERE leases.thread = ? AND leases.epoch = ?";

function isCurrent(connection: SqliteConnection, { thread, epoch }: Fence): boolean {
  return connection.get(`SELECT 1 ${IF_FENCED}`, thread, epoch) !== undefined;
}

function readLease(connection: SqliteConnection, thread: string): Lease | undefined {
  const row = connection.get("SELECT owner, epoch, expires_at_ms FROM leases WHERE thread = ?", thread);
  if (!row || row["owner"] === FREE) return undefined;
  return {
    owner: textColumn(row, "owner"),
    epoch: Number(row["epoch"]),
    expiresAt: new Date(Number(row["expires_at_ms"])).toISOString(),
  };
}

/** The owner of a thread that was given back. */
const FREE = "";

const TAKE_LEASE = `
  INSERT INTO leases (thread, owner, epoch, expires_at_ms) VALUES (?, ?, 1, ?)
  ON CONFLICT (thread) DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms,
    epoch = leases.epoch + (leases.owner <> excluded.owner)
  WHERE leases.owner = excluded.owner OR leases.expires_at_ms <= ?`;

const DROP_LEASE = `UPDATE leases SET owner = '${FREE}', expires_at_ms = 0 WHERE thread = ? AND owner = ?`;
