import type { SopwithError } from "../base/errors.ts";
import type { RunRow } from "../store/run-store.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import { workflowRegistry } from "./collect-tools.ts";
import { type CompiledGraph, compileGraph } from "./compile-graph.ts";
import { createDrain, type Drain } from "./drain.ts";
import { fencedStore } from "./fenced-store.ts";
import { holdLease } from "./lease.ts";
import { openGateway } from "./open-gateway.ts";
import { otherChanges } from "./other-changes.ts";
import type { RunContext, WorkflowParts } from "./run-context.ts";
import type { RunResult } from "./run-result.ts";
import { runOtherWorkflow, runToolsChanged } from "./runner-errors.ts";
import { changedContracts, toolContracts } from "./tool-contracts.ts";
import { type Task, workOnRun } from "./work-on-run.ts";
import type { Workflow } from "./workflow.ts";

/** Works on runs of one workflow in this process, one at a time on each thread. */
export interface RunDriver {
  /**
   * Takes the thread, lets `prepare` say what is to be done now that nobody else works on it, and does it.
   * @throws `THREAD_BUSY`, `RUN_OTHER_WORKFLOW`, `RUN_TOOLS_CHANGED`, what `prepare` throws, `RUN_STOPPED`, `LEASE_LOST`, `STORE_` errors
   */
  drive<State>(thread: string, prepare: () => Promise<Task>): Promise<RunResult<State>>;
  /** Stops the work on a thread, if it is done in this process, and answers when it has stopped. */
  stop(thread: string): Promise<boolean>;
  readonly parts: RunContext["parts"];
  readonly leaseMs: number;
}

/** What a driver is made of. */
export interface RunDriverParts extends WorkflowParts {
  readonly workflow: Workflow;
  readonly leaseMs?: number;
}

/** Makes the driver. LangGraph is loaded and the graph compiled at the first run. */
export function createRunDriver(given: RunDriverParts): RunDriver {
  const { workflow, leaseMs = 30_000 } = given;
  const parts = { ...given, tools: workflowRegistry(workflow, given.tools) };
  const gateway = openGateway(parts);
  const working = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  let compiled: Promise<CompiledGraph> | undefined;

  return {
    parts,
    leaseMs,
    async drive(thread, prepare) {
      const abort = new AbortController();
      const stopFor = (error: SopwithError): void => abort.abort(error);
      const lease = await holdLease(parts.store, thread, { leaseMs, onLost: stopFor });
      const ended = Promise.withResolvers<void>();
      working.set(thread, { abort, done: ended.promise });
      let unlink: (() => void) | undefined;
      let drain: Drain | undefined;
      try {
        const task = await prepare();
        if (task.row.workflow !== workflow.name) throw runOtherWorkflow(task.row, workflow.name);
        const warnings = (await parts.beforeRun?.()) ?? [];
        const kept = keptVersions(task, parts.tools);
        const contracts = toolContracts(parts.tools.routed(thread, kept.versions));
        const changed = task.fresh || task.options.migrate === true ? [] : changedContracts(task.row, contracts);
        if (changed.length > 0) throw runToolsChanged(task.row, changed, await otherChanges(parts, workflow, task.row));
        const row = { ...task.row, tools: contracts, ...kept };
        unlink = followSignal(task.options.signal, abort);
        drain = createDrain(task.options.drain, { stop: () => abort.abort(), stopped: abort.signal });
        compiled ??= compileGraph(workflow, parts);
        const work = { ...(await compiled), gateway, workflow, drain, signal: abort.signal, fence: lease.fence };
        const store = fencedStore(parts.store, lease, { drain, onFailure: stopFor });
        return await workOnRun({ ...work, parts: { ...parts, store } }, { ...task, row, warnings });
      } finally {
        unlink?.();
        drain?.close();
        working.delete(thread);
        await lease.release();
        ended.resolve();
      }
    },
    async stop(thread) {
      const work = working.get(thread);
      work?.abort.abort(new Error("The run was cancelled."));
      await work?.done;
      return work !== undefined;
    },
  };
}

/** A run stays with the versions it began with, whatever becomes of routes and their shares, unless somebody migrates it. */
function keptVersions({ row, options }: Task, tools: ToolRegistry): Pick<RunRow, "versions"> {
  const chosen = { ...tools.versionsFor(row.thread), ...(options.migrate !== true && row.versions) };
  return Object.keys(chosen).length === 0 ? {} : { versions: chosen };
}

/** Lets one abort follow another; answers how to stop following. */
function followSignal(signal: AbortSignal | undefined, abort: AbortController): () => void {
  const onAbort = (): void => abort.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return () => signal?.removeEventListener("abort", onAbort);
}
