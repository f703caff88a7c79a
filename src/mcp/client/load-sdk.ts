import type * as Sdk from "@modelcontextprotocol/client";

/** The MCP SDK, loaded with the first server that is opened. */
export type McpSdk = typeof Sdk;

let loading: Promise<McpSdk> | undefined;

/** The door to the SDK: nothing of it is loaded before somebody has a server. */
export function loadSdk(): Promise<McpSdk> {
  loading ??= import("@modelcontextprotocol/client");
  return loading;
}
