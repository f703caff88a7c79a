import type { OAuthClientMetadata, OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/client";
import type { McpOAuthConfig } from "../mcp-server-config.ts";
import { type OAuthClientRecord, type OAuthGrant, type OAuthRecord, withGrant } from "./oauth-record.ts";

/** What one try to get tokens begins with. */
export interface OAuthFlowParts {
  readonly record: OAuthRecord;
  readonly config: McpOAuthConfig;
  /** Absent where the program signs in for itself. */
  readonly redirectUrl?: string;
  /** Goes with the request for a person's word; absent where no person is asked. */
  readonly state?: string;
}

/** One try to get tokens. Works on a copy: what is kept changes only when the try came to its end. */
export interface OAuthFlow {
  readonly provider: OAuthClientProvider;
  /** What is to be kept after success. */
  record(): OAuthRecord;
  /** The page that a person is to be sent to, if it came to that. */
  page(): URL | undefined;
}

/**
 * Gives the SDK what it asks for while it gets tokens. Client and tokens are kept by issuer. The verifier and what was
 * discovered belong to this one try and are never seen by another.
 */
export function createOAuthFlow(parts: OAuthFlowParts): OAuthFlow {
  const { config, redirectUrl, state } = parts;
  let record = parts.record;
  let issuer = "";
  let verifier: string | undefined;
  let discovery: OAuthDiscoveryState | undefined;
  let page: URL | undefined;
  const change = (grant: OAuthGrant): void => {
    record = withGrant(record, issuer, grant);
  };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: clientMetadata(config, redirectUrl),
    ...(redirectUrl === undefined ? { prepareTokenRequest: ownTokenRequest } : {}),
    ...(config.clientMetadataUrl === undefined ? {} : { clientMetadataUrl: config.clientMetadataUrl }),
    ...(state === undefined ? {} : { state: () => state }),
    clientInformation: (asked) => {
      issuer = asked?.issuer ?? "";
      return configuredClient(config, parts.record) ?? usableClient(record.issuers[issuer]?.client, parts);
    },
    // Without a person nobody is registered: the registration would be for an address that nobody listens on.
    ...(config.clientId === undefined && state !== undefined
      ? { saveClientInformation: (client) => change({ ...record.issuers[issuer], client: { ...client } }) }
      : {}),
    tokens: (asked) => record.issuers[asked?.issuer ?? record.latest ?? ""]?.tokens,
    saveTokens: (tokens) => {
      const scope = page?.searchParams.get("scope") ?? record.issuers[issuer]?.scope;
      change({ ...record.issuers[issuer], tokens: { ...tokens }, ...(scope === undefined ? {} : { scope }) });
    },
    redirectToAuthorization: (url) => {
      page = url;
    },
    saveCodeVerifier: (text) => {
      verifier = text;
    },
    codeVerifier: () => verifier ?? "",
    saveDiscoveryState: (found) => {
      discovery = found;
    },
    discoveryState: () => discovery,
    invalidateCredentials: (what) => {
      const { client, tokens, ...rest } = record.issuers[issuer] ?? {};
      if (what === "all" || what === "client") change(tokens ? { ...rest, tokens } : rest);
      if (what === "tokens") change(client ? { ...rest, client } : rest);
    },
  };
  return { provider, record: () => record, page: () => page };
}

/** A request for a token in the program's own name. */
function ownTokenRequest(scope?: string): URLSearchParams {
  return new URLSearchParams({
    grant_type: "client_credentials",
    ...(scope === undefined || scope === "" ? {} : { scope }),
  });
}

function clientMetadata(config: McpOAuthConfig, redirectUrl: string | undefined): OAuthClientMetadata {
  return {
    client_name: "Sopwith",
    redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
    grant_types: redirectUrl === undefined ? ["client_credentials"] : ["authorization_code", "refresh_token"],
    ...(redirectUrl === undefined ? {} : { response_types: ["code"] }),
    ...(config.scopes === undefined ? {} : { scope: config.scopes.join(" ") }),
  };
}

/** The client of the config. Once it was used at an issuer it is that issuer's: its secret goes to no other. */
function configuredClient(config: McpOAuthConfig, record: OAuthRecord): OAuthClientRecord | undefined {
  if (config.clientId === undefined) return undefined;
  return {
    client_id: config.clientId,
    ...(config.clientSecret === undefined ? {} : { client_secret: config.clientSecret }),
    ...(record.latest === undefined ? {} : { issuer: record.latest }),
  };
}

/** For a person's way back a registration must name the address we listen on now; for a renewal any will do. */
function usableClient(client: OAuthClientRecord | undefined, parts: OAuthFlowParts): OAuthClientRecord | undefined {
  if (parts.state === undefined || client?.redirect_uris === undefined) return client;
  return parts.redirectUrl !== undefined && client.redirect_uris.includes(parts.redirectUrl) ? client : undefined;
}
