import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test } from "vitest";
import { openServers } from "./open-raw.ts";

/** A server of 2024, which knows the old transport only. */
async function oldServer(): Promise<string> {
  const transports = new Map<string, SSEServerTransport>();
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const known = transports.get(url.searchParams.get("sessionId") ?? "");
    if (request.method === "POST" && known) return void known.handlePostMessage(request, response);
    if (request.method !== "GET") return void response.writeHead(405).end();
    const transport = new SSEServerTransport("/messages", response);
    transports.set(transport.sessionId, transport);
    const server = new Server({ name: "old", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [{ name: "t", inputSchema: { type: "object" } }],
    }));
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: "from 2024" }] }));
    return void server.connect(transport);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/sse`;
}

test.each([{ type: "sse" } as const, {}])("a server that knows SSE only is read: %j", async (type) => {
  const { servers, call } = await openServers({
    servers: { old: { url: await oldServer(), effects: { "*": "read" }, ...type } },
  });
  expect(servers.state("old")).toMatchObject({ status: "ready", era: "legacy", tools: ["old/t"] });
  expect(await call("old/t")).toMatchObject({ status: "ok", output: "from 2024" });
});
