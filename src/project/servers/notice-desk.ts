import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import type { McpNotice } from "../../mcp/client/mcp-servers.ts";

/** Passes notices on, each once: a server that is tried again and again is not told of again and again. */
export interface NoticeDesk {
  readonly tell: (notice: McpNotice) => void;
  /** Told of a server's state: one that was ready and is lost again is told of again. */
  readonly watch: (state: McpServerState) => void;
}

/** Makes the desk of a project. */
export function createNoticeDesk(onNotice: ((notice: McpNotice) => void) | undefined): NoticeDesk {
  const told = new Map<string, Set<string>>();
  return {
    tell: (notice) => {
      const messages = told.get(notice.server) ?? new Set();
      told.set(notice.server, messages);
      if (messages.has(notice.message)) return;
      messages.add(notice.message);
      onNotice?.(notice);
    },
    watch: ({ name, status, quarantined }) => {
      // What waits for a yes goes on waiting through a new connection.
      if (status === "ready" && quarantined.length === 0) told.delete(name);
    },
  };
}
