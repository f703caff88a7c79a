import { setTimeout as wait } from "node:timers/promises";
import type { McpConnection } from "./connect.ts";

/** What is done when a server's lists change. */
export interface ChangeListeners {
  onTools(): void;
  /** Resources or prompts. */
  onOthers(): void;
}

/** Waits between tries to be told of changes, in ms. */
const firstWaitMs = 200;
const longestWaitMs = 30_000;
/** How long a server may take to agree, in ms. */
const agreeMs = 10_000;

/**
 * Has the listeners told of changes as long as the connection lives. Servers of the old era tell by themselves; of the
 * new era one has to be asked, and asked again when the stream ends: what changed meanwhile was missed, so that counts
 * as a change. @returns what ends it
 */
export function watchChanges(connection: McpConnection, listeners: ChangeListeners): () => void {
  const { client, capabilities, era, closed } = connection;
  client.setNotificationHandler("notifications/tools/list_changed", () => listeners.onTools());
  client.setNotificationHandler("notifications/prompts/list_changed", () => listeners.onOthers());
  client.setNotificationHandler("notifications/resources/list_changed", () => listeners.onOthers());
  const filter = {
    ...(capabilities.tools?.listChanged && { toolsListChanged: true as const }),
    ...(capabilities.prompts?.listChanged && { promptsListChanged: true as const }),
    ...(capabilities.resources?.listChanged && { resourcesListChanged: true as const }),
  };
  const controller = new AbortController();
  void closed.then(() => controller.abort());
  if (era === "modern" && Object.keys(filter).length > 0)
    void keepListening(connection, { filter, signal: controller.signal, listeners });
  return () => controller.abort();
}

interface Listening {
  readonly filter: Parameters<McpConnection["client"]["listen"]>[0];
  readonly signal: AbortSignal;
  readonly listeners: ChangeListeners;
}

/** Never rejects. */
async function keepListening({ client }: McpConnection, { filter, signal, listeners }: Listening): Promise<void> {
  let waitMs = 0;
  while (!signal.aborted) {
    try {
      const stream = await client.listen(filter, { signal, timeout: agreeMs });
      if (waitMs > 0) {
        listeners.onTools();
        listeners.onOthers();
      }
      const openedAt = performance.now();
      await stream.closed;
      // A stream that held for a while starts the waits anew; one that ends at once does not.
      if (performance.now() - openedAt > longestWaitMs) waitMs = 0;
    } catch (error) {
      // A server that says that it may be listened to and does not know how is not asked for ever.
      if ((error as { readonly code?: unknown } | null)?.code === -32_601) return;
    }
    waitMs = Math.min(longestWaitMs, Math.max(firstWaitMs, waitMs * 2));
    await wait(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
