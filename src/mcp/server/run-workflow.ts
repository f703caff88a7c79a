import {
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
} from "@modelcontextprotocol/server";
import { isSopwithError, messageOf } from "../../base/errors.ts";
import { isPlainObject, type JsonObject } from "../../base/json.ts";
import type { ApprovalRow } from "../../store/run-store.ts";
import type { DecisionInput, RunOptions, RunResult } from "../../workflow/run-result.ts";
import { addresseeOf } from "../../workflow/to-run-result.ts";
import type { Runner } from "../../workflow/runner.ts";
import type { StateSchema } from "../../workflow/workflow.ts";
import { approvalForm, readApproval } from "./approval-form.ts";
import { invalidState, type McpCall } from "./call-tool.ts";
import { errorResult } from "./call-result.ts";
import { hidePaths } from "./hide-paths.ts";
import { deciderOf, type McpCaller } from "./mcp-caller.ts";
import type { RequestState } from "./request-state.ts";
import { type AnswerWay, toRunAnswer } from "./run-answer.ts";
import { tellRunProgress } from "./run-progress.ts";
import type { ServedProject } from "./served-project.ts";
import { RESUME_TOOL, type WorkflowTool } from "./workflow-tools.ts";

/** What a tool call may come to. */
export type McpAnswer = CallToolResult | InputRequiredResult;

type RunState = Extract<RequestState, { readonly kind: "run" }>;
type AnyResult = RunResult<Readonly<Record<string, unknown>>>;

/** A run that is worked on for a client. */
interface Work {
  readonly served: ServedProject;
  readonly workflow: string;
  readonly call: McpCall;
}

/** Starts a run, or goes on with the one whose questions the client hands the answers back for. */
export async function runWorkflow(served: ServedProject, tool: WorkflowTool, call: McpCall): Promise<McpAnswer> {
  const { workflow } = tool;
  const { user } = call.caller;
  const work = { served, workflow: workflow.name, call };
  const state = call.context.mcpReq.requestState<RequestState>();
  if (state !== undefined) {
    if (state.kind !== "run" || state.workflow !== workflow.name) throw invalidState();
    return goOnWithAnswers(work, state);
  }
  const values = isPlainObject(call.input) ? (call.input as JsonObject) : {};
  const unknown = Object.keys(values).filter((key) => !takes(tool, key));
  if (unknown.length > 0)
    return errorResult(
      `Nothing was started: the workflow does not take ${unknown.map((key) => `"${key}"`).join(", ")}.`,
    );
  return answer(work, (runner, options) =>
    runner.start(tool.toInput(values), { ...options, ...(user !== undefined && { user }) }),
  );
}

function takes({ listed }: WorkflowTool, key: string): boolean {
  return Object.hasOwn(listed.inputSchema.properties ?? {}, key);
}

/** Makes decisions of the answers that a client hands back, and goes on with the run. */
export async function goOnWithAnswers(work: Work, { thread, approvals }: RunState): Promise<McpAnswer> {
  const { served, call } = work;
  const { inputResponses } = call.context.mcpReq;
  const decisions: Record<string, DecisionInput> = {};
  let asksAgain = false;
  for (const id of approvals) {
    const row = await served.parts.store.approval(id);
    if (!row || !mayDecide(row, call.caller)) continue;
    const given = inputResponse(inputResponses, id);
    if (given.kind !== "elicit") asksAgain = true;
    const decision = given.kind === "elicit" && readApproval(row, given, deciderOf(call.caller));
    if (decision) decisions[id] = decision;
  }
  if (Object.keys(decisions).length > 0) return resume(work, thread, decisions);
  return standing(work, thread, asksAgain ? "again" : "as it is");
}

/** Goes on with a run. Where somebody was quicker, it tells how the run stands. */
export async function resume(
  work: Work,
  thread: string,
  decisions: Readonly<Record<string, DecisionInput>>,
): Promise<McpAnswer> {
  return answer(work, async (runner, options) => {
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
  });
}

