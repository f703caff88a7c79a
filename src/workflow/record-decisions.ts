import type { RunStore } from "../store/run-store.ts";
import { type AskedIn, checkDecision, type CheckedDecision } from "./check-decision.ts";
import { type Decided, fireDeadlines } from "./fire-deadlines.ts";
import type { DecisionInput } from "./run-result.ts";
import { approvalDecided, approvalExpired, approvalNotFound } from "./runner-errors.ts";

interface Place extends AskedIn {
  readonly store: RunStore;
}

/**
 * Checks decisions and writes them down; deadlines that have passed decide too. All are checked before one is written.
 * @throws `APPROVAL_NOT_FOUND`, `APPROVAL_DECIDED`, `APPROVAL_EXPIRED`, `DECISION_INVALID`
 */
export async function recordDecisions(
  place: Place,
  decisions: Readonly<Record<string, DecisionInput>>,
): Promise<readonly Decided[]> {
  const { store, row } = place;
  const expired = await fireDeadlines(store, { run: row.id }, Date.now());
  const asked = await store.approvals({ run: row.id });
  const checked: CheckedDecision[] = [];
  for (const [id, decision] of Object.entries(decisions))
    checked.push(await checkDecision(place, asked, { id, decision }));
  const decided: Decided[] = [...expired];
  for (const { approval, decision } of checked) {
    const at = new Date().toISOString();
    const { approved, answer, reason, by = "unknown", identity = "claimed" } = decision;
    const view = {
      approved,
      by,
      identity,
      at,
      ...(answer !== undefined && { answer }),
      ...(reason !== undefined && { reason }),
    };
    const result = await store.decide(approval.id, view, Date.now());
    if (result === "already-decided") throw approvalDecided(approval, row);
    if (result === "expired") throw approvalExpired(approval);
    if (result === "unknown") throw approvalNotFound(approval.id, asked);
    decided.push({ approval: { ...approval, decision: view } });
  }
  return decided;
}
