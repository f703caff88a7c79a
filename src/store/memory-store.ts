import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { createMemoryApprovals } from "./memory-approvals.ts";
import { createMemoryAudit } from "./memory-audit.ts";
import { createMemoryJournal } from "./memory-journal.ts";
import { createMemoryLeases } from "./memory-leases.ts";
import { createMemoryRegistry } from "./memory-registry.ts";
import { createMemoryRuns } from "./memory-runs.ts";
import type { RunStore } from "./run-store.ts";

/**
 * A store that lives and dies with the process: for tests, and for programs that start no run they must find again.
 * Safe for one process only. Rows are kept as they are handed in, not copied. Every method answers at once, except
 * the first `checkpointer()`, which loads LangGraph's `MemorySaver`.
 */
export function createMemoryStore(): RunStore {
  const skillTexts = new Map<string, string>();
  const leases = createMemoryLeases();
  const { removeOld, ...runs } = createMemoryRuns(leases);
  const { forgetRun: forgetJournal, ...journal } = createMemoryJournal(leases);
  const { forgetRun: forgetApprovals, ...approvals } = createMemoryApprovals(leases);
  const audit = createMemoryAudit();
  let saver: BaseCheckpointSaver | undefined;
  return {
    kind: "memory",
    durable: false,
    checkpointer: () => saver ?? loadSaver().then((loaded) => (saver ??= loaded)),
    ...runs,
    takeLease: (...request) => leases.takeLease(...request),
    dropLease: (...request) => leases.dropLease(...request),
    lease: (thread) => leases.lease(thread),
    ...journal,
    ...approvals,
    ...audit,
    ...createMemoryRegistry(audit),
    putSkillText: (hash, text) => {
      if (!skillTexts.has(hash)) skillTexts.set(hash, text);
    },
    skillText: (hash) => skillTexts.get(hash),
    pruneThreads: async (before) => {
      const { removed, ...report } = removeOld(before);
      for (const run of removed) {
        forgetJournal(run);
        forgetApprovals(run);
        await saver?.deleteThread(run);
      }
      return report;
    },
    close: () => {},
  };
}

async function loadSaver(): Promise<BaseCheckpointSaver> {
  const { MemorySaver } = await import("@langchain/langgraph-checkpoint");
  return new MemorySaver();
}
