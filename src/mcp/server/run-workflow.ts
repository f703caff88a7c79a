import { isPlainObject, type JsonObject } from "../../base/json.ts";
import { errorResult } from "./call-result.ts";
import { invalidState, type McpCall } from "./call-tool.ts";
import type { RequestState } from "./request-state.ts";
import type { McpAnswer } from "./run-work.ts";
import type { ServedProject } from "./served-project.ts";
import { goOnWithAnswers, workOnRun } from "./work-on-run.ts";
import type { WorkflowTool } from "./workflow-tools.ts";

/** Starts a run, or goes on with the one whose questions the client hands the answers back for. */
export async function runWorkflow(served: ServedProject, tool: WorkflowTool, call: McpCall): Promise<McpAnswer> {
  const { workflow } = tool;
  const { user } = call.caller;
  const work = { served, workflow: workflow.name, call };
  const state = call.context.mcpReq.requestState<RequestState>();
  if (state !== undefined) {
    if (state.kind !== "run" || state.workflow !== workflow.name) throw invalidState();
    return goOnWithAnswers(work, state);
  }
  const values = isPlainObject(call.input) ? (call.input as JsonObject) : {};
  const unknown = Object.keys(values).filter((key) => !takes(tool, key));
  if (unknown.length > 0)
    return errorResult(
      `Nothing was started: the workflow does not take ${unknown.map((key) => `"${key}"`).join(", ")}.`,
    );
  return workOnRun(work, ({ runner, rehearsalPath }, options) =>
    runner.start(tool.toInput(values), {
      ...options,
      ...(user !== undefined && { user }),
      ...(rehearsalPath !== undefined && { rehearsal: rehearsalPath }),
    }),
  );
}

function takes({ listed }: WorkflowTool, key: string): boolean {
  return Object.hasOwn(listed.inputSchema.properties ?? {}, key);
}
