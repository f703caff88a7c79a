import { isPlainObject } from "../base/json.ts";
import type { CallRow, RunRow, RunStore } from "../store/run-store.ts";

/** What a fork's journal asks about a call that is about to change something. */
export interface WantedCall {
  readonly tool: string;
  readonly inputHash: string;
}

/** The calls that a fork has in common with the runs it comes from. */
export interface SharedCalls {
  /**
   * The next call of those runs that was asked for, or else was made, with the same arguments, and that no call of the fork stands for yet.
   * Each is given once: what they did twice, the fork takes twice.
   */
  take(wanted: WantedCall): Promise<CallRow | undefined>;
}

/** Opens the calls of the runs that a run was forked from; nothing for a run that was not. */
export async function openSharedCalls(store: RunStore, run: RunRow): Promise<SharedCalls | undefined> {
  if (!run.forkOf) return undefined;
  const taken = new Set((await store.runCalls(run.id)).map((row) => row.sharedFrom));
  return {
    async take({ tool, inputHash }) {
      // Read at each call: the other run may have gone on since.
      const rows = (await ancestorCalls(store, run)).filter(
        (row) => row.tool === tool && !taken.has(row.sharedFrom ?? row.id) && (isEffect(row) || isUnsettled(row)),
      );
      const found =
        rows.find((row) => (row.change?.asked ?? row.inputHash) === inputHash) ??
        rows.find((row) => row.inputHash === inputHash);
      if (found) taken.add(found.sharedFrom ?? found.id);
      return found;
    },
  };
}

/** True for a call that happened and has changed something, or was confirmed by a person. */
export function isEffect({ inputHash, status, outcome }: CallRow): boolean {
  return inputHash !== undefined && status === "finished" && statusOf(outcome) === "ok";
}

/** True for a call that was begun and of which nobody knows the end. */
export function isUnsettled({ status, outcome }: CallRow): boolean {
  return status === "started" || statusOf(outcome) === "in_doubt";
}

/** True for a call that stands still for a person's word. */
export function isWaiting({ outcome }: CallRow): boolean {
  return statusOf(outcome) === "needs_confirmation";
}

/** Oldest run first. */
async function ancestorCalls(store: RunStore, run: RunRow): Promise<readonly CallRow[]> {
  const parent = run.forkOf && (await store.run(run.forkOf.run));
  if (!parent) return [];
  return [...(await ancestorCalls(store, parent)), ...(await store.runCalls(parent.id))];
}

function statusOf(outcome: unknown): unknown {
  return isPlainObject(outcome) ? outcome["status"] : undefined;
}
