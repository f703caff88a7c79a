import type { McpHttpServer } from "../mcp-server-config.ts";
import type { McpSignIn, McpSignInSession } from "./mcp-sign-in.ts";
import type { OAuthSignInParts } from "./oauth-parts.ts";
import { OAuthSession } from "./oauth-session.ts";
import { createOAuthFile, createOAuthMemory, type OAuthStore } from "./oauth-store.ts";

/**
 * Signs in with OAuth 2.1 at servers that ask for it. Servers whose `headers` hold an `Authorization` are left alone.
 * All connections to one server share its tokens, and renew them once.
 */
export function createOAuthSignIn(parts: OAuthSignInParts = {}): McpSignIn {
  const stores = new Map<string, OAuthStore>();
  const storeOf = (server: string, url: string): OAuthStore => {
    const key = `${server}\n${url}`;
    const store =
      stores.get(key) ??
      (parts.folder === undefined ? createOAuthMemory() : createOAuthFile(parts.folder, server, url));
    stores.set(key, store);
    return store;
  };
  return {
    open: (server: string, config: McpHttpServer): McpSignInSession | undefined => {
      if (Object.keys(config.headers ?? {}).some((name) => name.toLowerCase() === "authorization")) return undefined;
      return new OAuthSession({ server, config, store: storeOf(server, config.url), ...parts });
    },
  };
}
