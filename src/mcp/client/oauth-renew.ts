import { isSopwithError } from "../../base/errors.ts";
import type { McpHttpServer } from "../mcp-server-config.ts";
import { classOfHost } from "./address-class.ts";
import { createGuardedFetch, type GuardedFetch } from "./guarded-fetch.ts";
import type { AuthChallenge } from "./oauth-challenge.ts";
import { authFailed } from "./oauth-errors.ts";
import { createOAuthFlow, type OAuthFlow } from "./oauth-flow.ts";
import { latestTokens } from "./oauth-record.ts";
import type { OAuthStore } from "./oauth-store.ts";

/** What renewing needs. */
export interface RenewParts {
  readonly server: string;
  readonly config: McpHttpServer;
  readonly store: OAuthStore;
  /** The token that was refused; absent where none was sent. */
  readonly refused: string | undefined;
  readonly challenge: AuthChallenge;
  readonly signal: AbortSignal;
}

/**
 * Gets a token without a person: somebody else renewed it meanwhile, or the refresh token does it. One at a time among
 * all processes, since a refresh token that is used twice is taken back by its issuer.
 *
 * @returns false where only a person helps
 * @throws `MCP_AUTH_FAILED` where trying again later may help, `MCP_AUTH_STORE`
 */
export async function renew(parts: RenewParts): Promise<boolean> {
  const { store, refused, challenge, signal } = parts;
  return await store.exclusive(async () => {
    const record = await store.read();
    const tokens = latestTokens(record);
    if (tokens && tokens.access_token !== refused) return true;
    const config = parts.config.oauth ?? {};
    if (config.grant === "client_credentials") {
      const flow = createOAuthFlow({ record, config });
      if (!(await refresh(flow, parts))) throw authFailed(parts.server, "its issuer gives this program no token.");
      await store.write(flow.record());
      return true;
    }
    if (tokens?.refresh_token === undefined || challenge.wantsMore) return false;
    // The address is never used: without a person nobody is sent anywhere.
    const flow = createOAuthFlow({ record, config, redirectUrl: "http://127.0.0.1/callback" });
    if (!(await refresh(flow, parts))) return false;
    await store.write(flow.record());
    return true;
  }, signal);
}

async function refresh(flow: OAuthFlow, { server, config, challenge, signal }: RenewParts): Promise<boolean> {
  const { auth, computeScopeUnion } = await import("@modelcontextprotocol/client");
  // A renewed token has the scope it had; one in our own name is asked for anew.
  const scope =
    flow.provider.redirectUrl === undefined
      ? computeScopeUnion(config.oauth?.scopes?.join(" "), challenge.scope)
      : undefined;
  const watched = watchFailures(createGuardedFetch(await classOfHost(new URL(config.url))), signal);
  let result: string;
  try {
    result = await auth(flow.provider, {
      serverUrl: config.url,
      fetchFn: watched.fetch,
      ...(scope === undefined ? {} : { scope }),
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
  } catch (error) {
    if (isSopwithError(error)) throw error;
    if (watched.failure() !== undefined) throw authFailed(server, "its token could not be renewed.", error);
    return false;
  }
  if (result === "AUTHORIZED") return true;
  const failure = watched.failure();
  // The refresh token may still be good: a person would be asked for nothing.
  if (failure !== undefined) throw authFailed(server, "its token could not be renewed.", failure);
  return false;
}

/** Remembers whether a request got no answer, or one that says "later". */
function watchFailures(send: GuardedFetch, signal: AbortSignal): { readonly fetch: GuardedFetch; failure(): unknown } {
  let failure: unknown;
  return {
    failure: () => failure,
    fetch: async (url, init) => {
      try {
        const response = await send(url, { ...init, signal });
        if (response.status === 429 || response.status >= 500)
          failure = new Error(`HTTP ${response.status} from ${String(url)}`);
        return response;
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  };
}
