import type * as langGraph from "@langchain/langgraph";

/** LangGraph, as a module. */
export type LangGraph = typeof langGraph;

/** Loads LangGraph when the first workflow is compiled: it takes longer than everything else together. */
export function loadLangGraph(): Promise<LangGraph> {
  return (loading ??= import("@langchain/langgraph"));
}

/** An import that has been made still costs microseconds each time it is asked for. */
let loading: Promise<LangGraph> | undefined;
