import type { SQLInputValue } from "node:sqlite";
import type { ApprovalRow, DecideResult, DecisionRow, RunStore } from "./run-store.ts";
import { IF_FENCED, runFenced } from "./sqlite-leases.ts";
import type { SqliteRow } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { parseJsonColumn } from "./sqlite-row.ts";

/** Questions to people. What is asked and what is decided is on the disk before a method returns. */
export function createSqliteApprovals(
  database: SqliteDatabase,
): Pick<RunStore, "approval" | "approvals" | "requestApproval" | "decide"> {
  const toApproval = (row: SqliteRow): ApprovalRow => {
    const asked = parseJsonColumn(row, "row", database.file) as ApprovalRow;
    if (row["decision"] === null) return asked;
    return { ...asked, decision: parseJsonColumn(row, "decision", database.file) as DecisionRow };
  };
  return {
    approval: (id) => {
      const row = database.normal().get("SELECT row, decision FROM approvals WHERE id = ?", id);
      return row && toApproval(row);
    },
    approvals: (filter = {}) => {
      const { sql, values } = selectApprovals(filter);
      return database
        .normal()
        .all(sql, ...values)
        .map(toApproval);
    },
    requestApproval: (row, fence) => {
      const values = toColumns(row);
      if (fence) runFenced(database.durable(), REQUEST_FENCED, { values, fence });
      else database.durable().run(REQUEST_APPROVAL, ...values);
    },
    decide: (id, decision, now) => {
      if (database.durable().run(DECIDE, JSON.stringify(decision), id, now) > 0) return "decided";
      return whyNotDecided(database.normal().get("SELECT decision FROM approvals WHERE id = ?", id));
    },
  };
}

function selectApprovals(filter: NonNullable<Parameters<RunStore["approvals"]>[0]>): {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
} {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  if (filter.run !== undefined) {
    conditions.push("run = ?");
    values.push(filter.run);
  }
  if (filter.thread !== undefined) {
    conditions.push("thread = ?");
    values.push(filter.thread);
  }
  if (filter.dueBefore !== undefined) {
    conditions.push("deadline_ms < ?");
    values.push(filter.dueBefore);
  }
  if (filter.open !== undefined) conditions.push(filter.open ? "decision IS NULL" : "decision IS NOT NULL");
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  return { sql: `SELECT row, decision FROM approvals${where} ORDER BY requested_at, seq`, values };
}

function toColumns({ decision, ...row }: ApprovalRow): SQLInputValue[] {
  const deadline = row.deadline === undefined ? Number.NaN : Date.parse(row.deadline);
  return [
    row.id,
    row.run,
    row.thread,
    row.requestedAt,
    Number.isNaN(deadline) ? null : deadline,
    JSON.stringify(row),
    decision ? JSON.stringify(decision) : null,
  ];
}

const INTO_APPROVALS = "INSERT INTO approvals (id, run, thread, requested_at, deadline_ms, row, decision)";
const REQUEST_APPROVAL = `${INTO_APPROVALS} VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
const REQUEST_FENCED = `${INTO_APPROVALS} SELECT ?, ?, ?, ?, ?, ?, ? ${IF_FENCED} ON CONFLICT (id) DO NOTHING`;

const DECIDE = `
  UPDATE approvals SET decision = ?
  WHERE id = ? AND decision IS NULL AND (deadline_ms IS NULL OR deadline_ms >= ?)`;

function whyNotDecided(row: SqliteRow | undefined): DecideResult {
  if (!row) return "unknown";
  return row["decision"] === null ? "expired" : "already-decided";
}
