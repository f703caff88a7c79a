import type { ApprovalView } from "../trace/run-event.ts";
import type { DecisionInput, RunResult } from "../workflow/run-result.ts";

/** Says what a person decides; `undefined` leaves the question open. */
export type Decide = (approval: ApprovalView) => DecisionInput | undefined | Promise<DecisionInput | undefined>;

/**
 * Goes on with a run for as long as its questions are decided: each time it waits, `decide` is asked about every open
 * one, and `resume` is given what was decided. Gives the run back when it has ended or nothing more is decided.
 */
export async function driveRun<State>(
  first: RunResult<State>,
  decide: Decide,
  resume: (thread: string, decisions: Readonly<Record<string, DecisionInput>>) => Promise<RunResult<State>>,
): Promise<RunResult<State>> {
  let result = first;
  while (result.status === "waiting") {
    const decisions: Record<string, DecisionInput> = {};
    for (const approval of result.approvals) {
      const decision = await decide(approval);
      if (decision) decisions[approval.id] = decision;
    }
    if (Object.keys(decisions).length === 0) return result;
    result = await resume(result.thread, decisions);
  }
  return result;
}