/** How a run stands, with nothing done about it; or its questions once more. */
export async function standing(work: Work, thread: string, how: "again" | "as it is"): Promise<McpAnswer> {
  return answer(work, async (runner) => (await runner.get(thread))!, how);
}

/** Works on a run and says what came of it; a client that can asks its user what the run waits for. */
async function answer(
  work: Work,
  drive: (runner: Runner<StateSchema>, options: RunOptions) => Promise<AnyResult>,
  how: "again" | "as it is" = "again",
): Promise<McpAnswer> {
  const { served, workflow, call } = work;
  const began = performance.now();
  try {
    const runner = await served.runs.runner(workflow);
    const result = await drive(runner, optionsOf(call));
    recordRun(work, result, performance.now() - began);
    if (result.status === "waiting" && call.caller.asks && how === "again") return await ask(work, result);
    return toRunAnswer(result, wayOf(served, call.caller));
  } catch (error) {
    return toFailure(work, error);
  }
}

function optionsOf({ context }: McpCall): RunOptions {
  // A client that cancels, or goes, stops the work: what is under way comes to rest, and the run stays open.
  return { drain: context.mcpReq.signal, onEvent: tellRunProgress(context) };
}

async function ask(
  { served, workflow, call }: Work,
  result: Extract<AnyResult, { readonly status: "waiting" }>,
): Promise<McpAnswer> {
  const { thread } = result;
  const found = await Promise.all(result.approvals.map(async ({ id }) => served.parts.store.approval(id)));
  const rows = found.flatMap((row) => (row && mayDecide(row, call.caller) ? [row] : []));
  if (rows.length === 0) return toRunAnswer(result, "elsewhere");
  const approvals = rows.map(({ id }) => id);
  return inputRequired({
    inputRequests: Object.fromEntries(rows.map((row) => [row.id, inputRequired.elicit(approvalForm(row))])),
    requestState: await served.state.mint({ kind: "run", workflow, thread, approvals }, call.context),
  });
}

/** Where users are known, a question that is put to one of them is decided by nobody else. */
export function mayDecide(row: ApprovalRow, { user }: McpCaller): boolean {
  const to = addresseeOf(row, Date.now());
  return to === undefined || user === undefined || to === user;
}

/** How this caller may answer what a run waits for. */
export function wayOf({ config }: ServedProject, caller: McpCaller): AnswerWay {
  if (caller.asks) return "asked";
  return config.decisions === "person" ? "elsewhere" : "arguments";
}

function toFailure({ served, workflow, call }: Work, error: unknown): CallToolResult {
  const clean = (words: string): string => hidePaths(served.secrets?.text(words) ?? words);
  if (isSopwithError(error, "RUN_STOPPED")) {
    const thread = String(error.data["thread"]);
    served.notice(
      `Workflow ${workflow}, thread ${thread}: ${call.caller.client} cancelled the request, so the run was stopped.`,
    );
    return errorResult(
      `The run on thread "${thread}" was stopped, because the request was cancelled. What was done is kept; ${RESUME_TOOL} with ${JSON.stringify({ thread })} goes on.`,
    );
  }
  if (isSopwithError(error)) {
    const lines = [
      `${error.message} (${error.code})`,
      ...error.details,
      ...error.diagnostics.map(({ message }) => message),
    ];
    return errorResult(clean(lines.join("\n")));
  }
  served.notice(`Workflow ${workflow}: ${messageOf(error)}`);
  return errorResult(`The workflow "${workflow}" could not be run: something failed inside the server.`);
}

/** What runs do is on record by itself; this says who had them do it. */
function recordRun({ served, workflow, call }: Work, { thread, run, status }: AnyResult, durationMs: number): void {
  const { user, client } = call.caller;
  served.audit.record({
    at: Date.now(),
    caller: { run, thread, node: `mcp/${client}`, workflow, ...(user !== undefined && { user }) },
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
