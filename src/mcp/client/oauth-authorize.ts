import { isSopwithError } from "../../base/errors.ts";
import type { Awaitable } from "../../base/awaitable.ts";
import type { McpHttpServer } from "../mcp-server-config.ts";
import { type AddressClass, classOfHost } from "./address-class.ts";
import { checkAddress, createGuardedFetch } from "./guarded-fetch.ts";
import { type OAuthCallback, openOAuthCallback } from "./oauth-callback.ts";
import type { AuthChallenge } from "./oauth-challenge.ts";
import { authFailed } from "./oauth-errors.ts";
import { createOAuthFlow } from "./oauth-flow.ts";
import { type OAuthRecord, withGrant } from "./oauth-record.ts";
import type { OAuthPage } from "./oauth-parts.ts";
import type { OAuthStore } from "./oauth-store.ts";
import { throwOwn, watchFailures } from "./watch-failures.ts";

/** What a sign-in by a person needs. */
export interface AuthorizeParts {
  readonly server: string;
  readonly config: McpHttpServer;
  readonly store: OAuthStore;
  readonly openPage: (page: OAuthPage) => Awaitable<void>;
  readonly patienceMs?: number;
  readonly challenge: AuthChallenge;
  readonly signal: AbortSignal;
}

/**
 * Has a person sign in, and keeps what it gives. Nothing is kept of a sign-in that did not come to its end.
 *
 * @throws `MCP_AUTH_FAILED`, `MCP_ADDRESS_REFUSED`, `MCP_AUTH_STORE`
 */
export async function authorize(parts: AuthorizeParts): Promise<void> {
  const { server, store, patienceMs = 300_000 } = parts;
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(patienceMs)]);
  const callback = await openOAuthCallback(parts.config.oauth?.callbackPort ?? 0);
  try {
    const before = await store.read();
    const after = await signInWith(callback, before, { ...parts, signal });
    await store.exclusive(async () => await store.write(merge(await store.read(), after)), signal);
  } catch (error) {
    if (isSopwithError(error)) throw error;
    if (signal.aborted) throw authFailed(server, "nobody came back from the page in time.");
    throw authFailed(server, reasonFor(error), error);
  } finally {
    await callback.close();
  }
}

async function signInWith(callback: OAuthCallback, record: OAuthRecord, parts: AuthorizeParts): Promise<OAuthRecord> {
  const { server, config, challenge, signal } = parts;
  const { auth } = await import("@modelcontextprotocol/client");
  const from = await classOfHost(new URL(config.url));
  const { fetch: fetchFn, failure } = watchFailures(createGuardedFetch(from), signal);
  const flow = createOAuthFlow({ record, config: config.oauth ?? {}, ...callback });
  const request = {
    serverUrl: config.url,
    fetchFn,
    forceReauthorization: true,
    ...(challenge.resourceMetadataUrl && { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    ...(await scopeOf(record, parts)),
  };
  await auth(flow.provider, request).catch((error: unknown) => {
    throwOwn(error, failure());
    throw error;
  });
  const page = flow.page();
  if (!page) throw authFailed(server, "it named no page to sign in on.");
  await parts.openPage(checkPage(page, from, server));
  const answer = await callback.answer(signal);
  // What a page says beside its code of the fault is anybody's text, and is shown to nobody.
  const fault = answer.get("error");
  if (fault !== null) throw authFailed(server, `the page answered ${/^[a-z_]{1,40}$/.exec(fault)?.[0] ?? "a fault"}.`);
  const iss = answer.get("iss");
  await auth(flow.provider, {
    ...request,
    authorizationCode: answer.get("code") ?? "",
    ...(iss === null ? {} : { iss }),
  });
  return flow.record();
}

/** What the server asks for, and with it what we had: a new token must not allow less than the old one. */
async function scopeOf(record: OAuthRecord, { config, challenge }: AuthorizeParts): Promise<{ scope?: string }> {
  const { computeScopeUnion } = await import("@modelcontextprotocol/client");
  const grant = challenge.wantsMore ? record.issuers[record.latest ?? ""] : undefined;
  const scope = computeScopeUnion(
    grant?.tokens?.scope ?? grant?.scope,
    challenge.scope,
    config.oauth?.scopes?.join(" "),
  );
  return scope === undefined ? {} : { scope };
}

function checkPage(page: URL, from: AddressClass, server: string): OAuthPage {
  checkAddress(page, from);
  return { server, url: page.href, host: page.host };
}

/** Only the newest issuer's grant is taken over: the rest may have been renewed meanwhile. */
function merge(now: OAuthRecord, signedIn: OAuthRecord): OAuthRecord {
  const issuer = signedIn.latest ?? "";
  return withGrant(now, issuer, signedIn.issuers[issuer] ?? {});
}

function reasonFor(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "IssuerMismatchError") return "the answer came from another issuer than we asked.";
  if (name === "AuthorizationServerMismatchError") return "it now names another issuer than the one we are known to.";
  return "its sign-in does not work as it should.";
}
