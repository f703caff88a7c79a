import type { Lease, RunStore } from "./run-store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { textColumn } from "./sqlite-row.ts";

/** Who holds a thread, agreed upon between processes by the lock of the file. */
export function createSqliteLeases(database: SqliteDatabase): Pick<RunStore, "takeLease" | "dropLease" | "lease"> {
  const lease = (thread: string): Lease | undefined => {
    const row = database.normal().get("SELECT owner, expires_at_ms FROM leases WHERE thread = ?", thread);
    return row && toLease(textColumn(row, "owner"), Number(row["expires_at_ms"]));
  };
  return {
    takeLease: (thread, owner, { ttlMs, now }) => {
      const connection = database.normal();
      return connection.transaction(() => {
        const expiresAtMs = now + ttlMs;
        const taken = connection.run(TAKE_LEASE, thread, owner, expiresAtMs, now) > 0;
        return (taken ? undefined : lease(thread)) ?? toLease(owner, expiresAtMs);
      });
    },
    dropLease: (thread, owner) => {
      database.normal().run("DELETE FROM leases WHERE thread = ? AND owner = ?", thread, owner);
    },
    lease,
  };
}

const TAKE_LEASE = `
  INSERT INTO leases (thread, owner, expires_at_ms) VALUES (?, ?, ?)
  ON CONFLICT (thread) DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms
  WHERE leases.owner = excluded.owner OR leases.expires_at_ms <= ?`;

function toLease(owner: string, expiresAtMs: number): Lease {
  return { owner, expiresAt: new Date(expiresAtMs).toISOString() };
}
