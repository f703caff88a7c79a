import type { RunRow, ThreadRow } from "./run-store.ts";

/**
 * The row of a thread once `run` is stored: the newest run (highest ordinal) names workflow, status and last run.
 * `updatedAt` is the latest time that any of its runs has named, so it never goes back.
 */
export function threadAfterRun(before: ThreadRow | undefined, run: RunRow): ThreadRow {
  const touchedAt = run.endedAt ?? run.startedAt;
  const newest = before === undefined || run.ordinal >= before.runs;
  return {
    id: run.thread,
    workflow: newest ? run.workflow : before.workflow,
    createdAt: before?.createdAt ?? run.startedAt,
    updatedAt: before !== undefined && before.updatedAt > touchedAt ? before.updatedAt : touchedAt,
    runs: newest ? run.ordinal : before.runs,
    lastRun: newest ? run.id : before.lastRun,
    status: newest ? run.status : before.status,
  };
}
