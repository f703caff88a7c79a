import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { afterClose } from "./after-close.ts";
import { buildServer } from "./build-server.ts";
import type { McpServed, ServeMcpOptions } from "./mcp-served.ts";
import type { ServedProject } from "./served-project.ts";
import { summaryOf } from "./served-summary.ts";

/** Serves one client over a pair of streams, in the era that it opens with, until its end of them is closed. */
export function serveOverStdio(served: ServedProject, { stdio }: ServeMcpOptions): McpServed {
  const { promise: closed, resolve: setClosed } = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(
    (stdio?.stdin ?? process.stdin) as Readable,
    (stdio?.stdout ?? process.stdout) as Writable,
  );
  const handle = serveStdio(() => buildServer(served), {
    transport,
    onerror: ({ message }) => served.notice(`MCP: ${message}`),
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      await handle.close();
      await served.close();
      setClosed();
    })());
  afterClose(transport, () => void close());
  return { url: undefined, summary: summaryOf(served), closed, close };
}
