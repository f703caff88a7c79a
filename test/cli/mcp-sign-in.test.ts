import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { mcpCommand } from "../../src/cli/mcp-command.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { AuthServer } from "../mcp/client/auth-server.ts";
import { peerServer } from "../mcp/peers/sdk-server.ts";
import { temporaryProject } from "../project/temporary-project.ts";

/** A server that speaks MCP to who has signed in, and gives tokens itself. */
async function openProvider(): Promise<AuthServer> {
  const provider = await new AuthServer().open();
  onTestFinished(() => provider.close());
  const run = (): string => "fine";
  const handler = createMcpHandler(() =>
    peerServer(new Map([["t", { name: "t", inputSchema: { type: "object" }, run }]])),
  );
  const answer = toNodeHandler(handler);
  provider.answer = async (request, response, body) => answer(request as Parameters<typeof answer>[0], response, body);
  return provider;
}

/** `sopwith mcp <words>` where a person opens pages, or where nobody is. */
async function mcp(folder: string, words: readonly string[], openPage?: (url: string) => Promise<unknown>) {
  let shown = "";
  const opened: Promise<unknown>[] = [];
  const terminal: Terminal = {
    folder,
    interactive: openPage !== undefined,
    colour: false,
    columns: 100,
    write: (text) => void (shown += text),
    writeError: (text) => {
      shown += text;
      const page = /^  (http\S+)$/m.exec(text)?.[1];
      if (page !== undefined && openPage) opened.push(openPage(page));
    },
    ask: async () => "y",
  };
  const args = { words, has: (name: string) => name === "yes", value: () => undefined, all: () => [] };
  const code = await mcpCommand(args, terminal);
  await Promise.all(opened);
  return { code, shown, pages: opened.length };
}

test("a person signs in at the first test, and nobody is asked after that", async () => {
  const provider = await openProvider();
  const folder = temporaryProject({ "mcp.json": JSON.stringify({ mcpServers: { desk: { url: provider.url } } }) });
  const agree = (url: string): Promise<unknown> => provider.agree(url);
  const host = new URL(provider.url).host;
  expect(await mcp(folder, ["accept", "desk"], agree)).toMatchObject({
    code: 0,
    pages: 1,
    shown: expect.stringContaining(`To sign in at the MCP server desk, open this page of ${host}:`),
  });
  expect(await mcp(folder, ["test", "desk"], agree)).toMatchObject({
    code: 0,
    pages: 0,
    shown: expect.stringMatching(/state +ready/),
  });
  const tokens = join(folder, ".sopwith/mcp-tokens");
  const files = readdirSync(tokens);
  expect(files.map((file) => statSync(join(tokens, file)).mode & 0o777)).toEqual([0o600]);
  expect(await mcp(folder, ["test", "desk"])).toMatchObject({ code: 0, pages: 0 });
  provider.good.clear();
  expect(await mcp(folder, ["test", "desk"])).toMatchObject({ code: 0, pages: 0 });
  expect(provider.paths("/token").map((body) => body.get("grant_type"))).toEqual([
    "authorization_code",
    "refresh_token",
  ]);
  await mcp(folder, ["remove", "desk"]);
  expect(readdirSync(tokens)).toEqual([]);
});

test("where nobody is, the command says what to run", async () => {
  const provider = await openProvider();
  const folder = temporaryProject({ "mcp.json": JSON.stringify({ mcpServers: { desk: { url: provider.url } } }) });
  const { code, shown } = await mcp(folder, ["accept", "desk"]);
  expect({ code, asked: shown.includes("wants a person to sign in") }).toEqual({ code: 1, asked: true });
});
