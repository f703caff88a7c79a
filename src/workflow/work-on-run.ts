import type { JsonObject } from "../base/json.ts";
import { isSopwithError, type SopwithError } from "../base/errors.ts";
import { FENCE_KEY } from "../store/checkpoint-key.ts";
import type { Fence, RunRow } from "../store/run-store.ts";
import type { Gateway } from "../tools/gateway/gateway.ts";
import { joinListeners } from "../trace/join-listeners.ts";
import { logRun } from "../trace/log-run.ts";
import { traceRun } from "../trace/open-telemetry.ts";
import { createRecorder } from "../trace/recorder.ts";
import type { Emit } from "../trace/run-event.ts";
import { PROGRESS_KEY } from "./check-workflow.ts";
import { type CompiledGraph, RUN_CONTEXT } from "./compile-graph.ts";
import type { Drain } from "./drain.ts";
import { explainFailure } from "./explain-failure.ts";
import { graphInput } from "./graph-input.ts";
import type { AnyState } from "./node.ts";
import { degradedReasons, noProgress, type Progress } from "./progress.ts";
import type { SkillMove } from "./move-skills.ts";
import type { Decided } from "./fire-deadlines.ts";
import type { RunContext, RunNews } from "./run-context.ts";
import { makeRunContext } from "./run-context-of.ts";
import type { RunOptions, RunResult } from "./run-result.ts";
import { runStopped } from "./runner-errors.ts";
import { toRunResult } from "./to-run-result.ts";
import type { Workflow } from "./workflow.ts";

/** A run that is to be worked on. */
export interface Task {
  readonly row: RunRow;
  /** True for a run that has just been made. */
  readonly fresh: boolean;
  readonly options: RunOptions;
  /** Decisions that were written down just now. */
  readonly decided?: readonly Decided[];
  /** Skills that were moved to another version just now. */
  readonly moved?: readonly SkillMove[];
  /** What people must know of this stretch of work. */
  readonly warnings?: readonly string[];
}

/** A run as it is while it is worked on: what ended it before no longer holds. */
function reopened({ error: _error, reasons: _reasons, endedAt: _endedAt, ...row }: RunRow): RunRow {
  return { ...row, status: "running" };
}

/** What one stretch of work needs. */
export interface Work extends CompiledGraph {
  readonly parts: RunContext["parts"];
  readonly gateway: Gateway;
  readonly workflow: Workflow;
  readonly signal: AbortSignal;
  readonly drain: Drain;
  /** The hold under which everything is written. */
  readonly fence: Fence;
}

/** One stretch of work on a run: until it ends, waits, fails or is stopped. What came of it is stored before it is told. */
export async function workOnRun<State>(work: Work, task: Task): Promise<RunResult<State>> {
  const { telemetry, logger } = work.parts.governance ?? {};
  const spans = telemetry && traceRun(telemetry);
  const onEvent = joinListeners(task.options.onEvent, spans, logger && logRun(logger));
  try {
    return await workAndTell<State>(work, task, onEvent);
  } finally {
    // A run that was stopped, or that lost its lease, has no end to tell.
    spans?.end();
  }
}

async function workAndTell<State>(work: Work, task: Task, onEvent: RunOptions["onEvent"]): Promise<RunResult<State>> {
  const { parts, workflow } = work;
  const { row, fresh, options } = task;
  const startedAt = performance.now();
  const { emit } = createRecorder({ run: row.id, thread: row.thread, ...(onEvent && { onEvent }) });
  const context = await makeRunContext({ ...work, emit, live: options.onEvent !== undefined }, reopened(row));
  const config = {
    configurable: { thread_id: row.id, [FENCE_KEY]: work.fence },
    context: { [RUN_CONTEXT]: context },
    recursionLimit: workflow.maxSteps,
    signal: work.signal,
  };
  const input = fresh ? row.input : await graphInput(work, { config, row, workflow });
  emit({
    type: "run-start",
    workflow: workflow.name,
    resumed: !fresh,
    model: parts.model.name,
    ...(row.text !== undefined && { text: row.text }),
    ...(row.rehearsal !== undefined && { rehearsal: row.rehearsal }),
  });
  emitNews(emit, task);
  await parts.store.putRun(context.row);
  const stopNews = parts.followNews?.((news) => keepNews(context, news));
  const outcome = await invoke(work, context, { input, config }).finally(stopNews);
  const ended: RunRow = { ...outcome, workedMs: (row.workedMs ?? 0) + performance.now() - startedAt };
  await context.audit.flush();
  await parts.store.putRun(ended);
  const result = await toRunResult<State>(parts.store, ended);
  if (ended.status === "running") throw runStopped(ended);
  emit({
    type: "run-end",
    status: ended.status,
    usage: ended.usage,
    durationMs: ended.workedMs ?? 0,
    ...(ended.reasons && { reasons: ended.reasons }),
    ...(ended.answer !== undefined && { answer: ended.answer }),
    ...(result.status === "waiting" && { approvals: result.approvals }),
    ...(ended.error && { error: ended.error }),
  });
  return result;
}

