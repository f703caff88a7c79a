import { exposedNames } from "../../mcp/client/exposed-names.ts";
import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import { acceptCommand } from "../../mcp/trust/trust-errors.ts";
import type { ExpectedTools } from "../../tools/expected-tools.ts";

/**
 * The tools that a server may have beside those that can be called: any at all unless it is ready, then those that wait
 * for a yes.
 * @param state `undefined` for one that was not asked for, or is switched off
 */
export function expectedOf(server: string, state: McpServerState | undefined): ExpectedTools {
  if (state?.status !== "ready")
    return { names: [`${server}/*`], ...(state?.code === "MCP_NOT_ACCEPTED" && { why: notAgreed(server) }) };
  const waiting = state.quarantined.map(({ name }) => name);
  return { names: [...exposedNames(server, waiting).values()], why: notAgreed(server) };
}

function notAgreed(server: string): string {
  return `A person has to agree to the MCP server "${server}" first (${acceptCommand(server)}).`;
}
