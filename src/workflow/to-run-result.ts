import type { ApprovalRow, RunRow, RunStore } from "../store/run-store.ts";
import type { ApprovalView } from "../trace/run-event.ts";
import type { NonEmpty } from "./edge.ts";
import type { RunResult } from "./run-result.ts";

/** How a stored run stands, as `start`, `resume` and `get` say it. */
export async function toRunResult<State>(store: RunStore, row: RunRow): Promise<RunResult<State>> {
  const facts = {
    thread: row.thread,
    run: row.id,
    state: (row.state ?? row.input) as Partial<State>,
    usage: row.usage,
  };
  const answer = row.answer === undefined ? {} : { answer: row.answer };
  switch (row.status) {
    case "completed":
      return { ...facts, status: "completed", ...answer };
    case "degraded":
      return { ...facts, status: "degraded", reasons: row.reasons ?? [], ...answer };
    case "cancelled":
      return { ...facts, status: "cancelled" };
    case "failed":
      return { ...facts, status: "failed", error: row.error ?? { code: "RUN_FAILED", message: "The run failed." } };
    default: {
      const open = (await store.approvals({ run: row.id, open: true })).map(toApprovalView);
      const [first, ...rest] = open;
      if (first) return { ...facts, status: "waiting", approvals: [first, ...rest] as NonEmpty<ApprovalView> };
      const lease = await store.lease(row.thread);
      return { ...facts, status: "running", ...(lease && { owner: lease.owner }) };
    }
  }
}

/** Who is to decide a question at `now` (ms): from the time of its escalation on the second one. */
export function addresseeOf({ to, escalation }: ApprovalRow, now: number): string | undefined {
  return escalation && now >= Date.parse(escalation.at) ? escalation.to : to;
}

/** An approval as people are shown it. */
export function toApprovalView(row: ApprovalRow): ApprovalView {
  const { id, kind, title, details, deadline, path } = row;
  const to = addresseeOf(row, Date.now());
  return {
    id,
    node: path,
    kind,
    title,
    ...(details !== undefined && { details }),
    ...(to !== undefined && { to }),
    ...(deadline !== undefined && { deadline }),
  };
}
