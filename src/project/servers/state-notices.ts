import { joinNames } from "../../base/names.ts";
import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import type { McpNotice } from "../../mcp/client/mcp-servers.ts";
import { acceptCommand } from "../../mcp/trust/trust-errors.ts";

/** What people should know of a server that was just opened; nothing where all is well. */
export function stateNotices(state: McpServerState): McpNotice[] {
  const { name: server, status, problem, quarantined } = state;
  if (status !== "ready" && status !== "disabled")
    return [{ server, level: "warning", message: problem ?? "It was not ready in time." }];
  if (quarantined.length === 0) return [];
  const kinds = (["new", "changed"] as const).flatMap((verdict) => {
    const names = quarantined.filter((tool) => tool.verdict === verdict).map(({ name }) => name);
    return names.length === 0 ? [] : [`${verdict}: ${joinNames(names)}`];
  });
  const message = `Tools that nobody agreed to cannot be called (${kinds.join("; ")}). Look at them with: ${acceptCommand(server)}`;
  return [{ server, level: "warning", message }];
}
