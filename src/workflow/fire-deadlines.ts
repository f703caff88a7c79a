import type { ApprovalRow, RunStore } from "../store/run-store.ts";

/** A decision that was written down now, for the trace. */
export interface Decided {
  readonly approval: ApprovalRow;
}

/**
 * Lets deadlines that have passed decide as their questions say, and answers what they decided. Nothing goes on by that: a
 * run does when it is resumed.
 */
export async function fireDeadlines(
  store: RunStore,
  filter: { readonly run?: string },
  now: number,
): Promise<readonly Decided[]> {
  const decided: Decided[] = [];
  for (const approval of await store.approvals({ ...filter, open: true, dueBefore: now + 1 })) {
    const deadline = approval.deadline!;
    const decision = {
      approved: approval.onDeadline === "approve",
      by: "deadline",
      identity: "deadline" as const,
      at: new Date(now).toISOString(),
      reason: `Nobody decided before ${deadline}.`,
    };
    // The deadline itself decides, so the write is dated to the moment at which it was still open.
    if ((await store.decide(approval.id, decision, Date.parse(deadline))) === "decided")
      decided.push({ approval: { ...approval, decision } });
  }
  return decided;
}
