import { fileURLToPath } from "node:url";
import type { McpStdioServer } from "../../../src/mcp/mcp-server-config.ts";

/** A script of `test/mcp/peers`, as a server. */
export function peer(file: string, ...args: readonly string[]): McpStdioServer {
  return { command: process.execPath, args: [fileURLToPath(new URL(`../peers/${file}`, import.meta.url)), ...args] };
}
