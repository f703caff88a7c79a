import { randomUUID } from "node:crypto";
import type { JsonObject } from "../base/json.ts";
import type { RunRow } from "../store/run-store.ts";
import type { Emit } from "../trace/run-event.ts";
import type { NodeConfig } from "./build-graph.ts";
import type { RunContext } from "./run-context.ts";
import { makeRunContext, type RunContextParts } from "./run-context-of.ts";
import { workflowHash } from "./workflow-hash.ts";

/**
 * The context of a graph that somebody else runs (LangGraph's server, Studio, a hand-written graph): the thread is
 * LangGraph's, and there is one run for its whole life. Nobody holds the thread; two processes must not share one. Without a
 * checkpointer nothing can be resumed, so what was called before must not answer: each visit is a run of its own.
 */
export async function bareContext(
  made: Omit<RunContextParts, "emit" | "live" | "signal">,
  config: NodeConfig,
): Promise<RunContext> {
  const given = config.configurable?.["thread_id"];
  const thread = typeof given === "string" ? given : "graph";
  const isKept = config.configurable?.[CHECKPOINTER] !== undefined;
  const id = isKept ? `graph:${thread}` : `graph:${thread}:${randomUUID()}`;
  const writer = (config as { readonly writer?: (chunk: unknown) => void }).writer;
  const emit: Emit = (event) => writer?.(event);
  const signal = config.signal ?? new AbortController().signal;
  const row = (await made.parts.store.run(id)) ?? newRow(made, id);
  return makeRunContext({ ...made, emit, signal, live: false }, row);
}

/** Where LangGraph tells a node of the checkpointer that it runs under. */
const CHECKPOINTER = "__pregel_checkpointer";

function newRow({ workflow }: Pick<RunContextParts, "workflow">, id: string): RunRow {
  const input: JsonObject = {};
  const usage = { inputTokens: 0, outputTokens: 0 };
  return {
    id,
    thread: id,
    ordinal: 1,
    workflow: workflow.name,
    workflowHash: workflowHash(workflow),
    status: "running",
    input,
    skills: {},
    usage,
    startedAt: new Date().toISOString(),
  };
}
