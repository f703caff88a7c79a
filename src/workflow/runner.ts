import type { z } from "zod";
import type { ApprovalRow, RunRow } from "../store/run-store.ts";
import { cancelRun } from "./cancel-run.ts";
import { createRunDriver } from "./drive-run.ts";
import { type Fork, type ForkOptions, forkRun } from "./fork-run.ts";
import { moveSkills } from "./move-skills.ts";
import { openApprovals } from "./open-approvals.ts";
import { recordDecisions } from "./record-decisions.ts";
import type { WorkflowParts } from "./run-context.ts";
import type { DecisionInput, RunOptions, RunResult, RunStream, StartOptions } from "./run-result.ts";
import { runEnded, runOtherWorkflow, threadNotFound } from "./runner-errors.ts";
import { type RunPoint, readPoints } from "./run-points.ts";
import { newThread, startRow } from "./start-row.ts";
import { readHistory, type ThreadHistoryEntry } from "./thread-history.ts";
import { toRunResult } from "./to-run-result.ts";
import { toRunStream } from "./to-run-stream.ts";
import type { StateSchema, Workflow } from "./workflow.ts";

/** Starts runs of one workflow, and goes on with them. */
export interface Runner<Schema extends StateSchema> {
  /**
   * Begins a run: from the schema's defaults, the thread's kept keys, and the input.
   * @throws `STATE_INVALID` for input that does not fit, `THREAD_OPEN` while the thread's last run is open, `THREAD_BUSY` while another process works on it,
   * `RUN_STOPPED` when `signal` aborts
   */
  start(input: z.input<Schema>, options?: StartOptions): Promise<RunResult<z.output<Schema>>>;
  /**
   * Goes on with the thread's open run: a waiting one with decisions by approval id, a stopped, crashed or failed one
   * without. What was done is not done again. Decisions on some of several questions are kept until the rest come.
   * @throws `THREAD_NOT_FOUND`, `RUN_ENDED`, `THREAD_BUSY`, `RUN_NODE_GONE`, `RUN_TOOLS_CHANGED`, `APPROVAL_NOT_FOUND`,
   * `APPROVAL_DECIDED`, `APPROVAL_EXPIRED`, `DECISION_INVALID`, `RUN_STOPPED`
   */
  resume(
    thread: string,
    decisions?: Readonly<Record<string, DecisionInput>>,
    options?: RunOptions,
  ): Promise<RunResult<z.output<Schema>>>;
  /** `start`, as a stream of events. */
  stream(input: z.input<Schema>, options?: StartOptions): RunStream<z.output<Schema>>;
  /**
   * Ends the thread's open run for good. A run that another process works on cannot be cancelled from here.
   * @throws `THREAD_NOT_FOUND`, `RUN_ENDED`, `THREAD_BUSY`
   */
  cancel(thread: string, reason?: string): Promise<RunResult<z.output<Schema>>>;
  /** How the thread's newest run stands; `undefined` for an unknown thread. */
  get(thread: string): Promise<RunResult<z.output<Schema>> | undefined>;
  /** What waits for a person in open runs of this workflow, oldest first; with `to`, only what they are to decide now. */
  approvals(filter?: { readonly thread?: string; readonly to?: string }): Promise<readonly ApprovalRow[]>;
  /** Where a run of a thread can be forked, oldest point first. @default the newest run @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN` */
  points(thread: string, run?: number): Promise<readonly RunPoint[]>;
  /**
   * Makes a new thread that stands where a run of this one stood, and does not go on yet: `resume` does. What the run has
   * changed is not done again by the fork, which takes the outcomes on record; its open questions stay with it.
   * @throws `THREAD_NOT_FOUND`, `THREAD_BUSY`, `FORK_POINT_UNKNOWN`, `FORK_THREAD_TAKEN`, `THREAD_NAME_INVALID`
   */
  fork(thread: string, options?: ForkOptions): Promise<Fork>;
  /** All runs of a thread with their turns, calls and decisions. @throws `THREAD_NOT_FOUND` */
  threadHistory(thread: string): Promise<readonly ThreadHistoryEntry[]>;
}

/** What `createRunner` takes. */
export interface RunnerParts<Schema extends StateSchema> extends WorkflowParts {
  readonly workflow: Workflow<Schema>;
  /** How long a dead process keeps a thread, in ms. @default 30000 */
  readonly leaseMs?: number;
}

/** Makes the runner of a workflow. The workflow's tools are added to the registry. */
export function createRunner<Schema extends StateSchema>(parts: RunnerParts<Schema>): Runner<Schema> {
  const { store, workflow } = parts;
  const plain: Workflow = workflow;
  const driver = createRunDriver({ ...parts, workflow: plain });
  type State = z.output<Schema>;

  const start = (input: unknown, options: StartOptions = {}): Promise<RunResult<State>> => {
    const thread = options.thread ?? newThread(workflow.name);
    return driver.drive(thread, async () => ({
      row: await startRow({ store, workflow: plain, thread }, input, options),
      fresh: true,
      options,
    }));
  };
  return {
    start,
    stream: (input, options = {}) => toRunStream((onEvent) => start(input, { ...options, onEvent }), options.onEvent),
    async resume(thread, decisions = {}, options = {}) {
      // Decisions are written down first: they are kept even when somebody else works on the thread just now.
      const { tools } = driver.parts;
      const asked = { store, workflow: plain, tools, row: await newestRun(parts, thread) };
      if (asked.row.workflow !== workflow.name) throw runOtherWorkflow(asked.row, workflow.name);
      const decided = await recordDecisions(asked, decisions);
      return driver.drive(thread, async () => {
        const row = await newestRun(parts, thread);
        if (row.status === "completed" || row.status === "degraded" || row.status === "cancelled") throw runEnded(row);
        const { row: goesOn, moved } = options.skills === "latest" ? await moveSkills(parts, row) : { row, moved: [] };
        return { row: goesOn, fresh: false, options, decided, moved };
      });
    },
    async cancel(thread, reason) {
      const row = await newestRun(parts, thread);
      return cancelRun(driver, row, reason);
    },
    async get(thread) {
      const found = await store.thread(thread);
      return found && toRunResult(store, await newestRun(parts, thread));
    },
    approvals: (filter) => openApprovals(store, workflow.name, filter),
    points: (thread, run) => readPoints(store, thread, run),
    fork: (thread, options) => forkRun(store, thread, options),
    async threadHistory(thread) {
      const history = await readHistory(store, thread);
      if (history.length === 0) throw await threadNotFound(store, thread);
      return history;
    },
  };
}

async function newestRun(parts: WorkflowParts, thread: string): Promise<RunRow> {
  const found = await parts.store.thread(thread);
  const row = found && (await parts.store.run(found.lastRun));
  if (!row) throw await threadNotFound(parts.store, thread);
  return row;
}
