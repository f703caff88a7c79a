import { canonicalJson } from "../base/json.ts";
import type { ApprovalRow, DecisionRow, RunStore } from "../store/run-store.ts";
import { decisionForged } from "./runner-errors.ts";
import type { Signer } from "./signer.ts";

/** How long a yes counts after it was given, in ms: a day. */
export const decisionLifetimeMs = 86_400_000;

/** True when a yes to a question counts no longer. How old the question was does not matter: it shows what will be done. */
export function isTooOld({ decision }: ApprovalRow, now: number): boolean {
  return decision !== undefined && now - Date.parse(decision.at) > decisionLifetimeMs;
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
