import type { CompiledGraph } from "./compile-graph.ts";
import type { RunRow } from "../store/run-store.ts";
import { otherChanges } from "./other-changes.ts";
import type { WorkflowParts } from "./run-context.ts";
import { runNodeGone } from "./runner-errors.ts";
import type { Workflow } from "./workflow.ts";

/** What LangGraph calls the channel through which a node is entered. */
const ENTRY_CHANNEL = "branch:to:";

/**
 * What LangGraph must be given so that an open run goes on from its newest checkpoint. A run that stopped before its
 * first checkpoint begins again from its input: its journal knows what was done.
 * @throws `RUN_NODE_GONE` when the node it stands at is not there any more
 */
export async function graphInput(
  { langGraph, saver, parts }: Pick<CompiledGraph, "langGraph" | "saver"> & { readonly parts: WorkflowParts },
  run: { readonly config: object; readonly row: RunRow; readonly workflow: Workflow },
): Promise<unknown> {
  const kept = await saver.getTuple(run.config);
  if (!kept) return run.row.input;
  // LangGraph itself forgets tasks of nodes it no longer has, and would end the run without a word.
  const entered = Object.keys(kept.checkpoint.channel_values).filter((channel) => channel.startsWith(ENTRY_CHANNEL));
  const gone = entered
    .map((channel) => channel.slice(ENTRY_CHANNEL.length))
    .filter((name) => !Object.hasOwn(run.workflow.nodes, name));
  if (gone.length > 0) {
    const others = await otherChanges(parts, run.workflow, run.row);
    throw runNodeGone(run.row, gone, [`Nodes now: ${Object.keys(run.workflow.nodes).join(", ")}.`, ...others]);
  }
  const waits = kept.pendingWrites?.some(([_task, channel]) => channel === langGraph.INTERRUPT) ?? false;
  return waits ? new langGraph.Command({ resume: true }) : null;
}
