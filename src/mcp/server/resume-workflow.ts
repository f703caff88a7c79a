import { z } from "zod";
import type { RunRow } from "../../store/run-store.ts";
import type { DecisionInput } from "../../workflow/run-result.ts";
import { errorResult } from "./call-result.ts";
import { invalidState, type McpCall } from "./call-tool.ts";
import { deciderOf } from "./mcp-caller.ts";
import type { RequestState } from "./request-state.ts";
import { mayDecide } from "./run-questions.ts";
import type { McpAnswer } from "./run-work.ts";
import type { ServedProject } from "./served-project.ts";
import { goOnWithAnswers, resumeRun, tellStanding, wayOf } from "./work-on-run.ts";

const Arguments = z.strictObject({
  thread: z.string().min(1),
  decisions: z
    .record(
      z.string(),
      z.strictObject({ approved: z.boolean(), answer: z.json().optional(), reason: z.string().optional() }),
    )
    .default({}),
});

/**
 * Goes on with an open run, or tells how an ended one ended. Where the client can ask its user, the questions are put to
 * the user, whatever the arguments say.
 */
export async function resumeWorkflow(served: ServedProject, call: McpCall): Promise<McpAnswer> {
  const state = call.context.mcpReq.requestState<RequestState>();
  if (state !== undefined && state.kind !== "run") throw invalidState();
  const read = Arguments.safeParse(call.input);
  if (!read.success)
    return errorResult(
      `Nothing was done. ${read.error.issues.map(({ path, message }) => `${path.join(".") || "the arguments"}: ${message}`).join("; ")}`,
    );
  const { thread, decisions } = read.data;
  const row = await findRun(served, call, thread);
  if (!row) return errorResult(`There is no run of a workflow that is served here on thread "${thread}".`);
  const work = { served, workflow: row.workflow, call };
  if (state) {
    if (state.thread !== thread) throw invalidState();
    return goOnWithAnswers(work, state);
  }
  if (row.status === "running" || row.status === "failed") return resumeRun(work, thread, {});
  if (row.status !== "waiting") return tellStanding(work, thread, "as it is");
  // Somebody may have decided everything where the server runs, and left going on to us.
  if ((await served.parts.store.approvals({ run: row.id, open: true })).length === 0)
    return resumeRun(work, thread, {});
  if (wayOf(served, call.caller) !== "arguments" || Object.keys(decisions).length === 0)
    return tellStanding(work, thread, "again");
  for (const id of Object.keys(decisions)) {
    const approval = await served.parts.store.approval(id);
    if (approval && !mayDecide(approval, call.caller))
      return errorResult(`Nothing was decided: "${approval.title}" (${id}) is put to ${approval.to}.`);
    if (approval?.kind === "confirmation" && decisions[id]!.answer !== undefined)
      return errorResult(`Nothing was decided: "${approval.title}" (${id}) is answered with yes or no only.`);
  }
  return resumeRun(work, thread, toDecisions(decisions, deciderOf(call.caller)));
}

/** The newest run of a thread, if its workflow is served and it belongs to this caller. */
async function findRun(
  { parts, runs }: ServedProject,
  { caller }: McpCall,
  thread: string,
): Promise<RunRow | undefined> {
  const found = await parts.store.thread(thread);
  const row = found && (await parts.store.run(found.lastRun));
  const isServed = runs.workflows.some(({ name }) => name === row?.workflow);
  return isServed && row?.user === caller.user ? row : undefined;
}

function toDecisions(
  decisions: z.output<typeof Arguments>["decisions"],
  by: string,
): Readonly<Record<string, DecisionInput>> {
  return Object.fromEntries(
    Object.entries(decisions).map(([id, { approved, answer, reason }]) => [
      id,
      {
        approved,
        by,
        ...(answer !== undefined && { answer }),
        ...(reason !== undefined && { reason }),
      },
    ]),
  );
}
