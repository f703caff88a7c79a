import type { McpServer } from "@modelcontextprotocol/server";
import { afterClose } from "./after-close.ts";

/** The lists of which clients are told when they change. */
export type ServedList = "tools" | "prompts" | "resources";

/** Tells whoever listens that a list has changed. */
export interface ListChanges {
  /** Changes that come together are told once. */
  tell(list: ServedList): void;
  /** @returns what ends it */
  onChange(listener: (list: ServedList) => void): () => void;
  /** Tells a connected server's client for as long as it is connected. */
  follow(server: McpServer): void;
}

/** Makes the place where changes of lists are told. */
export function createListChanges(): ListChanges {
  const listeners = new Set<(list: ServedList) => void>();
  const due = new Set<ServedList>();
  const tellAll = (): void => {
    const lists = [...due];
    due.clear();
    for (const list of lists) for (const listener of listeners) listener(list);
  };
  const onChange = (listener: (list: ServedList) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    tell: (list) => {
      if (due.size === 0) setImmediate(tellAll);
      due.add(list);
    },
    onChange,
    follow: (server) => {
      const stop = onChange((list) => void sendChange(server, list));
      afterClose(server.server, stop);
    },
  };
}

async function sendChange(server: McpServer, list: ServedList): Promise<void> {
  if (!server.isConnected()) return;
  try {
    if (list === "tools") await server.server.sendToolListChanged();
    else if (list === "prompts") await server.server.sendPromptListChanged();
    else await server.server.sendResourceListChanged();
  } catch {
    // The client has gone, or never said that it wants to be told.
  }
}
