import type { CallToolResult } from "@modelcontextprotocol/server";
import { isSopwithError, messageOf } from "../../base/errors.ts";
import { errorResult } from "./call-result.ts";
import { hidePaths } from "./hide-paths.ts";
import type { RunWork } from "./run-work.ts";
import { RESUME_TOOL } from "./workflow-tools.ts";

/** What was thrown while a run was worked on, as a client may read it; what it may not is told here. */
export function toRunFailure({ served, workflow, call }: RunWork, error: unknown): CallToolResult {
  const clean = (words: string): string => hidePaths(served.secrets?.text(words) ?? words);
  if (isSopwithError(error, "RUN_STOPPED")) {
    const thread = String(error.data["thread"]);
    served.notice(
      `Workflow ${workflow}, thread ${thread}: ${call.caller.client} cancelled the request, so the run was stopped.`,
    );
    return errorResult(
      `The run on thread "${thread}" was stopped, because the request was cancelled. What was done is kept; ${RESUME_TOOL} with ${JSON.stringify({ thread })} goes on.`,
    );
  }
  if (isSopwithError(error)) {
    const lines = [
      `${error.message} (${error.code})`,
      ...error.details,
      ...error.diagnostics.map(({ message }) => message),
    ];
    return errorResult(clean(lines.join("\n")));
  }
  served.notice(`Workflow ${workflow}: ${messageOf(error)}`);
  return errorResult(`The workflow "${workflow}" could not be run: something failed inside the server.`);
}
