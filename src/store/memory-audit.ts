import { toAuditRow } from "./audit-chain.ts";
import type { AuditFilter, AuditRow, AuditStore } from "./audit-store.ts";

/** An audit trail in memory. */
export function createMemoryAudit(): AuditStore {
  let rows: AuditRow[] = [];
  const ids = new Set<string>();
  return {
    appendAudit: (entries) => {
      for (const entry of entries) {
        if (ids.has(entry.id)) continue;
        ids.add(entry.id);
        rows.push(toAuditRow(entry, rows.at(-1)));
      }
    },
    audit: (filter = {}) => rows.filter((row) => fits(row, filter)).slice(-(filter.limit ?? 1000)),
    auditHead: () => rows.at(-1),
    pruneAudit: (before) => {
      const kept = rows.filter((row, index) => row.at >= before || index === rows.length - 1);
      const removed = rows.length - kept.length;
      rows = kept;
      return removed;
    },
  };
}

function fits(row: AuditRow, { thread, tool, user, status, since }: AuditFilter): boolean {
  return (
    (thread === undefined || row.thread === thread) &&
    (tool === undefined || row.tool === tool) &&
    (user === undefined || row.user === user) &&
    (status === undefined || row.status === status) &&
    (since === undefined || row.at >= since)
  );
}
