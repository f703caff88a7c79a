import type { SQLInputValue } from "node:sqlite";
import { toAuditRow } from "./audit-chain.ts";
import type { AuditEntry, AuditFilter, AuditHead, AuditRow, AuditStore } from "./audit-store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { parseJsonColumn, textColumn } from "./sqlite-row.ts";

/** The audit trail as rows. The chain goes on under the write lock, so that processes cannot fork it. */
export function createSqliteAudit(database: SqliteDatabase): AuditStore {
  return {
    appendAudit: (entries, durable) => {
      const connection = durable ? database.durable() : database.normal();
      connection.transaction(() => appendAuditRows(connection, entries));
    },
    audit: (filter = {}) => {
      const { sql, values } = selectAudit(filter);
      const rows = database.normal().all(sql, ...values);
      return rows.map((row) => parseJsonColumn(row, "row", database.file) as AuditRow).toReversed();
    },
    auditHead: () => headOf(database.normal()),
    pruneAudit: (before) => database.durable().run(PRUNE, before),
  };
}

/** Inside a transaction: adds entries to the chain; those whose id is there already are left out. */
export function appendAuditRows(connection: SqliteConnection, entries: readonly AuditEntry[]): void {
  let head = headOf(connection);
  for (const entry of entries) {
    const row = toAuditRow(entry, head);
    const { seq, id, at, thread, tool, user = null, status, hash } = row;
    if (connection.run(INSERT, seq, id, at, thread, tool, user, status, hash, JSON.stringify(row)) > 0) head = row;
  }
}

function headOf(connection: SqliteConnection): AuditHead | undefined {
  const row = connection.get("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
  return row && { seq: Number(row["seq"]), hash: textColumn(row, "hash") };
}

function selectAudit(filter: AuditFilter): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  for (const key of ["thread", "tool", "user", "status"] as const) {
    const wanted = filter[key];
    if (wanted === undefined) continue;
    conditions.push(`"${key}" = ?`);
    values.push(wanted);
  }
  if (filter.since !== undefined) {
    conditions.push("at >= ?");
    values.push(filter.since);
  }
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  values.push(Math.min(filter.limit ?? 1000, Number.MAX_SAFE_INTEGER));
  return { sql: `SELECT row FROM audit${where} ORDER BY seq DESC LIMIT ?`, values };
}

const INSERT = `
  INSERT INTO audit (seq, id, at, thread, tool, "user", status, hash, row) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO NOTHING`;

const PRUNE = "DELETE FROM audit WHERE at < ? AND seq < (SELECT max(seq) FROM audit)";
