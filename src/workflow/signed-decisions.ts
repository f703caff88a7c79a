import { canonicalJson } from "../base/json.ts";
import type { ApprovalRow, DecisionRow, RunStore } from "../store/run-store.ts";
import { decisionForged } from "./runner-errors.ts";
import type { Signer } from "./signer.ts";

/** How long a decision counts after it was made, in ms: a day. */
export const decisionLifetimeMs = 86_400_000;

/**
 * A store that signs each decision as it is written. The signature covers the question (which call of which tool and
 * version with which arguments, whose run and thread) and the answer, so neither can be changed afterwards.
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
  const { id, thread, run, path, visit, kind, details, grants } = approval;
  return canonicalJson({ id, thread, run, path, visit, kind, details, grants, decision });
}
