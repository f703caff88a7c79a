import type { NodeStatus } from "../trace/run-event.ts";

/** How the newest visit of a node ended. */
export interface NodeOutcome {
  readonly status: Exclude<NodeStatus, "waiting">;
  readonly reason?: string;
  readonly code?: string;
}

/** What a run keeps of its own course, in the checkpoint beside the state. */
export interface Progress {
  /** How often each node was entered. */
  readonly visits: Readonly<Record<string, number>>;
  readonly outcomes: Readonly<Record<string, NodeOutcome>>;
  /** Joins that are on their way to be entered. */
  readonly armed: readonly string[];
}

/** What one node visit adds. */
export interface ProgressStep {
  readonly node: string;
  /** Absent when a join stepped back to let another go first. */
  readonly outcome?: NodeOutcome;
  /** Joins this visit leads to. */
  readonly arms: readonly string[];
}

/** Where every run begins. */
export const noProgress: Progress = { visits: {}, outcomes: {}, armed: [] };

/** Adds one visit. Steps of one superstep may come in any order. */
export function addStep(progress: Progress, step: ProgressStep): Progress {
  const armed = new Set(progress.armed);
  if (step.outcome) armed.delete(step.node);
  for (const join of step.arms) armed.add(join);
  if (!step.outcome) return { ...progress, armed: [...armed] };
  return {
    visits: { ...progress.visits, [step.node]: (progress.visits[step.node] ?? 0) + 1 },
    outcomes: { ...progress.outcomes, [step.node]: step.outcome },
    armed: [...armed],
  };
}

/**
 * Why a finished run is only half a success: its degraded nodes, and the failures that led to them. A node that failed
 * and whose fallback did its work is none: the run is then completed.
 */
export function degradedReasons(progress: Progress): readonly string[] {
  const outcomes = Object.entries(progress.outcomes);
  if (!outcomes.some(([, outcome]) => outcome.status === "degraded")) return [];
  return outcomes.flatMap(([node, outcome]) => (outcome.status === "completed" ? [] : [`${node}: ${outcome.reason}`]));
}
