import { z } from "zod";
import type { JsonValue } from "../base/json.ts";
import type { ApprovalRow, RunRow, RunStore } from "../store/run-store.ts";
import { DoubtDecision } from "./doubts.ts";
import type { DecisionInput } from "./run-result.ts";
import { approvalDecided, approvalExpired, approvalNotFound, decisionInvalid } from "./runner-errors.ts";
import type { Workflow } from "./workflow.ts";

/** A decision that was written down now, for the trace. */
export interface Decided {
  readonly approval: ApprovalRow;
}

/** What `resume` takes for one question. Whoever calls it from JavaScript, or from JSON, is held to it too. */
const Given = z.strictObject({
  approved: z.boolean(),
  answer: z.json().optional(),
  by: z.string().optional(),
  identity: z.enum(["claimed", "verified", "rehearsed"]).optional(),
  reason: z.string().optional(),
});

interface Place {
  readonly store: RunStore;
  readonly workflow: Workflow;
  readonly row: RunRow;
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
  const expired = await decideExpired(store, row, Date.now());
  const asked = await store.approvals({ run: row.id });
  const checked = Object.entries(decisions).map(([id, decision]) => checkDecision(place, asked, { id, decision }));
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

/** Lets deadlines that have passed decide as their questions say. */
async function decideExpired(store: RunStore, row: RunRow, now: number): Promise<readonly Decided[]> {
  const open = await store.approvals({ run: row.id, open: true });
  const decided: Decided[] = [];
  for (const approval of open) {
    if (approval.deadline === undefined || Date.parse(approval.deadline) > now) continue;
    const decision = {
      approved: approval.onDeadline === "approve",
      by: "deadline",
      identity: "deadline" as const,
      at: new Date(now).toISOString(),
      reason: `Nobody decided before ${approval.deadline}.`,
    };
    // The deadline itself decides, so the write is dated to the moment at which it was still open.
    if ((await store.decide(approval.id, decision, Date.parse(approval.deadline))) === "decided")
      decided.push({ approval: { ...approval, decision } });
  }
  return decided;
}

function checkDecision(
  { workflow, row: run }: Place,
  asked: readonly ApprovalRow[],
  given: { readonly id: string; readonly decision: DecisionInput },
): { readonly approval: ApprovalRow; readonly decision: DecisionInput } {
  const approval = asked.find((row) => row.id === given.id);
  if (!approval) throw approvalNotFound(given.id, asked);
  if (approval.decision)
    throw approval.decision.identity === "deadline" ? approvalExpired(approval) : approvalDecided(approval, run);
  const read = Given.safeParse(given.decision);
  if (!read.success)
    throw decisionInvalid(
      approval,
      read.error.issues.map((issue) => issueLine(issue)),
    );
  const { decision } = given;
  const isDoubt = approval.kind === "in-doubt";
  if (isDoubt && (!decision.approved || decision.answer === undefined))
    throw decisionInvalid(approval, ["expected: what became of the call (happened, not-happened or again)"]);
  const schema = isDoubt
    ? DoubtDecision
    : approval.kind === "approval"
      ? answerSchemaOf(workflow.nodes, approval.path)
      : undefined;
  if (approval.kind === "question" && decision.approved && typeof decision.answer !== "string")
    throw decisionInvalid(approval, ["answer: a text is expected"]);
  if (!schema || !decision.approved) return { approval, decision };
  const checked = schema.safeParse(decision.answer);
  if (!checked.success)
    throw decisionInvalid(
      approval,
      checked.error.issues.map((issue) => issueLine({ ...issue, path: ["answer", ...issue.path] })),
    );
  return { approval, decision: { ...decision, answer: checked.data as JsonValue } };
}

/** The schema of a node's answer by the node's path, through sub-workflows; the number of a later visit is no part of a name. */
function answerSchemaOf(nodes: Workflow["nodes"], path: string): z.ZodType | undefined {
  const [first = "", ...rest] = path.split("/").map((part) => part.replace(/#\d+$/, ""));
  const node = Object.hasOwn(nodes, first) ? nodes[first] : undefined;
  if (rest.length === 0) return node?.answerSchema;
  return node?.innerNodes && answerSchemaOf(node.innerNodes, rest.join("/"));
}

function issueLine(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${issue.path.map(String).join(".") || "the decision"}: ${issue.message}`;
}
