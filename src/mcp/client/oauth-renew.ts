import type { McpHttpServer } from "../mcp-server-config.ts";
import { classOfHost } from "./address-class.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import type { AuthChallenge } from "./oauth-challenge.ts";
import { authFailed } from "./oauth-errors.ts";
import { createOAuthFlow } from "./oauth-flow.ts";
import { latestTokens, type OAuthRecord, withGrant } from "./oauth-record.ts";
import type { OAuthStore } from "./oauth-store.ts";
import { throwOwn, type WatchedFetch, watchFailures } from "./watch-failures.ts";

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
 * @throws `MCP_AUTH_FAILED` where trying again later may help, `MCP_ADDRESS_REFUSED`, `MCP_AUTH_STORE`
 */
export async function renew(parts: RenewParts): Promise<boolean> {
  const { store, refused, challenge, signal } = parts;
  return await store.exclusive(async () => {
    const record = await store.read();
    const tokens = latestTokens(record);
    if (tokens && tokens.access_token !== refused) return true;
    const isOwn = parts.config.oauth?.grant === "client_credentials";
    if (!isOwn && (tokens?.refresh_token === undefined || challenge.wantsMore)) return false;
    const after = isOwn ? await signInForItself(record, parts) : await refresh(record, parts);
    if (after) await store.write(after);
    return after !== undefined;
  }, signal);
}

/** A token in the program's own name. */
async function signInForItself(record: OAuthRecord, parts: RenewParts): Promise<OAuthRecord> {
  const { server, config, challenge, signal } = parts;
  const { auth, computeScopeUnion } = await import("@modelcontextprotocol/client");
  const flow = createOAuthFlow({ record, config: config.oauth ?? {} });
  const scope = computeScopeUnion(config.oauth?.scopes?.join(" "), challenge.scope);
  const { fetch: fetchFn, failure } = await openFetch(config.url, signal);
  try {
    await auth(flow.provider, {
      serverUrl: config.url,
      fetchFn,
      ...(scope === undefined ? {} : { scope }),
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
  } catch (error) {
    throwOwn(error, failure());
    throw authFailed(server, "its issuer gives this program no token.", error);
  }
  return flow.record();
}

/** A new token for the refresh token; `undefined` where its issuer takes it no more, or is not the server's any more. */
async function refresh(record: OAuthRecord, parts: RenewParts): Promise<OAuthRecord | undefined> {
  const { server, config, challenge, signal } = parts;
  const { discoverOAuthServerInfo, refreshAuthorization, selectResourceURL } =
    await import("@modelcontextprotocol/client");
  const { fetch, failure } = await openFetch(config.url, signal);
  try {
    const found = await discoverOAuthServerInfo(config.url, {
      fetchFn: fetch,
      ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    });
    const { authorizationServerUrl: url, authorizationServerMetadata: metadata, resourceMetadata } = found;
    const issuer = metadata?.issuer ?? url;
    // The address is never used: without a person nobody is sent anywhere.
    const { provider } = createOAuthFlow({ record, config: config.oauth ?? {}, redirectUrl: "http://127.0.0.1/" });
    const client = await provider.clientInformation({ issuer });
    const grant = record.issuers[issuer];
    if (!client || grant?.tokens?.refresh_token === undefined) return undefined;
    const resource = await selectResourceURL(config.url, provider, resourceMetadata);
    const tokens = await refreshAuthorization(url, {
      clientInformation: client,
      refreshToken: grant.tokens.refresh_token,
      fetchFn: fetch,
      ...(metadata && { metadata }),
      ...(resource && resourceMetadata && { resource: resourceMetadata.resource }),
    });
    return withGrant(record, issuer, { ...grant, tokens: { ...tokens, issuer } });
  } catch (error) {
    throwOwn(error, failure());
    // The refresh token may still be good: a person would be asked for nothing.
    if (failure() !== undefined) throw authFailed(server, "its token could not be renewed.", error);
    return undefined;
  }
}

/** A fetch for the addresses that the server names, which remembers whether it got no answer, or one that says "later". */
async function openFetch(url: string, signal: AbortSignal): Promise<WatchedFetch> {
  return watchFailures(createGuardedFetch(await classOfHost(new URL(url))), signal);
}
