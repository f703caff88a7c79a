import { isPlainObject } from "../base/json.ts";
import type { Rehearsal, RehearsalDecision } from "../model/rehearsal.ts";
import type { ApprovalView } from "../trace/run-event.ts";
import type { DecisionInput } from "../workflow/run-result.ts";

/** Decides in a person's place, as a rehearsal says. Each decision of the file serves as often as its `times`. */
export function rehearsedDecisions(rehearsal: Rehearsal): (approval: ApprovalView) => DecisionInput | undefined {
  const left = rehearsal.decisions.map((decision) => decision.times);
  return (approval) => {
    const index = rehearsal.decisions.findIndex((decision, at) => left[at]! > 0 && fits(decision, approval));
    const decision = rehearsal.decisions[index];
    if (!decision) return undefined;
    left[index] = left[index]! - 1;
    return {
      approved: decision.approved,
      by: decision.by,
      identity: "rehearsed",
      ...(decision.answer !== undefined && { answer: decision.answer }),
      ...(decision.reason !== undefined && { reason: decision.reason }),
    };
  };
}

function fits(decision: RehearsalDecision, approval: ApprovalView): boolean {
  const nodeFits =
    decision.node === undefined || approval.node === decision.node || approval.node.endsWith(`/${decision.node}`);
  const toolFits = decision.tool === undefined || toolOf(approval) === decision.tool;
  return nodeFits && toolFits && (decision.kind === undefined || decision.kind === approval.kind);
}

/** The tool that a confirmation is about, as its details name it. */
function toolOf(approval: ApprovalView): unknown {
  return isPlainObject(approval.details) ? approval.details["tool"] : undefined;
}
