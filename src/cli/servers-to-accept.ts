import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import type { Project } from "../project/open-project.ts";

/** The commands that agree to the servers which were needed, and which nobody has agreed to start. */
export async function serversToAccept(project: Project): Promise<string[]> {
  const opened = [...(await project.servers()).opened()];
  return opened
    .filter(([name, servers]) => servers.state(name)?.code === "MCP_NOT_ACCEPTED")
    .map(([name]) => acceptCommand(name));
}
