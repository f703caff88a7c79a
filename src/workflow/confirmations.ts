import { z } from "zod";
import { isPlainObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { ApprovalRow, DecisionRow } from "../store/run-store.ts";
import type { CallScope, Confirmation } from "../tools/call-scope.ts";
import type { ConfirmationRequest } from "../tools/tool-outcome.ts";
import { approvalIdentity, confirmationPosition, digest } from "./call-identity.ts";
import { inputText } from "./run-context.ts";
import { decisionForged } from "./runner-errors.ts";
import { isTooOld, verifiedDecision } from "./signed-decisions.ts";
import type { Question, Visit } from "./visit.ts";

/** Looks a call's confirmation up: a grant of the node's approval node, else a person's decision on the call itself. */
export function confirmationsOf(visit: Visit): NonNullable<CallScope["confirmation"]> {
  return async (request) => {
    const granted = request.kind === "confirmation" && request.grantable ? await useGrant(visit, request) : undefined;
    if (granted) return granted;
    const row = await visit.context.parts.store.approval(approvalIdentity(visit, confirmationPosition(request)));
    const decision = verifiedDecision(row, visit.context.parts.governance?.signer);
    if (!row || !decision) return undefined;
    if (row.user !== visit.context.user) throw decisionForged(row);
    if (decision.approved && request.started !== true && isTooOld(row, Date.now()))
      return { approved: false, by: decision.by, reason: "The confirmation is too old to count." };
    return toConfirmation(decision, request.kind);
  };
}

/** The answer to a confirmation, where a person wants other arguments than the model's. */
export const EditedArguments: z.ZodType<{ readonly input: JsonObject }> = z.strictObject({
  input: z.record(z.string(), z.json()),
});

/** The question that a call waits for. Raw arguments are shown, never a model's summary of them. */
export function toQuestion(request: ConfirmationRequest): Question {
  const { question = "", details } = request.input as { readonly question?: string; readonly details?: JsonValue };
  if (request.kind === "question")
    return {
      position: confirmationPosition(request),
      kind: "question",
      title: question,
      ...(details !== undefined && { details }),
    };
  return {
    position: confirmationPosition(request),
    kind: "confirmation",
    title: `Run ${request.tool}?`,
    details: {
      tool: request.tool,
      input: request.input as Record<string, never>,
      ...(request.version !== 1 && { version: request.version }),
      ...(request.because !== "tool" && { because: request.because }),
    },
  };
}

/**
 * Takes a grant of the approval node's newest visit in this run that covers the call. A grant counts once: its use is
 * a row of its own, bound to the call, so that a resumed call finds its own use again and no other call does.
 */
async function useGrant(visit: Visit, request: ConfirmationRequest): Promise<Confirmation | undefined> {
  if (visit.grantedBy === undefined) return undefined;
  const { store } = visit.context.parts;
  const path = visit.path.replace(/[^/]+$/, visit.grantedBy);
  const rows = (await store.approvals({ run: visit.run })).filter(
    (row) => row.path === path && row.kind === "approval",
  );
  const newest = rows.toSorted((a, b) => b.visit - a.visit)[0];
  const decision = verifiedDecision(newest, visit.context.parts.governance?.signer);
  if (!newest || !decision?.approved || newest.user !== visit.context.user) return undefined;
  if (request.started !== true && isTooOld(newest, Date.now())) return undefined;
  for (const [index, grant] of (newest.grants ?? []).entries()) {
    if (grant.tool !== request.tool || !contains(request.input, grant.input)) continue;
    if (await claimGrant(visit, newest, { index, request })) return { approved: true, by: decision.by };
  }
  return undefined;
}

async function claimGrant(
  visit: Visit,
  granter: ApprovalRow,
  use: { readonly index: number; readonly request: ConfirmationRequest },
): Promise<boolean> {
  const { store } = visit.context.parts;
  const id = `grant_${digest(`${granter.id}\n${use.index}`, 12)}`;
  const bound = { callId: use.request.callId, inputHash: use.request.inputHash };
  await store.requestApproval({
    id,
    thread: visit.context.thread,
    run: visit.run,
    path: visit.path,
    visit: visit.visit,
    kind: "confirmation",
    title: `${use.request.tool}, granted by "${granter.title}"`,
    details: bound,
    requestedAt: new Date().toISOString(),
    decision: { ...(granter.decision as DecisionRow), reason: `granted by ${granter.id}` },
  });
  const row = await store.approval(id);
  return contains(row?.details, bound);
}

function toConfirmation(decision: DecisionRow, kind: ConfirmationRequest["kind"]): Confirmation {
  // Rows may have been written by another program: only a true yes is one.
  const { approved }: { readonly approved: unknown } = decision;
  if (approved !== true)
    return { approved: false, by: decision.by, ...(decision.reason !== undefined && { reason: decision.reason }) };
  if (kind === "confirmation" && decision.answer !== undefined)
    return { approved: true, by: decision.by, input: EditedArguments.parse(decision.answer).input };
  return {
    approved: true,
    by: decision.by,
    ...(decision.answer !== undefined && { answer: inputText(decision.answer) }),
  };
}

/** True when `value` holds everything of `part`: objects by key, lists and plain values exactly. */
function contains(value: unknown, part: unknown): boolean {
  if (isPlainObject(part))
    return isPlainObject(value) && Object.entries(part).every(([key, field]) => contains(value[key], field));
  if (Array.isArray(part))
    return (
      Array.isArray(value) && value.length === part.length && part.every((item, index) => contains(value[index], item))
    );
  return Object.is(value, part);
}
