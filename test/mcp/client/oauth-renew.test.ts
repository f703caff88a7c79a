import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { McpSignInSession } from "../../../src/mcp/client/mcp-sign-in.ts";
import { createOAuthSignIn } from "../../../src/mcp/client/oauth-sign-in.ts";
import { AuthServer } from "./auth-server.ts";

const renewingChild = join(import.meta.dirname, "renewing-child.ts");

let server: AuthServer;
let folder: string;
let pages: string[];

beforeEach(async () => {
  server = await new AuthServer().open();
  folder = await mkdtemp(join(tmpdir(), "sopwith-oauth-"));
  pages = [];
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function open({ person = true }: { readonly person?: boolean } = {}): Promise<McpSignInSession> {
  const openPage = async ({ url }: { readonly url: string }): Promise<void> => {
    pages.push(url);
    await server.agree(url);
  };
  const signIn = createOAuthSignIn({ folder, ...(person && { openPage }) });
  const session = await signIn.open("notes", { url: server.url });
  if (!session) throw new Error("no session");
  return session;
}

describe("a token runs out", () => {
  test("is renewed once for many requests, without a person", async () => {
    const session = await open();
    await session.fetch(server.url);
    server.good.clear();
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await session.fetch(server.url)));
    expect(answers.map((answer) => answer.status)).toStrictEqual(Array.from({ length: 8 }, () => 200));
    expect(server.paths("/token").map((body) => body.get("grant_type"))).toStrictEqual([
      "authorization_code",
      "refresh_token",
    ]);
    expect(pages).toHaveLength(1);
  });

  test("is renewed once for several connections over one file", async () => {
    await (await open()).fetch(server.url);
    const sessions = await Promise.all([open({ person: false }), open({ person: false }), open({ person: false })]);
    for (const session of sessions) expect((await session.fetch(server.url)).status).toBe(200);
    server.good.clear();
    const answers = await Promise.all(sessions.map(async (session) => await session.fetch(server.url)));
    expect(answers.map((answer) => answer.status)).toStrictEqual([200, 200, 200]);
    expect(server.paths("/token")).toHaveLength(2);
  });

  test("is renewed once for several processes", { timeout: 60_000 }, async () => {
    await (await open()).fetch(server.url);
    server.good.clear();
    const children = Array.from({ length: 3 }, () => {
      const child = spawn(process.execPath, [renewingChild, folder, server.url], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill());
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of children) expect(await lines.next()).toMatchObject({ value: "ready" });
    for (const { child } of children) child.stdin.write("go\n");
    for (const { lines } of children) expect(await lines.next()).toMatchObject({ value: "200" });
    expect(server.paths("/token").map((body) => body.get("grant_type"))).toStrictEqual([
      "authorization_code",
      "refresh_token",
    ]);
  });

  test("wants a person when the refresh token was taken back", async () => {
    await (await open()).fetch(server.url);
    server.good.clear();
    server.refresh.clear();
    await expect((await open({ person: false })).fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_NEEDED" });
  });

  test("wants no person while the issuer is only down", async () => {
    await (await open()).fetch(server.url);
    server.good.clear();
    server.tokenStatus = 503;
    const session = await open({ person: false });
    await expect(session.fetch(server.url)).rejects.toMatchObject({ code: "MCP_AUTH_FAILED" });
    server.tokenStatus = undefined;
    expect((await session.fetch(server.url)).status).toBe(200);
    expect(pages).toHaveLength(1);
  });

  test("one request that is stopped does not stop the others", async () => {
    const session = await open();
    await session.fetch(server.url);
    server.good.clear();
    const hold = Promise.withResolvers<void>();
    server.tokenDelay = hold.promise;
    const stop = new AbortController();
    const stopped = session.fetch(server.url, { signal: stop.signal });
    stopped.catch(() => undefined);
    const going = session.fetch(server.url);
    stop.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    hold.resolve();
    expect((await going).status).toBe(200);
  });
});
