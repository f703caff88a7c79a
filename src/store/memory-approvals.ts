import type { ApprovalRow, DecideResult, DecisionRow, RunStore } from "./run-store.ts";
import type { LeaseBook } from "./memory-leases.ts";

/** The part of a store that keeps questions to people. */
type ApprovalBook = Pick<RunStore, "approval" | "approvals" | "requestApproval" | "decide">;

/** Approvals in Maps, found by id and by run without looking at the others. */
export function createMemoryApprovals(leases: LeaseBook): ApprovalBook & { readonly forgetRun: (run: string) => void } {
  const byId = new Map<string, ApprovalRow>();
  const idsByRun = new Map<string, string[]>();
  return {
    approval: (id) => byId.get(id),
    approvals: (filter = {}) => {
      const ids = filter.run === undefined ? byId.keys() : (idsByRun.get(filter.run) ?? []);
      const rows: ApprovalRow[] = [];
      for (const id of ids) {
        const row = byId.get(id);
        if (row && matches(row, filter)) rows.push(row);
      }
      return rows.toSorted((a, b) => (a.requestedAt < b.requestedAt ? -1 : Number(a.requestedAt > b.requestedAt)));
    },
    requestApproval: (row, fence) => {
      if (fence) leases.checkFence(fence);
      if (byId.has(row.id)) return;
      byId.set(row.id, row);
      const ids = idsByRun.get(row.run);
      if (ids) ids.push(row.id);
      else idsByRun.set(row.run, [row.id]);
    },
    forgetRun: (run) => {
      for (const id of idsByRun.get(run) ?? []) byId.delete(id);
      idsByRun.delete(run);
    },
    decide: (id, decision, now) => decide(byId, id, { decision, now }),
  };
}

function matches(row: ApprovalRow, filter: NonNullable<Parameters<RunStore["approvals"]>[0]>): boolean {
  if (filter.dueBefore !== undefined && !(row.deadline !== undefined && Date.parse(row.deadline) < filter.dueBefore))
    return false;
  if (filter.thread !== undefined && row.thread !== filter.thread) return false;
  return filter.open === undefined || filter.open === (row.decision === undefined);
}

function decide(
  rows: Map<string, ApprovalRow>,
  id: string,
  { decision, now }: { readonly decision: DecisionRow; readonly now: number },
): DecideResult {
  const row = rows.get(id);
  if (!row) return "unknown";
  if (row.decision) return "already-decided";
  if (row.deadline !== undefined && Date.parse(row.deadline) < now) return "expired";
  rows.set(id, { ...row, decision });
  return "decided";
}
