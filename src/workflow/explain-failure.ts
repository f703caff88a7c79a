import { isSopwithError, type SopwithError } from "../base/errors.ts";
import type { RunContext } from "./run-context.ts";
import { runFailed } from "./runner-errors.ts";
import { stateConflict, stepLimit } from "./workflow-errors.ts";
import type { Workflow } from "./workflow.ts";

/** What a run failed of, in our words: LangGraph names neither the nodes of a conflict nor the setting of a limit. */
export function explainFailure(
  thrown: unknown,
  run: { readonly workflow: Workflow; readonly writes: RunContext["writes"] },
): SopwithError {
  if (isSopwithError(thrown)) return thrown;
  const code = langGraphCode(thrown);
  if (code === "GRAPH_RECURSION_LIMIT") return stepLimit(run.workflow.name, run.workflow.maxSteps);
  if (code === "INVALID_CONCURRENT_GRAPH_UPDATE") return explainConflict(thrown, run);
  return runFailed(thrown);
}

function explainConflict(
  thrown: unknown,
  { workflow, writes }: { readonly workflow: Workflow; readonly writes: RunContext["writes"] },
): SopwithError {
  for (const key of Object.keys(workflow.state.shape)) {
    if (!(thrown as Error).message.includes(`"${key}"`)) continue;
    const nodes = writes.filter((write) => write.keys.includes(key)).map((write) => write.node);
    return stateConflict({ workflow: workflow.name, key, nodes: [...new Set(nodes.slice(-2))] });
  }
  return runFailed(thrown);
}

function langGraphCode(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "lc_error_code" in thrown ? thrown.lc_error_code : undefined;
}
