import { createAskGuard } from "./ask-guard.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { nodeScope } from "./node-scope.ts";
import { questionAbout } from "./question-about.ts";
import { openVisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";
import { limitReached } from "./workflow-errors.ts";

/**
 * Makes the one call of a node that has no model, and waits where a person must be asked, before it or because nobody
 * knows what it did. A call that failed in an earlier try of the visit is made anew, where it is certain to have done nothing or
 * a second time does nothing more; one that happened, or may have, is not.
 */
export async function callWithApproval(visit: Visit, tool: string, input: unknown): Promise<ToolOutcome> {
  const { context } = visit;
  const journal = await openVisitJournal(context, visit);
  const scope = nodeScope(visit, { journal });
  let turn = 0;
  while (await failedBefore(journal, journal.callAt(turn, 0))) turn += 1;
  const request = { callId: journal.callAt(turn, 0), tool, input };
  context.spent.calls += 1;
  if (context.spent.calls > context.limits.maxCalls) {
    throw limitReached({ node: visit.node, limit: "tool calls", value: context.limits.maxCalls, scope: "run" });
  }
  let outcome = await context.gateway.call(request, scope);
  const checkRound = createAskGuard();
  for (;;) {
    const question = questionAbout(outcome, journal);
    if (!question) return outcome;
    visit.signal.throwIfAborted();
    checkRound([question]);
    await visit.ask([question]);
    outcome = await context.gateway.call(request, scope);
  }
}

async function failedBefore(journal: Awaited<ReturnType<typeof openVisitJournal>>, callId: string): Promise<boolean> {
  const outcome = (await journal.find(callId))?.outcome;
  if (outcome?.status !== "failed" && outcome?.status !== "unavailable" && outcome?.status !== "timeout") return false;
  return !outcome.mayHaveActed || outcome.repeatable === true;
}
