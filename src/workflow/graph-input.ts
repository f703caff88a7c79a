import type { RunRow } from "../store/run-store.ts";
import type { LangGraph } from "./load-langgraph.ts";
import { runNodeGone } from "./runner-errors.ts";
import type { Workflow } from "./workflow.ts";

/** The key under which a run's context is handed to its nodes. A symbol: nothing that is serialised finds it. */
export const RUN_CONTEXT: unique symbol = Symbol("sopwith run context");

/** What LangGraph calls the channel through which a node is entered. */
const ENTRY_CHANNEL = "branch:to:";

interface ReadableGraph {
  getState(
    config: object,
  ): Promise<{ readonly tasks: readonly { readonly interrupts: readonly unknown[] }[]; readonly metadata?: unknown }>;
}

interface ReadableSaver {
  getTuple(
    config: object,
  ): Promise<{ readonly checkpoint: { readonly channel_values: Readonly<Record<string, unknown>> } } | undefined>;
}

/**
 * What LangGraph must be given so that an open run goes on from its newest checkpoint. A run that stopped before its
 * first checkpoint begins again from its input: its journal knows what was done.
 * @throws `RUN_NODE_GONE` when the node it stands at is not there any more
 */
export async function graphInput(
  {
    langGraph,
    graph,
    saver,
  }: { readonly langGraph: LangGraph; readonly graph: ReadableGraph; readonly saver: ReadableSaver },
  run: { readonly config: object; readonly row: RunRow; readonly workflow: Workflow },
): Promise<unknown> {
  const kept = await saver.getTuple(run.config);
  if (!kept) return run.row.input;
  // LangGraph itself forgets tasks of nodes it no longer has, and would end the run without a word.
  const pending = Object.keys(kept.checkpoint.channel_values).flatMap((channel) =>
    channel.startsWith(ENTRY_CHANNEL) ? [channel.slice(ENTRY_CHANNEL.length)] : [],
  );
  const gone = pending.filter((name) => !(name in run.workflow.nodes));
  if (gone.length > 0) throw runNodeGone(run.row, gone, Object.keys(run.workflow.nodes));
  const snapshot = await graph.getState(run.config);
  const waits = snapshot.tasks.some((task) => task.interrupts.length > 0);
  return waits ? new langGraph.Command({ resume: true }) : null;
}
