import { joinNames } from "../../base/names.ts";
import type { McpServerState } from "../../mcp/client/mcp-server-state.ts";
import type { McpNotice } from "../../mcp/client/mcp-servers.ts";
import { stateNotices } from "./state-notices.ts";

/** Passes notices on, each once: a server that is tried again and again is not told of again and again. */
export interface NoticeDesk {
  readonly tell: (notice: McpNotice) => void;
  /** Told of every change of a server's state: says which tools came and went, and which wait for a yes. */
  readonly watch: (state: McpServerState) => void;
  /** Listens as well, as a run does that is worked on. @returns what ends it */
  readonly follow: (listener: (notice: McpNotice) => void) => () => void;
}

/** Makes the desk of a project. */
export function createNoticeDesk(onNotice: ((notice: McpNotice) => void) | undefined): NoticeDesk {
  const told = new Map<string, Set<string>>();
  const tools = new Map<string, readonly string[]>();
  const followers = new Set<(notice: McpNotice) => void>();
  const pass = (notice: McpNotice): void => {
    for (const follower of followers) follower(notice);
    onNotice?.(followers.size > 0 ? { ...notice, inRun: true } : notice);
  };
  const tell = (notice: McpNotice): void => {
    const messages = told.get(notice.server) ?? new Set();
    told.set(notice.server, messages);
    if (messages.has(notice.message)) return;
    messages.add(notice.message);
    pass(notice);
  };
  return {
    tell,
    follow: (listener) => {
      followers.add(listener);
      return () => void followers.delete(listener);
    },
    watch: (state) => {
      const { name, status, quarantined } = state;
      if (status !== "ready") return;
      // A server that is lost again is told of again; what waits for a yes goes on waiting through a new connection.
      if (quarantined.length === 0) told.delete(name);
      const before = tools.get(name);
      tools.set(name, state.tools);
      if (before) for (const notice of changeNotices(name, before, state.tools)) pass(notice);
      for (const notice of stateNotices(state)) tell(notice);
    },
  };
}

function changeNotices(server: string, before: readonly string[], now: readonly string[]): McpNotice[] {
  const come = now.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !now.includes(name));
  const words = [
    ...(come.length > 0 ? [`it has ${joinNames(come)} now`] : []),
    ...(gone.length > 0 ? [`${joinNames(gone)} can no longer be called`] : []),
  ];
  if (words.length === 0) return [];
  return [{ server, level: "info", message: `The list of its tools has changed: ${words.join("; ")}.` }];
}
