import { canonicalJson } from "../base/json.ts";
import type { ApprovalRow, DecisionRow, RunStore } from "../store/run-store.ts";
import { decisionForged } from "./runner-errors.ts";
import type { Signer } from "./signer.ts";

/** How long a decision counts after it was made, in ms: a day. */
export const decisionLifetimeMs = 86_400_000;
/** How long a question can be answered at all, in ms: a week. What was asked then is not what a call would do now. */
const questionLifetimeMs = 7 * decisionLifetimeMs;

/** True when a yes to a question counts no longer: it was given too long ago, or the question was asked too long ago. */
export function isTooOld({ requestedAt, decision }: ApprovalRow, now: number): boolean {
  if (decision === undefined) return false;
  return now - Date.parse(decision.at) > decisionLifetimeMs || now - Date.parse(requestedAt) > questionLifetimeMs;
}

/**
 * A store that signs each decision as it is written. The signature covers the question (which call of which tool and
 * version with which arguments, for whom, in which run and thread, asked when) and the answer, so neither can be changed
 * afterwards.
 */
export function withSignedDecisions(store: RunStore, signer: Signer): RunStore {
  return {
    ...store,
    decide: async (id, decision, now) => {
      const approval = await store.approval(id);
      if (!approval) return "unknown";
      return store.decide(id, { ...decision, signature: signer.sign(signedText(approval, decision)) }, now);
    },
  };
}

/**
 * The decision on a question, if there is one and it is what was signed.
 * @throws `DECISION_FORGED`
 */
export function verifiedDecision(
  approval: ApprovalRow | undefined,
  signer: Signer | undefined,
): DecisionRow | undefined {
  const decision = approval?.decision;
  if (!approval || !decision || !signer) return decision;
  if (decision.signature === undefined || !signer.verify(signedText(approval, decision), decision.signature))
    throw decisionForged(approval);
  return decision;
}

function signedText(approval: ApprovalRow, given: DecisionRow): string {
  const { signature: _signature, ...decision } = given;
  const { id, thread, run, path, visit, user, kind, details, grants, requestedAt } = approval;
  return canonicalJson({ id, thread, run, path, visit, user, kind, details, grants, requestedAt, decision });
}
