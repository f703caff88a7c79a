import type { ApprovalRow, CallRow, RunRow, RunStore, TurnRow } from "../store/run-store.ts";

/** One run of a thread with everything the journal knows of it. */
export interface ThreadHistoryEntry {
  readonly run: RunRow;
  readonly turns: readonly TurnRow[];
  readonly calls: readonly CallRow[];
  readonly approvals: readonly ApprovalRow[];
}

/** Reads all runs of a thread, oldest first; empty for an unknown thread. */
export async function readHistory(store: RunStore, thread: string): Promise<readonly ThreadHistoryEntry[]> {
  const runs = await store.runs(thread);
  return Promise.all(
    runs.map(async (run) => ({
      run,
      turns: await store.runTurns(run.id),
      calls: await store.runCalls(run.id),
      approvals: await store.approvals({ run: run.id }),
    })),
  );
}
