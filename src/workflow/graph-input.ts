import type { RunRow } from "../store/run-store.ts";
import type { LangGraph } from "./load-langgraph.ts";
import { runNodeGone } from "./runner-errors.ts";
import type { Workflow } from "./workflow.ts";

/** The key under which a run's context is handed to its nodes. A symbol: nothing that is serialised finds it. */
export const RUN_CONTEXT: unique symbol = Symbol("sopwith run context");

interface ReadableGraph {
  getState(config: object): Promise<{ readonly next: readonly string[]; readonly tasks: readonly { readonly name: string; readonly interrupts: readonly unknown[] }[]; readonly metadata?: unknown }>;
}

/**
 * What LangGraph must be given so that an open run goes on from its newest checkpoint. A run that stopped before its
 * first checkpoint begins again from its input: its journal knows what was done.
 * @throws `RUN_NODE_GONE` when the node it stands at is not there any more
 */
export async function graphInput(langGraph: LangGraph, graph: ReadableGraph, run: { readonly config: object; readonly row: RunRow; readonly workflow: Workflow }): Promise<unknown> {
  const snapshot = await graph.getState(run.config);
  if (snapshot.metadata === undefined) return run.row.input;
  const pending = [...snapshot.tasks.map((task) => task.name), ...snapshot.next];
  const gone = [...new Set(pending)].filter((name) => !(name in run.workflow.nodes) && !name.startsWith("__"));
  if (gone.length > 0) throw runNodeGone(run.row, gone, Object.keys(run.workflow.nodes));
  const waits = snapshot.tasks.some((task) => task.interrupts.length > 0);
  return waits ? new langGraph.Command({ resume: true }) : null;
}
