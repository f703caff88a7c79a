import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import type { Awaitable } from "../../base/awaitable.ts";
import type { McpHttpServer } from "../mcp-server-config.ts";

/** Signs us in at HTTP servers. One for all servers of a project. */
export interface McpSignIn {
  /** `undefined` for a server at which nobody has to sign in. Called once for each connection. */
  open(server: string, config: McpHttpServer): Awaitable<McpSignInSession | undefined>;
  close(): Promise<void>;
}

/** Signing in for one connection. */
export interface McpSignInSession {
  readonly provider: OAuthClientProvider;
  /**
   * After the provider sent a person to a page: what came back to our address, once it has. Rejects when nobody can be
   * sent, or nobody came back in time.
   */
  answer(signal: AbortSignal): Promise<URLSearchParams>;
  /** Frees the port on which the way back ends. */
  close(): Awaitable<void>;
}
