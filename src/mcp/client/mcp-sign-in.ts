import type { Awaitable } from "../../base/awaitable.ts";
import type { McpHttpServer } from "../mcp-server-config.ts";

/** Signs us in at HTTP servers. One for all servers of a project. */
export interface McpSignIn {
  /** `undefined` for a server at which nobody has to sign in. Called once for each connection. */
  open(server: string, config: McpHttpServer): Awaitable<McpSignInSession | undefined>;
}

/** Signing in for one connection. */
export interface McpSignInSession {
  /**
   * Sends one request with our token to the server, and renews the token where it is refused. It is handed to the
   * transport as its `fetch`, with no provider beside it.
   *
   * @throws `MCP_AUTH_NEEDED` when a person has to sign in and there is nobody to do it, `MCP_AUTH_FAILED`
   */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Ends a sign-in that is on its way, and frees its port. */
  close(): Awaitable<void>;
}
