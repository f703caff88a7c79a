import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A resource that wants a token, and the authorization server that gives them, on one loopback port. */
export class AuthServer {
  readonly #server: Server;
  readonly #codes = new Map<
    string,
    { readonly challenge: string; readonly client: string; readonly redirect: string }
  >();
  /** Every request: method, path and body. */
  readonly seen: { readonly path: string; readonly body: URLSearchParams; readonly token: string | undefined }[] = [];
  /** Access tokens that are good now. */
  readonly good = new Set<string>();
  /** Refresh tokens that were not used yet; each is good for one use. */
  readonly refresh = new Set<string>();
  /** Scope the resource insists on, if any. */
  wants: string | undefined;
  /** Fields put over the metadata of the authorization server. */
  metadata: Record<string, unknown> = {};
  /** Fields put over the metadata of the resource. */
  resource: Record<string, unknown> = {};
  /** The `iss` of the way back; undefined leaves it out. */
  iss: string | undefined;
  /** Status of the token endpoint, where it is to fail. */
  tokenStatus: number | undefined;
  tokenDelay: Promise<void> = Promise.resolve();
  /** Resource requests are sent there instead. */
  redirectTo: string | undefined;
  /** Answers requests with a good token. @default with the token, as JSON */
  answer: ((request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>) | undefined;
  /** Requests whose path begins so are sent there instead. */
  moved: Readonly<Record<string, string>> = {};

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#handle(request, response);
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** What a person does with the page: agrees at once. */
  async agree(page: string): Promise<string> {
    const answer = await fetch(page, { redirect: "manual" });
    const back = answer.headers.get("location") ?? "";
    await (await fetch(back)).text();
    return back;
  }

  paths(path: string): URLSearchParams[] {
    return this.seen.filter((each) => each.path === path).map((each) => each.body);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    const text = await textOf(request);
    const body = url.pathname === "/authorize" ? url.searchParams : new URLSearchParams(text);
    const token = request.headers.authorization?.replace("Bearer ", "");
    this.seen.push({ path: url.pathname, body, token });
    const moved = Object.entries(this.moved).find(([start]) => url.pathname.startsWith(start));
    if (moved) return void response.writeHead(302, { location: moved[1] }).end();
    if (url.pathname === "/mcp" && this.answer && this.good.has(token ?? ""))
      return this.answer(request, response, text === "" ? undefined : JSON.parse(text));
    if (url.pathname === "/mcp") return this.#resource(token, response);
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource"))
      return json(response, 200, {
        resource: this.url,
        authorization_servers: [this.origin],
        ...this.resource,
      });
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server"))
      return json(response, 200, {
        issuer: this.origin,
        authorization_endpoint: `${this.origin}/authorize`,
        token_endpoint: `${this.origin}/token`,
        registration_endpoint: `${this.origin}/register`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        ...this.metadata,
      });
    if (url.pathname === "/register") return json(response, 201, { ...JSON.parse(text), client_id: randomUUID() });
    if (url.pathname === "/authorize") return this.#authorize(url, response);
    if (url.pathname === "/token") return await this.#token(body, response);
    return json(response, 404, {});
  }

  #resource(token: string | undefined, response: ServerResponse): void {
    if (this.redirectTo !== undefined) {
      response.writeHead(307, { location: this.redirectTo });
      response.end();
      return;
    }
    const metadata = `resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`;
    if (token === undefined || !this.good.has(token)) {
      response.writeHead(401, { "www-authenticate": `Bearer ${metadata}` });
      response.end();
      return;
    }
    if (this.wants !== undefined && !token.split(".").includes(this.wants)) {
      response.writeHead(403, {
        "www-authenticate": `Bearer error="insufficient_scope", scope="${this.wants}", ${metadata}`,
      });
      response.end();
      return;
    }
    json(response, 200, { token });
  }

  #authorize(url: URL, response: ServerResponse): void {
    const code = randomUUID();
    const redirect = url.searchParams.get("redirect_uri") ?? "";
    this.#codes.set(code, {
      challenge: url.searchParams.get("code_challenge") ?? "",
      client: url.searchParams.get("client_id") ?? "",
      redirect,
    });
    const back = new URL(redirect);
    back.searchParams.set("code", code);
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    if (this.iss !== undefined) back.searchParams.set("iss", this.iss);
    response.writeHead(302, { location: back.href });
    response.end();
  }

  async #token(body: URLSearchParams, response: ServerResponse): Promise<void> {
    await this.tokenDelay;
    if (this.tokenStatus !== undefined) return json(response, this.tokenStatus, {});
    if (body.get("grant_type") === "refresh_token") {
      if (!this.refresh.delete(body.get("refresh_token") ?? "")) return json(response, 400, { error: "invalid_grant" });
      return json(response, 200, this.#give());
    }
    if (body.get("grant_type") === "client_credentials") {
      const isKnown = body.get("client_id") === "ours" && body.get("client_secret") === "hush";
      return isKnown ? json(response, 200, this.#give()) : json(response, 401, { error: "invalid_client" });
    }
    const code = this.#codes.get(body.get("code") ?? "");
    this.#codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      code?.challenge === challenge &&
      code.redirect === body.get("redirect_uri") &&
      code.client === body.get("client_id");
    return isGood ? json(response, 200, this.#give()) : json(response, 400, { error: "invalid_grant" });
  }

  #give(): Record<string, unknown> {
    const scopes = this.paths("/authorize").at(-1)?.get("scope")?.split(" ") ?? [];
    const access = [...scopes, randomUUID()].join(".");
    const refresh = randomUUID();
    this.good.clear();
    this.good.add(access);
    this.refresh.add(refresh);
    return { access_token: access, token_type: "Bearer", refresh_token: refresh, expires_in: 3600 };
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}
