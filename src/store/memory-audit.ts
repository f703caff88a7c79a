import { toAuditRow } from "./audit-chain.ts";
import type { AuditEntry, AuditFilter, AuditRow, AuditStore } from "./audit-store.ts";

/** An audit trail in memory. Its chain is made when somebody looks: until then nobody can have changed a row. */
export function createMemoryAudit(): AuditStore {
  let rows: AuditRow[] = [];
  let unchained: AuditEntry[] = [];
  const ids = new Set<string>();
  const chain = (): readonly AuditRow[] => {
    for (const entry of unchained) rows.push(toAuditRow(entry, rows.at(-1)));
    unchained = [];
    return rows;
  };
  return {
    appendAudit: (entries) => {
      for (const entry of entries) {
        if (ids.has(entry.id)) continue;
        ids.add(entry.id);
        unchained.push(entry);
      }
    },
    audit: (filter = {}) =>
      chain()
        .filter((row) => fits(row, filter))
        .slice(-(filter.limit ?? 1000)),
    auditHead: () => chain().at(-1),
    pruneAudit: (before) => {
      chain();
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
