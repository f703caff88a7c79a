import { toCheckpointConfig } from "../store/checkpoint-key.ts";
import type { ApprovalRow, CallRow, RunRow, RunStore } from "../store/run-store.ts";
import { checkThreadName } from "./check-thread-name.ts";
import { copyConformance, copyJournal } from "./copy-journal.ts";
import { holdLease } from "./lease.ts";
import { forkPointUnknown, forkThreadTaken, threadNotFound } from "./runner-errors.ts";
import { type Course, findRun, type ForkPoint, readCourse, type RunPoint, toRunPoint } from "./run-points.ts";
import { isEffect, isUnsettled } from "./shared-calls.ts";

/** Where a fork begins, and how it is called. */
export interface ForkOptions {
  /** The number of a point. @default the newest */
  readonly at?: number;
  /** Which run of the thread, from 1. @default the newest */
  readonly run?: number;
  /** The new thread. @default `<thread>-fork-<n>`, with the first free number */
  readonly into?: string;
}

/** A run that begins in the middle of another one. */
export interface Fork {
  /** The new thread; `resume` lets it go on. */
  readonly thread: string;
  readonly run: string;
  /** The run it was made from. */
  readonly of: string;
  readonly point: RunPoint;
  /** Calls of the other run that changed something: where the fork comes to one of them, it takes the outcome on record. */
  readonly shared: readonly CallRow[];
  /** Calls of the other run of which nobody knows whether they happened; where the fork comes to one, a person is asked. */
  readonly inDoubt: readonly CallRow[];
  /** Questions that stay with the other run. The fork asks its own. */
  readonly leftBehind: readonly ApprovalRow[];
}

/**
 * Makes a new thread whose run stands where another run stood: with its state, its turns and its calls up to there. The
 * other run stays as it is.
 *
 * @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN`, `FORK_THREAD_TAKEN`, `THREAD_NAME_INVALID`, `THREAD_BUSY` while a
 * process works on the thread
 */
export async function forkRun(store: RunStore, thread: string, options: ForkOptions = {}): Promise<Fork> {
  if (options.into !== undefined) checkThreadName(options.into);
  if (options.into === thread)
    throw (await store.thread(thread)) ? forkThreadTaken(thread) : await threadNotFound(store, thread);
  const lease = await holdLease(store, thread, { leaseMs: LEASE_MS });
  try {
    const run = await findRun(store, thread, options.run);
    const course = await readCourse(store, run);
    const point = options.at === undefined ? course.points.at(-1) : course.points[options.at - 1];
    if (!point) throw forkPointUnknown(run, { at: options.at, points: course.points.length });
    const into = options.into ?? (await freeThread(store, thread));
    return await makeFork(store, { run, course, point, into });
  } finally {
    await lease.release();
  }
}

const LEASE_MS = 30_000;

async function freeThread(store: RunStore, thread: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${thread}-fork-${number}`;
    if ((await store.thread(name)) === undefined) return name;
  }
}

interface ForkParts {
  readonly run: RunRow;
  readonly course: Course;
  readonly point: ForkPoint;
  readonly into: string;
}

/** The run's row is written last: until then there is no thread. */
async function makeFork(store: RunStore, parts: ForkParts): Promise<Fork> {
  const { run, course, point, into } = parts;
  const lease = await holdLease(store, into, { leaseMs: LEASE_MS });
  try {
    if (await store.thread(into)) throw forkThreadTaken(into);
    const row = forkRow(parts);
    const copied = copyJournal(course, point, row.id);
    await copyCheckpoint(store, parts, row.id);
    for (const turn of copied.turns) await store.putTurn(turn, lease.fence);
    for (const call of copied.calls) await store.putCall(call, isEffect(call), lease.fence);
    const conformance = copyConformance(run.conformance ?? [], copied);
    await store.putRun({ ...row, ...(conformance.length > 0 && { conformance }) }, lease.fence);
    return {
      thread: into,
      run: row.id,
      of: run.id,
      point: toRunPoint(point),
      shared: course.calls.filter(isEffect),
      inDoubt: course.calls.filter(isUnsettled),
      leftBehind: await store.approvals({ run: run.id, open: true }),
    };
  } finally {
    await lease.release();
  }
}

/**
 * What the run was started with, and nothing of how it ended. What the fork costs is its own. It waits for somebody to resume
 * it: whoever goes on with what was left in the middle leaves it alone.
 */
function forkRow({ run, point, into }: ForkParts): RunRow {
  const { workflow, workflowHash, text, input, tools, skills, rehearsal, user } = run;
  return {
    id: `${into}/1`,
    thread: into,
    ordinal: 1,
    workflow,
    workflowHash,
    status: "waiting",
    input,
    skills,
    usage: { inputTokens: 0, outputTokens: 0 },
    startedAt: new Date().toISOString(),
    forkOf: { run: run.id, point: point.number },
    ...(text !== undefined && { text }),
    ...(tools && { tools }),
    ...(rehearsal !== undefined && { rehearsal }),
    ...(user !== undefined && { user }),
  };
}

/** Only the state: which tasks of the superstep had ended is found in the journal, as after a crash. */
async function copyCheckpoint(store: RunStore, { course, point }: ForkParts, run: string): Promise<void> {
  const kept = course.checkpoints[point.checkpoint];
  if (!kept) return;
  const saver = await store.checkpointer();
  const { checkpoint, metadata } = kept;
  await saver.put(toCheckpointConfig(run, "", ""), checkpoint, metadata!, checkpoint.channel_versions);
}
