import type { Tool as SdkTool } from "@modelcontextprotocol/server";
import { toolNames } from "../../model/tool-names.ts";
import type { CallScope } from "../../tools/call-scope.ts";
import { knownAvailability } from "../../tools/availability.ts";
import { toMcpTools } from "../../tools/export-tools.ts";
import { isShownTo } from "../../tools/gateway/is-shown-to.ts";
import type { AnyTool, Viewer } from "../../tools/tool.ts";
import { agentOf, type McpCaller } from "./mcp-caller.ts";
import type { ServedProject } from "./served-project.ts";

/** A tool that a caller may see, under the name by which it is served. */
export interface ServedTool {
  readonly tool: AnyTool;
  readonly name: string;
}

/** What stays the same for all calls of one caller. */
export function scopeOf(served: ServedProject, caller: McpCaller, callId: string): CallScope {
  return {
    caller: {
      run: callId,
      thread: `mcp-${caller.user ?? "local"}`,
      node: agentOf(caller),
      ...(caller.user !== undefined && { user: caller.user }),
    },
    locale: served.locale,
    grants: [{ allow: served.config.tools ?? [], source: "what the MCP server serves", code: "NOT_GRANTED" }],
    audit: served.audit.record,
    ...(served.secrets && { secrets: served.secrets }),
  };
}

/** The tools that this caller may see: chosen, switched on, visible to it, and available as far as is known. */
export function servedTools(served: ServedProject, caller: McpCaller): readonly ServedTool[] {
  const { registry } = served.parts;
  const scope = scopeOf(served, caller, "list");
  // Names are made of all tools, so that one tool has one name whoever looks.
  const names = toolNames(registry.list().map((tool) => tool.name));
  return registry
    .routed(scope.caller.thread)
    .filter((tool) => isShownTo(tool, { registry, scope }) && (!tool.available || knownAvailability(tool)))
    .map((tool) => ({ tool, name: names.encode(tool.name) }));
}

/** The list of these tools in MCP's form, sorted by name. */
export function toListedTools(tools: readonly ServedTool[], caller: McpCaller): SdkTool[] {
  const viewer: Viewer = { agent: agentOf(caller), ...(caller.user !== undefined && { user: caller.user }) };
  return tools
    .flatMap(({ tool, name }) => toMcpTools([tool], viewer).map((listed) => ({ ...listed, name }) as SdkTool))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
