import type { Rehearsal } from "../../model/rehearsal.ts";
import type { CallRow, RunStore } from "../../store/run-store.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { recordRun } from "./record-run.ts";

/** A run that went well, as the sequence of answers that led to it. */
export interface Trajectory {
  /** The test with the turns of the run, one after the other, in place of its own. */
  readonly rehearsal: Rehearsal;
  /** The calls that ran, where they stand; those that were refused are left out, and so is what hands in a result. */
  readonly steps: readonly TrajectoryStep[];
  /** All calls that ran, with their arguments and outcomes. */
  readonly calls: readonly CallRow[];
}

/** A call of the scripted model that ran. */
export interface TrajectoryStep {
  /** Index of the turn in the trajectory's rehearsal. */
  readonly turn: number;
  /** Index of the call in the turn. */
  readonly position: number;
  readonly tool: string;
  readonly node: string;
  /** False for a call that only looks. */
  readonly changes: boolean;
}

/** What happened in a run of a test, to be played again with changes. */
export async function toTrajectory(
  store: RunStore,
  run: string,
  { test, tools }: { readonly test: Rehearsal; readonly tools: readonly AnyTool[] },
): Promise<Trajectory> {
  const recorded = await recordRun(store, run, test.file);
  const calls = await store.runCalls(run);
  const rows = await store.runTurns(run);
  const changing = new Set(tools.filter((tool) => tool.effect !== "read").map((tool) => tool.name));
  const ran = new Set(calls.filter((call) => call.fallbackOf === undefined).map(placeOf));
  const steps = recorded.turns.flatMap((turn, index) =>
    turn.call.flatMap(({ tool }, position) =>
      ran.has(placeOf({ ...rows[index]!, position })) && !tool.startsWith("node/")
        ? [{ turn: index, position, tool, node: turn.node!, changes: changing.has(tool) }]
        : [],
    ),
  );
  return { rehearsal: { ...test, faults: {}, turns: recorded.turns }, steps, calls };
}

function placeOf({ path, visit, turn, position }: Pick<CallRow, "path" | "visit" | "turn" | "position">): string {
  return `${path}\n${visit}\n${turn}\n${position}`;
}
