import type { Awaitable } from "../../base/awaitable.ts";
import type { McpServeConfig } from "./serve-config.ts";

/** How a project is served. */
export interface ServeMcpOptions extends McpServeConfig {
  /** @default the process's own streams */
  readonly stdio?: { readonly stdin: NodeJS.ReadableStream; readonly stdout: NodeJS.WritableStream };
  /** Over HTTP in place of stdio. @default stdio */
  readonly overHttp?: boolean;
  /** Where tokens are read from. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Says whose token came over HTTP, for tokens that others issue; `undefined` for one that is not good. It has to check
   * that the token was issued for this server (`resource` is its address) and has not expired. Asked for tokens that are
   * not in the config. @default only the config's tokens are good
   */
  readonly identify?: (token: string, server: { readonly resource: string }) => Awaitable<string | undefined>;
  /** Told of what people should know; never the client. */
  readonly onNotice?: (message: string) => void;
}

/** A server that is on. */
export interface McpServed {
  /** The address, over HTTP. */
  readonly url: string | undefined;
  /** What is served, for people. */
  readonly summary: { readonly tools: number; readonly workflows: number; readonly skills: number };
  /** Settles when nobody can be served any more: the client has gone, or `close` was called. */
  readonly closed: Promise<void>;
  /** Ends it: calls are cut off, runs come to rest, nothing is left. */
  close(): Promise<void>;
}