/** Told at most so often in one run, so that a server that changes all the time fills no row. */
const mostNews = 50;

/** Tells the run of what happened outside, and keeps it with the run's row, which is written with its next step. */
function keepNews(context: RunContext, { level, message }: RunNews): void {
  const { news = [] } = context.row;
  if (news.length >= mostNews) return;
  context.row = { ...context.row, news: [...news, { at: new Date().toISOString(), level, message }] };
  context.emit({ type: "notice", level, message });
}

/** What was done to the run before it goes on. */
function emitNews(emit: Emit, { decided = [], moved = [], warnings = [] }: Task): void {
  for (const { approval } of decided)
    emit({
      type: "approval-decision",
      id: approval.id,
      node: approval.path,
      title: approval.title,
      decision: approval.decision!,
    });
  for (const message of warnings) emit({ type: "notice", level: "warning", message });
  for (const { name, from, to } of moved)
    emit({
      type: "notice",
      level: "info",
      message: `The skill "${name}" moves on from ${short(from)} to ${short(to)}.`,
    });
}

/** As much of a hash as people compare. */
function short(hash: string): string {
  return hash.slice(0, 12);
}

/** Lets LangGraph work, and says what the run's row is afterwards. */
async function invoke(
  work: Work,
  context: RunContext,
  call: { readonly input: unknown; readonly config: object },
): Promise<RunRow> {
  const { graph, workflow, signal, langGraph } = work;
  const row = (): RunRow => ({ ...context.row, usage: context.spent.usage });
  try {
    const final: AnyState = await graph.invoke(call.input as never, call.config as never);
    const { [PROGRESS_KEY]: kept, [langGraph.INTERRUPT]: interrupted, ...state } = final;
    const progress = (kept ?? noProgress) as Progress;
    const now = { ...row(), state: state as JsonObject };
    if (interrupted !== undefined) return { ...now, status: "waiting" };
    return { ...now, ...endOf(workflow, state, progress), endedAt: new Date().toISOString() };
  } catch (thrown) {
    const unrecorded = storeFailure(signal.reason) ?? storeFailure(thrown);
    if (unrecorded) throw unrecorded;
    if (signal.aborted) return { ...row(), status: "running" };
    const failure = explainFailure(thrown, { workflow, writes: context.writes });
    const { code, message, hint } = failure;
    return {
      ...row(),
      state: await stateSoFar(work, call.config),
      status: "failed",
      error: { code, message, ...(hint !== undefined && { hint }) },
      endedAt: new Date().toISOString(),
    };
  }
}

/** What keeps work from being recorded ends the work, not the run: it is as it was on record, and can go on. */
function storeFailure(error: unknown): SopwithError | undefined {
  return isSopwithError(error) && (error.code === "LEASE_LOST" || error.code.startsWith("STORE_")) ? error : undefined;
}

/** How a run that reached its end has ended. A node that failed was taken over by its fallback, so it does not count. */
function endOf(workflow: Workflow, state: AnyState, progress: Progress): Partial<RunRow> & Pick<RunRow, "status"> {
  const reasons = degradedReasons(progress);
  const answer = workflow.answer(state);
  return {
    status: reasons.length > 0 ? "degraded" : "completed",
    ...(reasons.length > 0 && { reasons }),
    ...(answer !== undefined && { answer }),
  };
}

/** The state of the newest checkpoint: what was done before a run failed. */
async function stateSoFar({ saver, workflow }: Work, config: object): Promise<JsonObject> {
  const kept = await saver.getTuple(config);
  const keys = Object.keys(workflow.state.shape);
  return Object.fromEntries(
    Object.entries(kept?.checkpoint.channel_values ?? {}).filter(([key]) => keys.includes(key)),
  ) as JsonObject;
}
