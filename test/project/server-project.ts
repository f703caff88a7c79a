import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { McpNotice } from "../../src/mcp/client/mcp-servers.ts";
import type { ListedTool } from "../../src/mcp/client/mcp-trust.ts";
import type { McpServerConfig } from "../../src/mcp/mcp-server-config.ts";
import { openProject, type OpenProjectOptions, type Project } from "../../src/project/open-project.ts";
import { root, temporaryProject } from "./temporary-project.ts";

/** A tool that tells the weather, as a server lists it. */
export const forecast: ListedTool = {
  name: "forecast",
  description: "Weather of tomorrow in a city.",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

/** A tool with another name and the same arguments. */
export const archive: ListedTool = { ...forecast, name: "archive", description: "Weather of yesterday in a city." };

/** A server that lists what stands in `tools.json` of the project. */
export function listingServer(more: object = {}): McpServerConfig {
  const args = [join(root, "test/mcp/peers/listing-server.ts"), "tools.json"];
  return { command: process.execPath, args, era: "legacy", effects: { "*": "read" }, ...more };
}

/** A project with the server `weather`, whose tools are these. */
export function serverProject(
  tools: readonly ListedTool[],
  files: Readonly<Record<string, string>> = {},
  more: object = {},
): string {
  return temporaryProject({
    "tools.json": JSON.stringify(tools),
    "mcp.json": JSON.stringify({ mcpServers: { weather: listingServer(more) } }),
    ...files,
  });
}

/** Lets the server of the project list other tools. */
export function changeTools(folder: string, tools: readonly ListedTool[]): void {
  writeFileSync(join(folder, "tools.json"), JSON.stringify(tools));
}

/** The project in a folder, and what it tells of servers. Closed when the test ends. */
export async function open(
  folder: string,
  options: OpenProjectOptions = {},
): Promise<{ project: Project; notices: McpNotice[] }> {
  const notices: McpNotice[] = [];
  const project = await openProject({ cwd: folder, env: {}, onNotice: (notice) => notices.push(notice), ...options });
  onTestFinished(() => project.close());
  return { project, notices };
}

/** Agrees to everything that the project's servers are and have. */
export async function agree(folder: string, ...names: readonly string[]): Promise<void> {
  const { project } = await open(folder);
  const servers = await project.servers();
  for (const name of names.length > 0 ? names : servers.names) {
    await servers.trust.acceptStart(name);
    await servers.open([name]);
    const listed = servers.opened().get(name)?.listed(name) ?? [];
    await servers.trust.acceptTools(
      name,
      listed,
      listed.map((tool) => tool.name),
    );
  }
  await project.close();
}
