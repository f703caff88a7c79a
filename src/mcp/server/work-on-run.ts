import { isSopwithError } from "../../base/errors.ts";
import type { RunRow } from "../../store/run-store.ts";
import type { DecisionInput, RunOptions } from "../../workflow/run-result.ts";
import type { McpCall } from "./call-tool.ts";
import { agentOf, type McpCaller } from "./mcp-caller.ts";
import { type AnswerWay, toRunAnswer } from "./run-answer.ts";
import { toRunFailure } from "./run-failure.ts";
import { tellRunProgress } from "./run-progress.ts";
import type { AnyResult, McpAnswer, RunWork } from "./run-work.ts";
import { askAboutRun, readAnswers, type RunState } from "./run-questions.ts";
import type { OpenedWorkflow } from "./serve-parts.ts";
import type { ServedProject } from "./served-project.ts";

/** Works on a new run, or goes on with the one of `thread`, and says what came of it; a client that can asks its user what the run waits for. */
export async function workOnRun(
  work: RunWork,
  drive: (opened: OpenedWorkflow, options: RunOptions) => Promise<AnyResult>,
  { thread, how = "again" }: { readonly thread?: string; readonly how?: "again" | "as it is" } = {},
): Promise<McpAnswer> {
  const { served, workflow, call } = work;
  const began = performance.now();
  try {
    const result = await served.runs.use(
      workflow,
      (opened) => drive(opened, optionsOf(call)),
      await newestRun(served, thread),
    );
    recordRun(work, result, performance.now() - began);
    if (result.status !== "waiting" || !call.caller.asks || how !== "again")
      return toRunAnswer(result, wayOf(served, call.caller));
    return (await askAboutRun(work, result)) ?? toRunAnswer(result, "elsewhere");
  } catch (error) {
    return toRunFailure(work, error);
  }
}

/** The run that goes on, if one does. */
async function newestRun({ parts }: ServedProject, thread: string | undefined): Promise<RunRow | undefined> {
  const found = thread === undefined ? undefined : await parts.store.thread(thread);
  return found && parts.store.run(found.lastRun);
}

function optionsOf({ context }: McpCall): RunOptions {
  // A client that cancels, or goes, stops the work: what is under way comes to rest, and the run stays open.
  return { drain: context.mcpReq.signal, onEvent: tellRunProgress(context) };
}

/** Goes on with a run by the answers that a client hands back. */
export async function goOnWithAnswers(work: RunWork, state: RunState): Promise<McpAnswer> {
  const { decisions, isOpen } = await readAnswers(work, state);
  if (Object.keys(decisions).length > 0) return resumeRun(work, state.thread, decisions);
  return tellStanding(work, state.thread, isOpen ? "again" : "as it is");
}

/** Goes on with a run. Where somebody was quicker, it tells how the run stands. */
export async function resumeRun(
  work: RunWork,
  thread: string,
  decisions: Readonly<Record<string, DecisionInput>>,
): Promise<McpAnswer> {
  return workOnRun(
    work,
    async ({ runner }, options) => {
      try {
        return await runner.resume(thread, decisions, options);
      } catch (error) {
        const isLate = ["APPROVAL_DECIDED", "APPROVAL_EXPIRED", "RUN_ENDED", "THREAD_BUSY"].some((code) =>
          isSopwithError(error, code),
        );
        const now = isLate ? await runner.get(thread) : undefined;
        if (!now) throw error;
        return now;
      }
    },
    { thread },
  );
}

/** How a run stands, with nothing done about it; or its questions once more. */
export async function tellStanding(work: RunWork, thread: string, how: "again" | "as it is"): Promise<McpAnswer> {
  return workOnRun(work, async ({ runner }) => (await runner.get(thread))!, { how });
}

/** How this caller may answer what a run waits for. */
export function wayOf({ config }: ServedProject, caller: McpCaller): AnswerWay {
  if (caller.asks) return "asked";
  return config.decisions === "arguments" ? "arguments" : "elsewhere";
}

/** What runs do is on record by itself; this says who had them do it. */
function recordRun({ served, workflow, call }: RunWork, { thread, run, status }: AnyResult, durationMs: number): void {
  const { user } = call.caller;
  served.audit.record({
    at: Date.now(),
    caller: { run, thread, node: agentOf(call.caller), workflow, ...(user !== undefined && { user }) },
    effect: "write",
    input: call.input,
    outcome: {
      callId: `mcp-${run}-${status}-${Math.round(Date.now())}`,
      tool: `workflow/${workflow}`,
      attempts: 1,
      durationMs,
      status: "ok",
      output: { thread, status },
    },
    fallbackOf: undefined,
    rule: undefined,
  });
}
