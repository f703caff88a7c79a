import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { McpServed, ServeMcpOptions } from "../../../src/mcp/server/mcp-served.ts";
import { serveMcp } from "../../../src/mcp/server/serve-mcp.ts";
import { openShop, type Shop } from "./shop.ts";

/** A shop that is served over HTTP until the test ends. */
export interface ServedShop extends Shop {
  readonly url: string;
  readonly served: McpServed;
  /** Listens to what the operator is told. */
  readonly onNotice: (listener: (message: string) => void) => void;
}

/** A folder of its own, until the test ends. */
export function shopFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Serves the shop at a free port. */
export async function serveShop(options: ServeMcpOptions = {}, folder: string = shopFolder()): Promise<ServedShop> {
  const shop = await openShop(folder);
  const notices = new EventEmitter();
  const served = await serveMcp(shop.parts, {
    tools: ["shop/*"],
    ...options,
    overHttp: true,
    http: { port: 0, ...options.http },
    onNotice: (message) => notices.emit("notice", message),
  });
  onTestFinished(async () => {
    await served.close();
    await shop.store.close();
  });
  return { ...shop, url: served.url!, served, onNotice: (listener) => void notices.on("notice", listener) };
}
