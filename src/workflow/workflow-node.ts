import type { z } from "zod";
import { buildGraph } from "./build-graph.ts";
import { PROGRESS_KEY } from "./check-workflow.ts";
import { workflowTools } from "./collect-tools.ts";
import { loadLangGraph } from "./load-langgraph.ts";
import type { AnyState, NodeResult, NodeRetry, WorkflowNode } from "./node.ts";
import { degradedReasons, type Progress } from "./progress.ts";
import { parseInput } from "./state-check.ts";
import type { RunContext } from "./run-context.ts";
import type { Visit } from "./visit.ts";
import type { StateSchema, Workflow } from "./workflow.ts";

/** What `workflowNode` takes. */
export interface WorkflowNodeSpec<State, Schema extends StateSchema> {
  readonly workflow: Workflow<Schema>;
  /** What the inner workflow begins with. */
  readonly input: (state: State) => z.input<Schema>;
  /** What its final state becomes here. */
  readonly save: (inner: z.output<Schema>, state: State) => Partial<NoInfer<State>>;
  /** @default one try */
  readonly retry?: NodeRetry;
}

/** A whole workflow as one node of another. Its questions to people, and its resume, are those of the outer run. */
export function workflowNode<State, Schema extends StateSchema>(
  spec: WorkflowNodeSpec<State, Schema>,
): WorkflowNode<State> {
  return {
    kind: "workflow",
    skills: Object.values(spec.workflow.nodes).flatMap((node) => node.skills),
    tools: [],
    brings: workflowTools(spec.workflow),
    innerNodes: spec.workflow.nodes,
    ...(spec.retry && { retry: spec.retry }),
    run: async (state: State, visit: Visit): Promise<NodeResult<State>> => {
      const { workflow } = spec;
      const langGraph = await loadLangGraph();
      // A second visit must not find the first one's journal, so the visit is part of the inner paths.
      const prefix = visit.visit === 1 ? `${visit.path}/` : `${visit.path}#${visit.visit}/`;
      const context = innerContext(visit.context);
      const graph = buildGraph(langGraph, workflow, { contextOf: () => context, prefix }).compile();
      const final: AnyState = await graph.invoke(parseInput(workflow, spec.input(state)), {
        signal: visit.signal,
        recursionLimit: workflow.maxSteps,
      });
      const { [PROGRESS_KEY]: progress, ...inner } = final;
      const reasons = degradedReasons(progress as Progress);
      const update = spec.save(inner as z.output<Schema>, state);
      return reasons.length === 0 ? { update } : { update, degraded: reasons.join(" ") };
    },
  };
}

/** The run is one: what an inner node notes in its row must be there for the outer nodes too. */
function innerContext(outer: RunContext): RunContext {
  return {
    ...outer,
    writes: [],
    get row() {
      return outer.row;
    },
    set row(row) {
      outer.row = row;
    },
  };
}
