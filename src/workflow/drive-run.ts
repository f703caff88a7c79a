import type { JsonObject } from "../base/json.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import { createGateway } from "../tools/gateway/gateway.ts";
import { createRecorder } from "../trace/recorder.ts";
import { buildGraph } from "./build-graph.ts";
import { PROGRESS_KEY } from "./check-workflow.ts";
import { workflowRegistry } from "./collect-tools.ts";
import { explainFailure } from "./explain-failure.ts";
import { graphInput, RUN_CONTEXT } from "./graph-input.ts";
import { holdLease } from "./lease.ts";
import { loadLangGraph, type LangGraph } from "./load-langgraph.ts";
import type { AnyState } from "./node.ts";
import { degradedReasons, noProgress, type Progress } from "./progress.ts";
import type { Decided } from "./record-decisions.ts";
import type { RunContext, WorkflowParts } from "./run-context.ts";
import { makeRunContext } from "./run-context-of.ts";
import type { RunOptions, RunResult } from "./run-result.ts";
import { runOtherWorkflow, runStopped } from "./runner-errors.ts";
import { toRunResult } from "./to-run-result.ts";
import type { Workflow } from "./workflow.ts";

/** How a run is gone on with. */
export interface Drive {
  /** True for a run that has just been made. */
  readonly fresh: boolean;
  readonly options: RunOptions;
  /** Decisions that were written down just now. */
  readonly decided?: readonly Decided[];
}

/** Works on runs of one workflow in this process. */
export interface RunDriver {
  drive<State>(row: RunRow, drive: Drive): Promise<RunResult<State>>;
  /** Stops the work on a thread, if it is done in this process, and answers when it has stopped. */
  stop(thread: string): Promise<boolean>;
  readonly parts: WorkflowParts;
  readonly leaseMs: number;
}

/** What a driver is made of. */
export interface RunDriverParts extends WorkflowParts {
  readonly workflow: Workflow;
  readonly leaseMs?: number;
}

type Saver = Awaited<ReturnType<RunStore["checkpointer"]>>;
type CompiledGraph = ReturnType<ReturnType<typeof buildGraph>["compile"]>;

/** Makes the driver. LangGraph is loaded and the graph compiled at the first run. */
export function createRunDriver(given: RunDriverParts): RunDriver {
  const tools = workflowRegistry(given.workflow, given.tools);
  const parts = { ...given, tools };
  const gateway = createGateway({ registry: tools });
  const working = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>();
  const leaseMs = given.leaseMs ?? 30_000;
  let compiled: ReturnType<typeof compile> | undefined;

  const drive = async <State>(row: RunRow, how: Drive): Promise<RunResult<State>> => {
    if (row.workflow !== given.workflow.name) throw runOtherWorkflow(row, given.workflow.name);
    const lease = await holdLease(parts.store, row.thread, leaseMs);
    const abort = new AbortController();
    const onAbort = (): void => abort.abort(how.options.signal?.reason);
    how.options.signal?.addEventListener("abort", onAbort, { once: true });
    if (how.options.signal?.aborted) onAbort();
    try {
      compiled ??= compile(given.workflow, parts);
      const work = compiled.then((graph) =>
        workOn<State>({ ...graph, parts, gateway, workflow: given.workflow, signal: abort.signal }, row, how),
      );
      working.set(row.thread, {
        abort,
        done: work.then(
          () => undefined,
          () => undefined,
        ),
      });
      return await work;
    } finally {
      how.options.signal?.removeEventListener("abort", onAbort);
      working.delete(row.thread);
      await lease.release();
    }
  };
  return {
    drive,
    parts,
    leaseMs,
    async stop(thread) {
      const work = working.get(thread);
      work?.abort.abort(new Error("cancelled"));
      await work?.done;
      return work !== undefined;
    },
  };
}

async function compile(
  workflow: Workflow,
  parts: WorkflowParts,
): Promise<{ readonly langGraph: LangGraph; readonly graph: CompiledGraph; readonly saver: Saver }> {
  const [langGraph, checkpointer] = await Promise.all([loadLangGraph(), parts.store.checkpointer()]);
  return {
    langGraph,
    saver: checkpointer,
    graph: buildGraph(langGraph, workflow, { contextOf, prefix: "" }).compile({ checkpointer }),
  };
}

/** A run as it is while it is worked on: what ended it before no longer holds. */
function reopened({ error: _error, reasons: _reasons, endedAt: _endedAt, ...row }: RunRow): RunRow {
  return { ...row, status: "running" };
}

/** What the driver handed to LangGraph with the run. */
function contextOf(config: { readonly context?: unknown }): RunContext {
  return (config.context as { readonly [RUN_CONTEXT]: RunContext })[RUN_CONTEXT];
}

interface Work {
  readonly langGraph: LangGraph;
  readonly graph: CompiledGraph;
  readonly saver: Saver;
  readonly parts: WorkflowParts & { readonly tools: NonNullable<WorkflowParts["tools"]> };
  readonly gateway: ReturnType<typeof createGateway>;
  readonly workflow: Workflow;
  readonly signal: AbortSignal;
}

/** One stretch of work on a run: until it ends, waits, fails or is stopped. What came of it is stored before it is told. */
async function workOn<State>(work: Work, row: RunRow, how: Drive): Promise<RunResult<State>> {
  const { parts, workflow } = work;
  const startedAt = performance.now();
  const { emit } = createRecorder({
    run: row.id,
    thread: row.thread,
    ...(how.options.onEvent && { onEvent: how.options.onEvent }),
  });
  const context = await makeRunContext({ ...work, emit, live: how.options.onEvent !== undefined }, reopened(row));
  const config = {
    configurable: { thread_id: row.id },
    context: { [RUN_CONTEXT]: context },
    recursionLimit: workflow.maxSteps,
    signal: work.signal,
  };
  const input = how.fresh ? row.input : await graphInput(work, { config, row, workflow });
  emit({
    type: "run-start",
    workflow: workflow.name,
    resumed: !how.fresh,
    model: parts.model.name,
    ...(row.text !== undefined && { text: row.text }),
    ...(row.rehearsal !== undefined && { rehearsal: row.rehearsal }),
  });
  for (const { approval } of how.decided ?? [])
    emit({
      type: "approval-decision",
      id: approval.id,
      node: approval.path,
      title: approval.title,
      decision: approval.decision!,
    });
  await parts.store.putRun(context.row);
  const ended = await invoke(work, context, { input, config });
  await parts.store.putRun(ended);
  const result = await toRunResult<State>(parts.store, ended);
  if (ended.status === "running") throw runStopped(ended);
  emit({
    type: "run-end",
    status: ended.status,
    usage: ended.usage,
    durationMs: performance.now() - startedAt,
    ...(ended.answer !== undefined && { answer: ended.answer }),
    ...(result.status === "waiting" && { approvals: result.approvals }),
    ...(ended.error && { error: ended.error }),
  });
  return result;
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
    if (signal.aborted) return { ...row(), status: "running" };
    const failure = explainFailure(thrown, { workflow, writes: context.writes });
    const { code, message, hint } = failure;
    return {
      ...row(),
      status: "failed",
      error: { code, message, ...(hint !== undefined && { hint }) },
      endedAt: new Date().toISOString(),
    };
  }
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
