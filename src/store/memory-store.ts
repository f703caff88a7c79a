import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createMemoryApprovals } from "./memory-approvals.ts";
import { createMemoryAudit } from "./memory-audit.ts";
import { createMemoryJournal } from "./memory-journal.ts";
import { createMemoryLeases, type LeaseBook } from "./memory-leases.ts";
import type { RunRow, RunStore, ThreadRow } from "./run-store.ts";
import { threadAfterRun } from "./thread-after-run.ts";

/**
 * A store that lives and dies with the process: for tests, and for programs that start no run they must find again.
 * Safe for one process only. Rows are kept as they are handed in, not copied. Every method answers at once, except
 * the first `checkpointer()`, which loads LangGraph's `MemorySaver`.
 */
export function createMemoryStore(): RunStore {
  const skillTexts = new Map<string, string>();
  const leases = createMemoryLeases();
  let saver: BaseCheckpointSaver | undefined;
  return {
    kind: "memory",
    durable: false,
    checkpointer: () => saver ?? loadSaver().then((loaded) => (saver ??= loaded)),
    ...createMemoryRuns(leases),
    takeLease: (...request) => leases.takeLease(...request),
    dropLease: (...request) => leases.dropLease(...request),
    lease: (thread) => leases.lease(thread),
    ...createMemoryJournal(leases),
    ...createMemoryApprovals(leases),
    ...createMemoryAudit(),
    putSkillText: (hash, text) => {
      if (!skillTexts.has(hash)) skillTexts.set(hash, text);
    },
    skillText: (hash) => skillTexts.get(hash),
    close: () => {},
  };
}

async function loadSaver(): Promise<BaseCheckpointSaver> {
  const { MemorySaver } = await import("@langchain/langgraph-checkpoint");
  return new MemorySaver();
}

function createMemoryRuns(leases: LeaseBook): Pick<RunStore, "thread" | "threads" | "run" | "runs" | "putRun"> {
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
  };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
