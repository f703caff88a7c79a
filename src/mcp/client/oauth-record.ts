import { z } from "zod";

/** What an authorization server gave us: who we are there, and what we may do. */
export interface OAuthGrant {
  /** As the server answered our registration; absent where the config names the client. */
  readonly client?: OAuthClientRecord;
  readonly tokens?: OAuthTokenRecord;
  /** The scope that was asked for when the tokens were given. */
  readonly scope?: string;
}

/** A client that was registered. */
export interface OAuthClientRecord {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly redirect_uris?: readonly string[] | undefined;
  readonly [field: string]: unknown;
}

/** Tokens as they came. */
export interface OAuthTokenRecord {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
  readonly [field: string]: unknown;
}

/** What is kept of the sign-ins at one MCP server. Nothing of one issuer is ever handed to another. */
export interface OAuthRecord {
  readonly issuers: Readonly<Record<string, OAuthGrant>>;
  /** The issuer whose tokens were saved last. */
  readonly latest?: string;
}

/** No sign-in yet. */
export const emptyRecord: OAuthRecord = { issuers: {} };

/** A kept record from its JSON text. @throws for anything else */
export function parseOAuthRecord(text: string): OAuthRecord {
  const { latest, issuers } = recordSchema().parse(JSON.parse(text));
  const grants = Object.entries(issuers).map(([issuer, { client, tokens, scope }]) => {
    const grant: OAuthGrant = { ...(client && { client }), ...(tokens && { tokens }), ...(scope && { scope }) };
    return [issuer, grant] as const;
  });
  return { issuers: Object.fromEntries(grants), ...(latest === undefined ? {} : { latest }) };
}

/** The tokens that requests to the MCP server carry. */
export function latestTokens(record: OAuthRecord): OAuthTokenRecord | undefined {
  return record.latest === undefined ? undefined : record.issuers[record.latest]?.tokens;
}

/** The record with one issuer's grant changed; with tokens in it, that issuer becomes the latest. */
export function withGrant(record: OAuthRecord, issuer: string, grant: OAuthGrant): OAuthRecord {
  const issuers = { ...record.issuers, [issuer]: grant };
  if (grant.tokens) return { issuers, latest: issuer };
  return { issuers, ...(record.latest === undefined || record.latest === issuer ? {} : { latest: record.latest }) };
}

let schema: ReturnType<typeof makeSchema> | undefined;

function recordSchema(): ReturnType<typeof makeSchema> {
  schema ??= makeSchema();
  return schema;
}

function makeSchema(): z.ZodType<{
  latest?: string | undefined;
  issuers: Record<
    string,
    {
      client?: OAuthClientRecord | undefined;
      tokens?: OAuthTokenRecord | undefined;
      scope?: string | undefined;
    }
  >;
}> {
  const client = z.looseObject({
    client_id: z.string(),
    client_secret: z.string().optional(),
    redirect_uris: z.array(z.string()).optional(),
  });
  const tokens = z.looseObject({
    access_token: z.string(),
    token_type: z.string(),
    refresh_token: z.string().optional(),
    scope: z.string().optional(),
  });
  const grant = z.object({
    client: client.optional(),
    tokens: tokens.optional(),
    scope: z.string().optional(),
  });
  return z.object({ latest: z.string().optional(), issuers: z.record(z.string(), grant) });
}
