import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { McpServerOptions, McpStdioServer } from "../../../src/mcp/mcp-server-config.ts";

const main = { "@playwright/mcp": "cli.js" } as Readonly<Record<string, string>>;

/** A server that somebody else wrote, from its package, as our child. */
export function packageServer(
  name: string,
  options: McpServerOptions & Partial<McpStdioServer> = {},
): McpStdioServer & McpServerOptions {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const file = join(folder, main[name] ?? "dist/index.js");
  return {
    startTimeoutMs: 60_000,
    ...options,
    command: process.execPath,
    args: [file, ...(options.args ?? [])],
  };
}
