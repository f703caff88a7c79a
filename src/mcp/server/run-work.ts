import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { RunResult } from "../../workflow/run-result.ts";
import type { McpCall } from "./call-tool.ts";
import type { ServedProject } from "./served-project.ts";

/** What a tool call may come to. */
export type McpAnswer = CallToolResult | InputRequiredResult;

/** A run that is worked on for a client. */
export interface RunWork {
  readonly served: ServedProject;
  readonly workflow: string;
  readonly call: McpCall;
}

/** A run of any workflow as it stands. */
export type AnyResult = RunResult<Readonly<Record<string, unknown>>>;

/** A run that waits for a person. */
export type WaitingRun = Extract<AnyResult, { readonly status: "waiting" }>;
