import type { CallRow, RunRow, RunStore, TurnRow } from "../store/run-store.ts";
import type { NodeStatus } from "../trace/run-event.ts";
import { PROGRESS_KEY } from "./check-workflow.ts";
import { noProgress, type Progress } from "./progress.ts";
import { forkPointUnknown, threadNotFound } from "./runner-errors.ts";

/** A visit that a point speaks of. */
export interface PointNode {
  /** Node name; `outer/inner` inside a sub-workflow. */
  readonly path: string;
  readonly visit: number;
  /** How the visit ended; absent at the end of a turn. */
  readonly status?: Exclude<NodeStatus, "waiting">;
}

/** A place in the course of a run: what stands at it and before it has happened. A run can be forked there. */
export interface RunPoint {
  /** From 1, oldest first. */
  readonly number: number;
  /** `start`: before the first node. `turn`: a model answered, and its calls were made. `node`: visits ended. */
  readonly kind: "start" | "turn" | "node";
  /** ISO time. */
  readonly at: string;
  /** None at the start, one at a turn, those of one superstep at the end of nodes. */
  readonly nodes: readonly PointNode[];
  /** Of the visit, from 1. */
  readonly turn?: number;
  /** What was called since the point before, in order; the calls of nodes that have no turns stand at their end. */
  readonly calls: readonly CallRow[];
}

/** A checkpoint as a store's saver gives it. */
export type CheckpointTuple = NonNullable<
  Awaited<ReturnType<Awaited<ReturnType<RunStore["checkpointer"]>>["getTuple"]>>
>;

/** A point with what a fork needs of it. */
export interface ForkPoint extends RunPoint {
  /** Which of the run's checkpoints a fork starts from; -1 for none. */
  readonly checkpoint: number;
}

/** A run as far as its points go. */
export interface Course {
  readonly points: readonly ForkPoint[];
  /** Oldest first. */
  readonly checkpoints: readonly CheckpointTuple[];
  readonly turns: readonly TurnRow[];
  readonly calls: readonly CallRow[];
}

/** The points of one run of a thread. @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN` */
export async function readPoints(store: RunStore, thread: string, run?: number): Promise<readonly RunPoint[]> {
  const { points } = await readCourse(store, await findRun(store, thread, run));
  return points.map(toRunPoint);
}

/** A run of a thread by its number, or the newest. @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN` */
export async function findRun(store: RunStore, thread: string, number: number | undefined): Promise<RunRow> {
  const runs = await store.runs(thread);
  const newest = runs.at(-1);
  if (!newest) throw await threadNotFound(store, thread);
  const found = number === undefined ? newest : runs.find((row) => row.ordinal === number);
  if (!found) throw forkPointUnknown(newest, { run: number, runs: runs.length });
  return found;
}

/** A point as it is told. */
export function toRunPoint({ checkpoint: _checkpoint, ...point }: ForkPoint): RunPoint {
  return point;
}

/** Reads the course of a run from its checkpoints and its journal. */
export async function readCourse(store: RunStore, run: RunRow): Promise<Course> {
  const saver = await store.checkpointer();
  const checkpoints: CheckpointTuple[] = [];
  for await (const kept of saver.list({ configurable: { thread_id: run.id, checkpoint_ns: "" } }))
    checkpoints.unshift(kept);
  const [turns, calls] = [await store.runTurns(run.id), await store.runCalls(run.id)];
  const points: ForkPoint[] = [{ number: 1, kind: "start", at: run.startedAt, nodes: [], calls: [], checkpoint: -1 }];
  const add = (point: Omit<ForkPoint, "number">): void => void points.push({ number: points.length + 1, ...point });
  for (let index = 0; index <= checkpoints.length; index += 1) {
    const entered = index - 1;
    const here = turns.filter((row) => endOf(checkpoints, row) === index);
    for (const row of here.toSorted((a, b) => compare(a.at, b.at)))
      add({ ...turnPoint(row, calls), checkpoint: entered });
    const ended = index < checkpoints.length ? endedNodes(checkpoints, index) : [];
    if (ended.length > 0) {
      const at = checkpoints[index]!.checkpoint.ts;
      const own = calls.filter((row) => endOf(checkpoints, row) === index && !turns.some((turn) => isOf(turn, row)));
      add({ kind: "node", at, nodes: ended, calls: own, checkpoint: index });
    }
  }
  return { points, checkpoints, turns, calls };
}

/**
 * The index of the first checkpoint at which the visit of a journal row had ended, that of a sub-workflow's node with the
 * visit of the node around it; one past the last for a visit that is under way.
 */
export function endOf(
  checkpoints: readonly CheckpointTuple[],
  { path, visit }: Pick<PointNode, "path" | "visit">,
): number {
  const [outer = "", inner] = path.split("/", 2);
  const [node = "", number = "1"] = outer.split("#", 2);
  // The choice of a skill is a visit of its node, not one of a sub-workflow.
  const wanted = inner === undefined || inner === "choice" ? visit : Number(number);
  const found = checkpoints.findIndex((kept) => (progressOf(kept).visits[node] ?? 0) >= wanted);
  return found === -1 ? checkpoints.length : found;
}

function turnPoint(row: TurnRow, calls: readonly CallRow[]): Omit<ForkPoint, "number" | "checkpoint"> {
  const { path, visit, turn, at } = row;
  return { kind: "turn", at, nodes: [{ path, visit }], turn: turn + 1, calls: calls.filter((call) => isOf(row, call)) };
}

/** The visits that ended between a checkpoint and the one before it. */
function endedNodes(checkpoints: readonly CheckpointTuple[], index: number): readonly PointNode[] {
  const now = progressOf(checkpoints[index]!);
  const before = index === 0 ? noProgress : progressOf(checkpoints[index - 1]!);
  return Object.entries(now.visits).flatMap(([path, visit]) =>
    visit === (before.visits[path] ?? 0) ? [] : [{ path, visit, status: now.outcomes[path]!.status }],
  );
}

function progressOf({ checkpoint }: CheckpointTuple): Progress {
  return (checkpoint.channel_values[PROGRESS_KEY] as Progress | undefined) ?? noProgress;
}

function isOf(turn: TurnRow, call: CallRow): boolean {
  return turn.path === call.path && turn.visit === call.visit && turn.turn === call.turn;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
