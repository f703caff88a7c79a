import type { McpServed, ServeMcpOptions } from "./mcp-served.ts";
import type { McpServeParts } from "./serve-parts.ts";

/**
 * Serves tools, workflows and skills over MCP, to clients of both eras of the protocol.
 * @throws `MCP_SERVE_OPEN`, `MCP_SERVE_TOKEN`, `MCP_SERVE_LISTEN`, `MCP_SERVE_UNKNOWN`
 */
export async function serveMcp(parts: McpServeParts, options: ServeMcpOptions = {}): Promise<McpServed> {
  const { openServedProject } = await import("./served-project.ts");
  const served = await openServedProject(parts, options);
  try {
    if (options.overHttp) return await (await import("./serve-http.ts")).serveHttp(served, options);
    return (await import("./serve-stdio.ts")).serveOverStdio(served, options);
  } catch (error) {
    await served.close();
    throw error;
  }
}
