import type { ApprovalRow, DecisionRow, RunStore, VisitKey } from "../store/run-store.ts";
import { approvalIdentity } from "./call-identity.ts";
import type { RunContext } from "./run-context.ts";
import { verifiedDecision } from "./signed-decisions.ts";
import { toApprovalView } from "./to-run-result.ts";
import type { Question } from "./visit.ts";

/** Stops the node by throwing LangGraph's interrupt; returns when the node is entered again. */
export type Interrupt = (value: { readonly ids: readonly string[] }) => unknown;

/**
 * Writes the questions down, once, and stops the node until each has its decision. An interrupt carries no decision
 * back: LangGraph hands resume values out by position, so a replayed node could be given another question's answer.
 * The store is asked instead, as often as the node is entered.
 */
export async function waitForDecisions(
  context: RunContext,
  visit: VisitKey,
  wait: { readonly questions: readonly Question[]; readonly interrupt: Interrupt },
): Promise<readonly DecisionRow[]> {
  const { store } = context.parts;
  const rows = wait.questions.map((question) => toRow(context, visit, question));
  for (const row of rows) await requestOnce(context, store, row);
  for (;;) {
    const stored = await Promise.all(rows.map(async (row) => store.approval(row.id)));
    const open = rows.filter((_row, index) => stored[index]?.decision === undefined);
    const { governance } = context.parts;
    if (open.length === 0) return stored.map((row) => verifiedDecision(row, governance?.signer)!);
    wait.interrupt({ ids: open.map((row) => row.id) });
  }
}

async function requestOnce(context: RunContext, store: RunStore, row: ApprovalRow): Promise<void> {
  if (await store.approval(row.id)) return;
  await store.requestApproval(row);
  context.emit({ type: "approval-request", approval: toApprovalView(row) });
}

function toRow(context: RunContext, visit: VisitKey, question: Question): ApprovalRow {
  const { details, grants, schema, to, escalate, deadline } = question;
  const now = Date.now();
  return {
    kind: question.kind,
    title: question.title,
    ...(details !== undefined && { details }),
    ...(grants && { grants }),
    ...(schema && { schema }),
    id: approvalIdentity(visit, question.position),
    thread: context.thread,
    run: visit.run,
    path: visit.path,
    visit: visit.visit,
    ...(context.user !== undefined && { user: context.user }),
    requestedAt: new Date(now).toISOString(),
    ...(to !== undefined && { to }),
    ...(escalate && { escalation: { at: new Date(now + escalate.afterMs).toISOString(), to: escalate.to } }),
    ...(deadline && { deadline: new Date(now + deadline.afterMs).toISOString(), onDeadline: deadline.decide }),
  };
}
