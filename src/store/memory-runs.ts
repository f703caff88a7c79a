import type { LeaseBook } from "./memory-leases.ts";
import type { PruneReport } from "./prune-report.ts";
import type { RunRow, RunStore, ThreadRow } from "./run-store.ts";
import { threadAfterRun } from "./thread-after-run.ts";

/** The part of a store that knows threads and runs. */
export interface RunBook extends Pick<RunStore, "thread" | "threads" | "run" | "runs" | "putRun"> {
  /** Removes threads that ended before an ISO time; says which runs are gone with them. */
  readonly removeOld: (before: string) => PruneReport & { readonly removed: readonly string[] };
}

/** Threads and runs in Maps. */
export function createMemoryRuns(leases: LeaseBook): RunBook {
  const threads = new Map<string, ThreadRow>();
  const runs = new Map<string, RunRow>();
  const runsByThread = new Map<string, Set<string>>();
  return {
    thread: (id) => threads.get(id),
    threads: ({ status, limit = 100 } = {}) => {
      const newestFirst = [...threads.values()].toReversed().toSorted((a, b) => compareText(b.updatedAt, a.updatedAt));
      return newestFirst.filter((row) => status === undefined || row.status === status).slice(0, limit);
    },
    run: (id) => runs.get(id),
    runs: (thread) => {
      const rows = [...(runsByThread.get(thread) ?? [])].map((id) => runs.get(id)).filter((row) => row !== undefined);
      return rows.toSorted((a, b) => a.ordinal - b.ordinal);
    },
    putRun: (row, fence) => {
      if (fence) leases.checkFence(fence);
      runs.set(row.id, row);
      threads.set(row.thread, threadAfterRun(threads.get(row.thread), row));
      const ids = runsByThread.get(row.thread);
      if (ids) ids.add(row.id);
      else runsByThread.set(row.thread, new Set([row.id]));
    },
    removeOld: (before) => {
      const old = [...threads.values()].filter((row) => row.updatedAt < before);
      const ended = old.filter((row) => ENDED.has(row.status));
      const removed = ended.flatMap((row) => [...(runsByThread.get(row.id) ?? [])]);
      for (const id of removed) runs.delete(id);
      for (const { id } of ended) {
        threads.delete(id);
        runsByThread.delete(id);
      }
      return { removed, threads: ended.length, runs: removed.length, keptOpen: old.length - ended.length };
    },
  };
}

/** Statuses that nothing goes on from. */
const ENDED: ReadonlySet<string> = new Set(["completed", "degraded", "cancelled"]);

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
