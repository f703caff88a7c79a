import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openGovernedStore } from "../../src/project/open-governed-store.ts";
import { createSecretFilter } from "../../src/tools/secret-filter.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { toOutcomeMessage } from "../../src/tools/outcome-message.ts";
import { agree, open, serverProject } from "./server-project.ts";

/** A server of 2025 whose tool tells which token it was sent. Answers where it listens. */
async function startTelltale(): Promise<string> {
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { id, method } = JSON.parse(text === "" ? "{}" : text) as { id?: number; method?: string };
      if (request.method !== "POST") return response.writeHead(405).end();
      if (id === undefined) return response.writeHead(202).end();
      const results: Readonly<Record<string, unknown>> = {
        initialize: {
          protocolVersion: "2025-11-25",
          capabilities: { tools: {} },
          serverInfo: { name: "telltale", version: "1" },
        },
        "tools/list": { tools: [{ name: "tell", description: "Tells.", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: `You sent ${request.headers.authorization}.` }] },
      };
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method ?? ""] ?? {} }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

test("a server that is reached by its address gets its header from the environment, and no model gets it back", async () => {
  const env = { TELL_TOKEN: "tok-4711" };
  const telltale = {
    url: "${TELL_URL:-http://127.0.0.1:1/mcp}",
    headers: { Authorization: "Bearer ${TELL_TOKEN}" },
    era: "legacy",
    effects: { "*": "read" },
  };
  const url = await startTelltale();
  const folder = serverProject([], { "mcp.json": JSON.stringify({ mcpServers: { telltale } }) });
  const { project, notices } = await open(folder, { env: { ...env, TELL_URL: url } });
  const servers = await project.servers();
  await servers.trust.acceptStart("telltale");
  await servers.open(["telltale"]);
  await servers.trust.acceptTools("telltale", servers.opened().get("telltale")!.listed("telltale"), ["tell"]);
  await servers.opened().get("telltale")!.refresh("telltale");
  const registry = await project.tools();
  const { governance } = await openGovernedStore(project);
  const secrets = createSecretFilter(governance.secrets ?? []);
  const scope = {
    caller: { run: "t/1", thread: "t", node: "desk" },
    locale: "en" as const,
    ...(secrets && { secrets }),
  };
  const outcome = await createGateway({ registry }).call({ callId: "c1", tool: "telltale/tell", input: {} }, scope);
  expect(toOutcomeMessage(outcome, "en")).toBe("You sent Bearer [secret].");
  expect(notices.map(({ message }) => message)).toEqual([
    "Tools that nobody agreed to cannot be called (new: tell). Look at them with: npx sopwith mcp accept telltale",
    "The list of its tools has changed: it has telltale/tell now.",
  ]);
});

test("an address that nobody answers at stops nothing", async () => {
  const folder = serverProject([], {
    "mcp.json": JSON.stringify({ mcpServers: { gone: { url: "http://127.0.0.1:1/mcp" } } }),
  });
  await agree(folder);
  const { project, notices } = await open(folder);
  expect((await project.tools()).list()).toEqual([]);
  expect(notices).toMatchObject([{ server: "gone", level: "warning" }]);
});
