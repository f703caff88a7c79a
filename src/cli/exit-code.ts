import { isSopwithError } from "../base/errors.ts";
import type { RunStatus } from "../trace/run-event.ts";

/** What the command's exit code says. */
export const EXIT = { completed: 0, failed: 1, usage: 2, waiting: 3, degraded: 4, cancelled: 5, stopped: 130 } as const;

/** Errors whose cause is what stands on the command line. */
const USAGE_CODES: ReadonlySet<string> = new Set([
  "USAGE",
  "WORKFLOW_NOT_FOUND",
  "SKILL_NOT_FOUND",
  "TOOL_UNKNOWN",
  "AGENT_NOT_FOUND",
  "THREAD_NOT_FOUND",
  "APPROVAL_NOT_FOUND",
  "MCP_SERVER_UNKNOWN",
  "MCP_TOOL_NOT_LISTED",
  "MCP_PROMPT_NOT_LISTED",
  "REHEARSAL_NOT_FOUND",
  "REHEARSAL_AMBIGUOUS",
  "REHEARSAL_OTHER",
  "INPUT_FILE",
  "INPUT_NOT_TEXT",
  "STATE_INVALID",
]);

/** The exit code for how a run stands. A run that is still worked on by somebody else has not failed, but not ended either. */
export function exitCodeOf(status: RunStatus): number {
  return status === "running" ? EXIT.waiting : EXIT[status];
}

/** The exit code for an error that ended a command. */
export function exitCodeOfError(error: unknown): number {
  if (isSopwithError(error, "RUN_STOPPED")) return EXIT.stopped;
  // With a place it is about a file that names the toolset.
  if (isSopwithError(error, "TOOLSET_UNKNOWN")) return error.where ? EXIT.failed : EXIT.usage;
  return isSopwithError(error) && USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed;
}
