import { inputRequired, type InputRequiredResult, inputResponse } from "@modelcontextprotocol/server";
import type { ApprovalRow } from "../../store/run-store.ts";
import type { DecisionInput } from "../../workflow/run-result.ts";
import { addresseeOf } from "../../workflow/to-run-result.ts";
import { approvalForm, readApproval } from "./approval-form.ts";
import { deciderOf, type McpCaller } from "./mcp-caller.ts";
import type { RequestState } from "./request-state.ts";
import type { RunWork, WaitingRun } from "./run-work.ts";

/** What a client keeps for us of a run that waits. */
export type RunState = Extract<RequestState, { readonly kind: "run" }>;

/** Has a client ask its user what a run waits for; `undefined` when nothing of it is this user's to decide. */
export async function askAboutRun(
  { served, workflow, call }: RunWork,
  { thread, approvals: waiting }: WaitingRun,
): Promise<InputRequiredResult | undefined> {
  const found = await Promise.all(waiting.map(async ({ id }) => served.parts.store.approval(id)));
  const rows = found.flatMap((row) => (row && mayDecide(row, call.caller) ? [row] : []));
  if (rows.length === 0) return undefined;
  const approvals = rows.map(({ id }) => id);
  return inputRequired({
    inputRequests: Object.fromEntries(rows.map((row) => [row.id, inputRequired.elicit(approvalForm(row))])),
    requestState: await served.state.mint({ kind: "run", workflow, thread, approvals }, call.context),
  });
}

/** What a person has decided, by the answers that a client hands back. */
export interface ReadAnswers {
  readonly decisions: Readonly<Record<string, DecisionInput>>;
  /** True when a question has no answer at all, not even that nothing was decided. */
  readonly isOpen: boolean;
}

/** Makes decisions of the answers that a client hands back. */
export async function readAnswers({ served, call }: RunWork, { approvals }: RunState): Promise<ReadAnswers> {
  const { inputResponses } = call.context.mcpReq;
  const decisions: Record<string, DecisionInput> = {};
  let isOpen = false;
  for (const id of approvals) {
    const row = await served.parts.store.approval(id);
    if (!row || !mayDecide(row, call.caller)) continue;
    const given = inputResponse(inputResponses, id);
    if (given.kind !== "elicit") isOpen = true;
    const decision = given.kind === "elicit" && readApproval(row, given, deciderOf(call.caller));
    if (decision) decisions[id] = decision;
  }
  return { decisions, isOpen };
}

/** Where users are known, a question that is put to one of them is decided by nobody else. */
export function mayDecide(row: ApprovalRow, { user }: McpCaller): boolean {
  const to = addresseeOf(row, Date.now());
  return to === undefined || user === undefined || to === user;
}
