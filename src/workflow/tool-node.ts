import type { ToolOutcome } from "../tools/tool-outcome.ts";
import type { Tool } from "../tools/tool.ts";
import { callWithApproval } from "./call-with-approval.ts";
import type { NodeResult, NodeRetry, WorkflowNode } from "./node.ts";
import type { Visit } from "./visit.ts";
import { toolNodeFailed } from "./workflow-errors.ts";

/** What `toolNode` takes. */
export interface ToolNodeSpec<State, Input, Output> {
  readonly tool: Tool<Input, Output>;
  readonly input: (state: State) => NoInfer<Input>;
  readonly save: (output: Output, state: State) => Partial<NoInfer<State>>;
  /** What the state becomes when the call did not succeed; the node is then degraded. @default the node fails */
  readonly degrade?: (outcome: ToolOutcome<Output>, state: State) => Partial<NoInfer<State>>;
  /** The approval node whose grants count for the call. */
  readonly grantedBy?: string;
  /** @default one try; the tool's own policy retries attempts */
  readonly retry?: NodeRetry;
}

/** A node that makes one tool call through the gateway, with no model. */
export function toolNode<State, Input, Output>(spec: ToolNodeSpec<State, Input, Output>): WorkflowNode<State> {
  return {
    kind: "tool",
    skills: [],
    tools: [spec.tool.name],
    calls: [spec.tool],
    onlyTools: true,
    ...(spec.grantedBy !== undefined && { grantedBy: spec.grantedBy }),
    ...(spec.retry && { retry: spec.retry }),
    run: async (state: State, visit: Visit): Promise<NodeResult<State>> => {
      const outcome = (await callWithApproval(visit, spec.tool.name, spec.input(state))) as ToolOutcome<Output>;
      if (outcome.status === "ok" && outcome.outputProblem === undefined)
        return { update: spec.save(outcome.output, state) };
      const failure = toolNodeFailed(visit.node, outcome);
      if (!spec.degrade) throw failure;
      return { update: spec.degrade(outcome, state), degraded: failure.message };
    },
  };
}
