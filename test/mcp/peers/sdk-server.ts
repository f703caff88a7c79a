/** A server on the SDK, for either era: `node sdk-server.ts` speaks over stdio, `httpServer` over HTTP. */
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** A tool of the server: its definition, and what a call of it does. */
export interface PeerTool {
  readonly name: string;
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly run: (given: PeerCall) => unknown;
}

/** One call at the server. */
export interface PeerCall {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly inputs: Readonly<Record<string, unknown>> | undefined;
  readonly state: unknown;
  readonly server: Server;
}

/** The tools of all servers that share it; tell the servers after a change. */
export type PeerTools = Map<string, PeerTool>;

/** A server over the tools, resources and prompts as they are now. */
export function peerServer(tools: PeerTools): Server {
  const server = new Server(
    { name: "peer", version: "1.2.3" },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
      instructions: "Ask for\u200B weather only.",
    },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...tools.values()].map(({ name, inputSchema }) => ({ name, inputSchema })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (!tool) throw Object.assign(new Error(`Unknown tool: ${params.name}`), { code: -32_602 });
    const result = await tool.run({
      arguments: params.arguments ?? {},
      signal: mcpReq.signal,
      inputs: mcpReq.inputResponses,
      state: mcpReq.requestState(),
      server,
    });
    return (typeof result === "string" ? textResult(result) : result) as ReturnType<typeof textResult>;
  });
  server.setRequestHandler("resources/list", () => ({
    resources: [{ uri: "note://a", name: "a", description: "A\u200B note" }],
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "note://{id}", name: "any note" }],
  }));
  server.setRequestHandler("resources/read", ({ params }) => ({
    contents: [{ uri: params.uri, mimeType: "text/plain", text: `the note ${params.uri}` }],
  }));
  server.setRequestHandler("prompts/list", () => ({
    prompts: [{ name: "greet", description: "Greets", arguments: [{ name: "who", required: true }] }],
  }));
  server.setRequestHandler("prompts/get", ({ params }) => ({
    messages: [
      { role: "user" as const, content: { type: "text" as const, text: `Greet ${params.arguments?.["who"]}.` } },
    ],
  }));
  return server;
}

/** A tool that asks for a name in the middle, and greets. */
export const greetTool: PeerTool = {
  name: "greet",
  inputSchema: { type: "object", properties: {} },
  run: ({ inputs }) => {
    const answer = inputs?.["who"] as
      | { readonly action?: string; readonly content?: { readonly name?: string } }
      | undefined;
    if (answer !== undefined)
      return answer.action === "accept" ? `Hello ${answer.content?.name}!` : `Nobody (${answer.action}).`;
    const requestedSchema = {
      type: "object" as const,
      properties: { name: { type: "string" as const } },
      required: ["name"],
    };
    return inputRequired({
      inputRequests: { who: inputRequired.elicit({ message: "Who are you?", requestedSchema }) },
      requestState: "state-1",
    });
  },
};

function textResult(text: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text }] };
}

/** An HTTP server that can be told of changes, and restarted on its port. */
export interface PeerHttp {
  readonly url: string;
  /** How many requests came, by method of HTTP. */
  readonly seen: string[];
  readonly headers: Record<string, unknown>[];
  changed(): Promise<void>;
  close(): Promise<void>;
}

/** Serves the tools over HTTP in one era. */
export async function httpServer(
  tools: PeerTools,
  { era, port = 0 }: { readonly era: "legacy" | "modern"; readonly port?: number },
): Promise<PeerHttp> {
  const seen: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const { handle, changed, close } = era === "modern" ? modern(tools) : legacy(tools);
  const http: HttpServer = createServer((request, response) => {
    seen.push(request.method ?? "");
    headers.push(request.headers);
    void handle(request, response);
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const address = http.address();
  const taken = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${taken}/mcp`,
    seen,
    headers,
    changed,
    async close() {
      await close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

interface Serving {
  readonly handle: Handle;
  readonly changed: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function modern(tools: PeerTools): Serving {
  const handler = createMcpHandler(() => peerServer(tools), { legacy: "reject" });
  return {
    handle: toNodeHandler(handler) as Handle,
    changed: () => Promise.resolve(handler.notify.toolsChanged()),
    close: () => handler.close(),
  };
}

function legacy(tools: PeerTools): Serving {
  const sessions = new Map<
    string,
    { readonly transport: NodeStreamableHTTPServerTransport; readonly server: Server }
  >();
  return {
    async handle(request, response) {
      const id = request.headers["mcp-session-id"];
      const known = typeof id === "string" ? sessions.get(id) : undefined;
      if (typeof id === "string" && !known) return void response.writeHead(404).end();
      if (known) return handleWith(known.transport, request, response);
      const server = peerServer(tools);
      const transport = new NodeStreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => void sessions.set(session, { transport, server }),
      });
      await server.connect(transport);
      return handleWith(transport, request, response);
    },
    changed: async () =>
      void (await Promise.all([...sessions.values()].map(({ server }) => server.sendToolListChanged()))),
    close: async () => void (await Promise.all([...sessions.values()].map(({ server }) => server.close()))),
  };
}

/** The SDK's type of a request is narrower than Node's where absent is not `undefined`. */
function handleWith(transport: NodeStreamableHTTPServerTransport, ...given: Parameters<Handle>): Promise<void> {
  return transport.handleRequest(...given);
}

if (process.argv[1] === import.meta.filename) {
  const tools: PeerTools = new Map([["greet", greetTool]]);
  tools.set("weather", {
    name: "weather",
    inputSchema: { type: "object", properties: { city: { type: "string" } } },
    run: ({ arguments: { city } }) => `${String(city)}: 21 °C`,
  });
  tools.set("grow", {
    name: "grow",
    inputSchema: { type: "object" },
    run: () => {
      tools.set("grown", { name: "grown", inputSchema: { type: "object" }, run: () => "grown" });
      for (const server of live) void server.sendToolListChanged().catch(() => undefined);
      return "growing";
    },
  });
  const live = new Set<Server>();
  serveStdio(() => {
    const server = peerServer(tools);
    live.add(server);
    return server;
  });
}
