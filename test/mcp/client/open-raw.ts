import { onTestFinished } from "vitest";
import { openMcpServers } from "../../../src/mcp/client/open-mcp-servers.ts";
import type { McpNotice, McpServers, McpServersParts } from "../../../src/mcp/client/mcp-servers.ts";
import type { McpServerState } from "../../../src/mcp/client/mcp-server-state.ts";
import type { McpServerOptions, McpStdioServer } from "../../../src/mcp/mcp-server-config.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import type { CallScope } from "../../../src/tools/call-scope.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import { createToolRegistry, type ToolRegistry } from "../../../src/tools/tool-registry.ts";
import { peer } from "./peer.ts";
import type { RawScript } from "../peers/raw-server.ts";

/** A server that does what the script says. */
export function rawServer(
  script: RawScript,
  options: McpServerOptions & Partial<McpStdioServer> = {},
): McpStdioServer & McpServerOptions {
  return { ...peer("raw-server.ts", JSON.stringify(script)), era: "legacy", effects: { "*": "read" }, ...options };
}

/** Open servers with a registry that follows them, and a way to call. Closed when the test ends. */
export interface Opened {
  readonly servers: McpServers;
  readonly registry: ToolRegistry;
  readonly notices: readonly McpNotice[];
  readonly call: (tool: string, input?: unknown, scope?: Partial<CallScope>) => Promise<ToolOutcome>;
}

/** Opens servers and waits until they are ready. */
export async function openServers(parts: McpServersParts): Promise<Opened> {
  const notices: McpNotice[] = [];
  const servers = await openMcpServers({ onNotice: (notice) => notices.push(notice), ...parts });
  onTestFinished(() => servers.close());
  await servers.ready();
  const registry = createToolRegistry();
  servers.attach(registry);
  const gateway = createGateway({ registry });
  let count = 0;
  return {
    servers,
    registry,
    notices,
    call: (tool, input = {}, scope = {}) =>
      gateway.call(
        { callId: `c${(count += 1)}`, tool, input },
        { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en", ...scope },
      ),
  };
}

/** Waits until a server's state is as wanted. */
export function stateWhere(
  servers: McpServers,
  name: string,
  is: (state: McpServerState) => boolean,
): Promise<McpServerState> {
  const now = servers.state(name);
  if (now && is(now)) return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = servers.onChange((state) => {
      if (state.name !== name || !is(state)) return;
      stop();
      resolve(state);
    });
  });
}
