import type { RunRow } from "../store/run-store.ts";
import type { RunDriver } from "./drive-run.ts";
import { holdLease } from "./lease.ts";
import type { RunResult } from "./run-result.ts";
import { runEnded } from "./runner-errors.ts";
import { toRunResult } from "./to-run-result.ts";

/**
 * Ends an open run for good: stops it if it is worked on here, and stores that it is cancelled.
 * @throws `RUN_ENDED`, `THREAD_BUSY` when another process works on it
 */
export async function cancelRun<State>(driver: RunDriver, row: RunRow, reason?: string): Promise<RunResult<State>> {
  const { store } = driver.parts;
  await driver.stop(row.thread);
  const lease = await holdLease(store, row.thread, { leaseMs: driver.leaseMs });
  try {
    const now = (await store.run(row.id)) ?? row;
    if (now.status !== "running" && now.status !== "waiting" && now.status !== "failed") throw runEnded(now);
    const cancelled: RunRow = {
      ...now,
      status: "cancelled",
      endedAt: new Date().toISOString(),
      ...(reason !== undefined && { reasons: [reason] }),
    };
    await store.putRun(cancelled, lease.fence);
    return await toRunResult(store, cancelled);
  } finally {
    await lease.release();
  }
}
