import type { ApprovalRow, RunStore } from "../store/run-store.ts";
import { addresseeOf } from "./to-run-result.ts";

/** The questions of runs that can still go on, oldest first; of all workflows where none is named. */
export async function openApprovals(
  store: RunStore,
  workflow?: string,
  { thread, to }: { readonly thread?: string; readonly to?: string } = {},
): Promise<readonly ApprovalRow[]> {
  const now = Date.now();
  const asked = await store.approvals({ open: true, ...(thread !== undefined && { thread }) });
  const runs = await Promise.all(asked.map(async (row) => store.run(row.run)));
  return asked.filter((row, index) => {
    const run = runs[index];
    if (run?.status !== "waiting" && run?.status !== "running") return false;
    return (workflow === undefined || run.workflow === workflow) && (to === undefined || addresseeOf(row, now) === to);
  });
}
