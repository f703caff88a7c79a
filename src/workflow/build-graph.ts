import { PROGRESS_KEY, nextNodes } from "./check-workflow.ts";
import { applyUpdate, chooseTargets } from "./choose-targets.ts";
import { END_TARGET } from "./edge.ts";
import { enterNode } from "./enter-node.ts";
import { findJoins } from "./joins.ts";
import type { LangGraph } from "./load-langgraph.ts";
import type { AnyState, WorkflowNode } from "./node.ts";
import { addStep, noProgress, type NodeOutcome, type Progress, type ProgressStep } from "./progress.ts";
import type { RunContext } from "./run-context.ts";
import { checkUpdate, stateDefaults } from "./state-check.ts";
import type { Workflow } from "./workflow.ts";

/** What a graph's nodes are called with: LangGraph's config, as far as it is used here. */
export interface NodeConfig {
  readonly configurable?: Readonly<Record<string, unknown>>;
  readonly context?: unknown;
  readonly signal?: AbortSignal;
}

/** How a graph finds what its nodes share, and what its nodes' paths begin with. */
export interface GraphPlace {
  readonly contextOf: (config: NodeConfig) => RunContext | Promise<RunContext>;
  /** `""`, or the outer node's path and a slash. */
  readonly prefix: string;
}

type StateGraphOf = InstanceType<LangGraph["StateGraph"]>;

/** Makes the LangGraph graph of a workflow, not yet compiled. One superstep is one visit of one of our nodes. */
export function buildGraph(langGraph: LangGraph, workflow: Workflow, place: GraphPlace): StateGraphOf {
  const joins = findJoins(workflow);
  const graph = emptyGraph(langGraph, workflow);
  for (const [name, node] of Object.entries(workflow.nodes)) {
    const enter = graphNode({
      langGraph,
      workflow,
      place,
      name,
      node,
      earlierJoins: joins.after.get(name) ?? [],
      joins: joins.names,
    });
    const ends = [...new Set([...nextNodes(workflow, name), name])];
    graph.addNode(name, enter, { defer: joins.names.has(name), ends: [...ends, langGraph.END] });
  }
  graph.addEdge(langGraph.START, workflow.start);
  return graph;
}

/** A channel for each key of the state, and one for the run's own course. */
function emptyGraph({ StateGraph, Annotation }: LangGraph, workflow: Workflow): StateGraphOf {
  const channels: Record<string, ReturnType<typeof Annotation<unknown>>> = {};
  for (const key of Object.keys(workflow.state.shape)) {
    const reduce = workflow.reduce[key];
    const first = stateDefaults(workflow.state)[key];
    const reducer = (before: unknown, written: unknown): unknown =>
      before === undefined ? written : reduce!(before, written);
    channels[key] = (
      reduce ? Annotation<unknown>({ reducer, default: () => first }) : Annotation<unknown>()
    ) as ReturnType<typeof Annotation<unknown>>;
  }
  const progress = Annotation<Progress, ProgressStep>({ reducer: addStep, default: () => noProgress });
  return new StateGraph(Annotation.Root({ ...channels, [PROGRESS_KEY]: progress }));
}

interface GraphNodeParts {
  readonly langGraph: LangGraph;
  readonly workflow: Workflow;
  readonly place: GraphPlace;
  readonly name: string;
  readonly node: WorkflowNode<AnyState>;
  readonly earlierJoins: readonly string[];
  readonly joins: ReadonlySet<string>;
}

/** The function that LangGraph calls for one of our nodes. */
function graphNode(parts: GraphNodeParts) {
  const { langGraph, workflow, place, name } = parts;
  const { Command, END, interrupt, isGraphBubbleUp } = langGraph;
  const toEnd = (target: string): string => (target === END_TARGET ? END : target);
  const path = `${place.prefix}${name}`;
  const leave = (
    goto: readonly string[],
    step: { readonly update: AnyState; readonly outcome?: NodeOutcome },
  ): InstanceType<typeof Command> => {
    const arms = goto.filter((target) => parts.joins.has(target));
    const progress: ProgressStep = { node: name, arms, ...(step.outcome && { outcome: step.outcome }) };
    return new Command({ goto: goto.map(toEnd), update: { ...step.update, [PROGRESS_KEY]: progress } });
  };

  return async (input: AnyState, config: NodeConfig): Promise<InstanceType<typeof Command>> => {
    const found = place.contextOf(config);
    const context = found instanceof Promise ? await found : found;
    const { [PROGRESS_KEY]: kept, ...written } = input;
    const progress = (kept ?? noProgress) as Progress;
    if (parts.earlierJoins.some((join) => progress.armed.includes(join))) return leave([name], { update: {} });
    const state = { ...stateDefaults(workflow.state), ...written };
    const visit = (progress.visits[name] ?? 0) + 1;
    const entered = await enterNode({
      context,
      name,
      path,
      node: parts.node,
      state,
      visit,
      interrupt,
      // LangGraph's own test reads a field of whatever was thrown.
      steers: (thrown) => typeof thrown === "object" && thrown !== null && isGraphBubbleUp(thrown),
    });
    if ("failure" in entered) {
      const fallback = workflow.fallbacks[name];
      if (fallback === undefined) throw entered.failure;
      const { code, message } = entered.failure;
      return leave([fallback], { update: {}, outcome: { status: "failed", code, reason: message } });
    }
    const { update, degraded } = entered.result;
    checkUpdate(workflow, name, update);
    context.writes.push({ node: name, keys: Object.keys(update) });
    const targets = chooseTargets(workflow, name, applyUpdate(workflow, state, update));
    return leave(targets, {
      update,
      outcome: degraded === undefined ? { status: "completed" } : { status: "degraded", reason: degraded },
    });
  };
}
