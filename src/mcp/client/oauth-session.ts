import type { McpHttpServer } from "../mcp-server-config.ts";
import type { McpSignInSession } from "./mcp-sign-in.ts";
import { authorize } from "./oauth-authorize.ts";
import { type AuthChallenge, readChallenge } from "./oauth-challenge.ts";
import { authFailed, authNeeded } from "./oauth-errors.ts";
import { latestTokens } from "./oauth-record.ts";
import { renew } from "./oauth-renew.ts";
import type { OAuthSignInParts } from "./oauth-parts.ts";
import type { OAuthStore } from "./oauth-store.ts";

/** At most so many times a person is sent to a page for one connection. */
const mostAuthorizations = 3;

/** What one session works with. */
export interface OAuthSessionParts extends OAuthSignInParts {
  readonly server: string;
  readonly config: McpHttpServer;
  readonly store: OAuthStore;
}

/** Signing in for one connection: requests wait for one renewal, however many were refused. */
export class OAuthSession implements McpSignInSession {
  readonly #parts: OAuthSessionParts;
  readonly #origin: string;
  readonly #stop = new AbortController();
  #token: string | undefined;
  #isRead = false;
  #pending: Promise<void> | undefined;
  #authorizations = 0;

  constructor(parts: OAuthSessionParts) {
    this.#parts = parts;
    this.#origin = new URL(parts.config.url).origin;
  }

  readonly fetch = async (target: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (new URL(target).origin !== this.#origin) return await fetch(target, init);
    if (!this.#isRead) await this.#read();
    for (let attempt = 1; ; attempt += 1) {
      const token = this.#token;
      const response = await fetch(target, withToken(init, token));
      const challenge = await readChallenge(response);
      if (!challenge) return response;
      await response.body?.cancel();
      if (attempt > mostAuthorizations) throw authFailed(this.#parts.server, "it refuses every token it gives us.");
      if (this.#token === token) await this.#join(token, challenge, init.signal ?? undefined);
    }
  };

  async close(): Promise<void> {
    this.#stop.abort(new Error("the connection was closed"));
    await this.#pending?.catch(() => undefined);
  }

  async #read(): Promise<void> {
    this.#token = latestTokens(await this.#parts.store.read())?.access_token;
    this.#isRead = true;
  }

  /** Waits for the sign-in that is on its way, or begins one. Who stops waiting does not stop it for the others. */
  async #join(refused: string | undefined, challenge: AuthChallenge, signal?: AbortSignal): Promise<void> {
    this.#pending ??= this.#signIn(refused, challenge).finally(() => {
      this.#pending = undefined;
    });
    const pending = this.#pending;
    if (!signal) return await pending;
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const onAbort = (): void => stopped.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([pending, stopped.promise]);
    } finally {
      signal.removeEventListener("abort", onAbort);
      pending.catch(() => undefined);
    }
  }

  async #signIn(refused: string | undefined, challenge: AuthChallenge): Promise<void> {
    const { server, openPage } = this.#parts;
    const signal = this.#stop.signal;
    if (!(await renew({ ...this.#parts, refused, challenge, signal }))) {
      if (!openPage) throw authNeeded(server, challenge.scope);
      this.#authorizations += 1;
      if (this.#authorizations > mostAuthorizations)
        throw authFailed(server, `it was asked for ${mostAuthorizations} times and was never enough.`);
      await authorize({ ...this.#parts, openPage, challenge, signal });
    }
    await this.#read();
  }
}

function withToken(init: RequestInit, token: string | undefined): RequestInit {
  if (token === undefined) return init;
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}
