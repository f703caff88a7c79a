import type { RunStore } from "../../src/store/run-store.ts";
import type { ApprovalView } from "../../src/trace/run-event.ts";
import type { DecisionInput } from "../../src/workflow/run-result.ts";
import { withSignedDecisions } from "../../src/workflow/signed-decisions.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillsOf } from "../workflow/kit.ts";
import { type FailPoints, withFailPoints } from "./fail-points.ts";
import { CANARY, resultOf, shopModel, shopWorkflow, signer } from "./shop.ts";
import { hasHappened } from "./world.ts";

/** What one process works on. */
export interface Work {
  readonly store: RunStore;
  readonly points: FailPoints;
  readonly url: string;
  readonly thread: string;
}

/** Starts the run or goes on with it, and decides what it asks as a person would who can look at the world. */
export async function workToTheEnd({ store, points, url, thread }: Work): Promise<string> {
  const watched = withSignedDecisions(withFailPoints(store, points), signer);
  const runner = createRunner({
    workflow: shopWorkflow({ url, points }),
    skills: skillsOf({ shop: "Do it." }),
    model: shopModel(points),
    store: watched,
    governance: { secrets: [CANARY], signer },
  });
  let result = (await runner.get(thread)) ?? (await runner.start({}, { thread }));
  for (let round = 0; round < 12; round += 1) {
    if (result.status === "completed" || result.status === "degraded") return result.status;
    const decisions: Record<string, DecisionInput> = {};
    if (result.status === "waiting")
      for (const approval of result.approvals) decisions[approval.id] = await decide(url, approval);
    result = await runner.resume(thread, decisions);
  }
  return result.status;
}

async function decide(url: string, { kind, details }: ApprovalView): Promise<DecisionInput> {
  if (kind !== "in-doubt") return { approved: true, by: "mira" };
  const { callId, tool } = details as { readonly callId: string; readonly tool: string };
  const happened = await hasHappened(url, callId);
  return {
    approved: true,
    by: "mira",
    answer: happened ? { outcome: "happened", result: { ...resultOf(tool) } } : { outcome: "not-happened" },
  };
}
