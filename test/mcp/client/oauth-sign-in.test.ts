import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { McpSignInSession } from "../../../src/mcp/client/mcp-sign-in.ts";
import type { OAuthPage } from "../../../src/mcp/client/oauth-parts.ts";
import { createOAuthSignIn } from "../../../src/mcp/client/oauth-sign-in.ts";
import type { McpOAuthConfig } from "../../../src/mcp/mcp-server-config.ts";
import { AuthServer } from "./auth-server.ts";

let server: AuthServer;
let folder: string;
let pages: OAuthPage[];

beforeEach(async () => {
  server = await new AuthServer().open();
  folder = await mkdtemp(join(tmpdir(), "sopwith-oauth-"));
  pages = [];
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const agree = async (page: OAuthPage): Promise<void> => {
  pages.push(page);
  await server.agree(page.url);
};

async function open(
  facts: { oauth?: McpOAuthConfig; person?: boolean; folder?: string } = {},
): Promise<McpSignInSession> {
  const signIn = createOAuthSignIn({
    folder: facts.folder ?? folder,
    ...(facts.person === false ? {} : { openPage: agree }),
  });
  const session = await signIn.open("notes", { url: server.url, ...(facts.oauth && { oauth: facts.oauth }) });
  if (!session) throw new Error("no session");
  return session;
}

describe("a person signs in", () => {
  test("sends them to the page once, with PKCE, state and the resource, and the request goes through", async () => {
    const session = await open();
    const answer = await session.fetch(server.url, { method: "POST", body: "{}" });
    expect(answer.status).toBe(200);
    const [asked] = server.paths("/authorize");
    expect(pages).toHaveLength(1);
    expect(pages[0]?.host).toBe(new URL(server.url).host);
    expect({
      method: asked?.get("code_challenge_method"),
      resource: asked?.get("resource"),
      redirect: asked?.get("redirect_uri")?.replace(/:\d+/, ""),
      state: asked?.get("state")?.length,
    }).toStrictEqual({
      method: "S256",
      resource: server.url,
      redirect: "http://127.0.0.1/callback",
      state: 43,
    });
    expect(server.paths("/token")[0]?.get("resource")).toBe(server.url);
  });

  test("keeps the tokens in a file that only its owner reads, by issuer", async () => {
    await (await open()).fetch(server.url);
    const [name = ""] = await readdir(folder);
    const file = join(folder, name);
    expect(await readdir(folder)).toHaveLength(1);
    expect(name).toMatch(/^notes-[0-9a-f]{16}\.json$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const record = JSON.parse(await readFile(file, "utf8")) as { latest: string; issuers: Record<string, unknown> };
    expect({ latest: record.latest, issuers: Object.keys(record.issuers) }).toStrictEqual({
      latest: server.origin,
      issuers: [server.origin],
    });
  });

  test("asks nobody again in the next process", async () => {
    await (await open()).fetch(server.url);
    const answer = await (await open({ person: false })).fetch(server.url);
    expect(answer.status).toBe(200);
    expect(pages).toHaveLength(1);
  });

  test("does not take tokens of one address to another", async () => {
    await (await open()).fetch(server.url);
    const signIn = createOAuthSignIn({ folder });
    const session = await signIn.open("notes", { url: `${server.origin}/mcp?other` });
    await expect(session?.fetch(`${server.origin}/mcp?other`)).rejects.toMatchObject({ code: "MCP_AUTH_NEEDED" });
  });

  test("asks for more scope together with what it had", async () => {
    const session = await open({ oauth: { scopes: ["read"] } });
    await session.fetch(server.url);
    server.wants = "write";
    const answer = await session.fetch(server.url);
    expect(answer.status).toBe(200);
    expect(server.paths("/authorize").map((asked) => asked.get("scope"))).toStrictEqual(["read", "read write"]);
  });

  test("stops after three pages when it is never enough", async () => {
    const session = await open({ oauth: { scopes: ["read"] } });
    server.wants = "no such scope";
    await expect(session.fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
    expect(pages).toHaveLength(3);
  });

  test("uses the client that the config names, and registers none", async () => {
    const session = await open({ oauth: { clientId: "ours" } });
    await session.fetch(server.url);
    expect(server.paths("/authorize")[0]?.get("client_id")).toBe("ours");
    expect(server.paths("/register")).toHaveLength(0);
  });

  test("leaves a server alone whose headers hold the token", async () => {
    const session = await createOAuthSignIn().open("notes", {
      url: server.url,
      headers: { authorization: "Bearer given" },
    });
    expect(session).toBeUndefined();
  });
});

describe("what is not believed", () => {
  test("an answer that names another issuer", async () => {
    server.iss = "https://evil.example";
    await expect((await open()).fetch(server.url)).rejects.toMatchObject({
      code: "MCP_AUTH_FAILED",
      message: expect.stringContaining("another issuer") as string,
    });
    expect(server.paths("/token")).toHaveLength(0);
  });

  test("metadata for another resource", async () => {
    server.resource = { resource: "https://elsewhere.example/mcp" };
    await expect((await open()).fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
    expect(pages).toHaveLength(0);
  });

  test("a known client's secret for a new issuer", async () => {
    await (await open({ oauth: { clientId: "ours", clientSecret: "hush" } })).fetch(server.url);
    const other = await new AuthServer().open();
    try {
      server.good.clear();
      server.refresh.clear();
      server.resource = { authorization_servers: [other.origin] };
      const session = await open({ oauth: { clientId: "ours", clientSecret: "hush" } });
      await expect(session.fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
      expect(JSON.stringify(other.seen.map((each) => each.body.toString()))).not.toContain("hush");
      expect(other.paths("/token")).toHaveLength(0);
    } finally {
      await other.close();
    }
  });

  test("an answer with a state that is not ours; the real one still counts", async () => {
    const signIn = createOAuthSignIn({
      openPage: async (page) => {
        const redirect = new URL(page.url).searchParams.get("redirect_uri") ?? "";
        const forged = await fetch(`${redirect}?code=x&state=forged`);
        expect(forged.status).toBe(400);
        const back = await server.agree(page.url);
        const again = await fetch(back).catch(() => undefined);
        expect(again === undefined || again.status === 400).toBe(true);
      },
    });
    const session = await signIn.open("notes", { url: server.url });
    expect((await session?.fetch(server.url))?.status).toBe(200);
  });

  test("a redirect to another origin: the token does not go along", async () => {
    const session = await open();
    await session.fetch(server.url);
    const other = await new AuthServer().open();
    try {
      const answer = await session.fetch(other.url);
      expect(answer.status).toBe(401);
      expect(other.seen.map((each) => each.token)).toStrictEqual([undefined]);
    } finally {
      await other.close();
    }
  });

  test.each([
    "/.well-known/oauth-protected-resource",
    "/.well-known/oauth-authorization-server",
    "/register",
    "/token",
  ])("a redirect from %s leads nowhere", async (path) => {
    const inner = await new AuthServer().open();
    onTestFinished(() => inner.close());
    server.moved = { [path]: `${inner.origin}${path}` };
    await (await open()).fetch(server.url).catch(() => undefined);
    expect(server.seen.some((each) => each.path.startsWith(path))).toBe(true);
    expect(inner.seen).toStrictEqual([]);
  });

  test("a page that is not https", async () => {
    server.metadata = { authorization_endpoint: "http://example.com/authorize" };
    await expect((await open()).fetch(server.url)).rejects.toMatchObject({ code: "MCP_ADDRESS_REFUSED" });
    expect(pages).toHaveLength(0);
  });
});

describe("nobody is there", () => {
  test("says what to run, registers nobody and keeps nothing", async () => {
    const session = await open({ person: false });
    await expect(session.fetch(server.url)).rejects.toMatchObject({
      code: "MCP_AUTH_NEEDED",
      hint: "Run `sopwith mcp test notes` at a terminal; it opens the page.",
    });
    expect(server.paths("/register")).toHaveLength(0);
    expect(await readdir(folder)).toStrictEqual([]);
  });

  test("gives up waiting for a person who does not come back", async () => {
    const signIn = createOAuthSignIn({ openPage: () => undefined, patienceMs: 1 });
    const session = await signIn.open("notes", { url: server.url });
    await expect(session?.fetch(server.url)).rejects.toMatchObject({
      code: "MCP_AUTH_FAILED",
      message: expect.stringContaining("nobody came back") as string,
    });
  });

  test("ends a sign-in that is on its way when the connection is closed", async () => {
    const shown = Promise.withResolvers<void>();
    const signIn = createOAuthSignIn({ openPage: () => shown.resolve() });
    const session = await signIn.open("notes", { url: server.url });
    const answer = session?.fetch(server.url);
    answer?.catch(() => undefined);
    await shown.promise;
    await session?.close();
    await expect(answer).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
  });
});

describe("the program signs in for itself", () => {
  const own = { grant: "client_credentials", clientId: "ours", clientSecret: "hush", scopes: ["read"] } as const;

  test("without a person, and again when the token has run out", async () => {
    server.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const session = await open({ oauth: own, person: false });
    expect((await session.fetch(server.url)).status).toBe(200);
    server.good.clear();
    expect((await session.fetch(server.url)).status).toBe(200);
    expect(server.paths("/token").map((body) => [body.get("grant_type"), body.get("scope")])).toStrictEqual([
      ["client_credentials", "read"],
      ["client_credentials", "read"],
    ]);
    expect(pages).toStrictEqual([]);
  });

  test("and fails where its issuer does not know it", async () => {
    server.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const session = await open({ oauth: { ...own, clientSecret: "wrong" }, person: false });
    await expect(session.fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
  });
});
