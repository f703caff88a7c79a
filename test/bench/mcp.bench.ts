/**
 * What a call of an MCP tool costs through our registry and gateway, beside a bare client of the SDK:
 * `node test/bench/mcp.bench.ts`. CPU time of this process, rounds interleaved, the best round of each counts. Then what
 * many servers with many tools take until they are ready.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { textTokens } from "../../src/base/text-tokens.ts";
import { openMcpServers } from "../../src/mcp/client/open-mcp-servers.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { toShownTool } from "../../src/tools/shown-tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import { peer } from "../mcp/client/peer.ts";

const rounds = Number(process.env["ROUNDS"] ?? 15);
const callsPerRound = 400;

type Call = () => Promise<unknown>;

/** CPU time for each call in µs, with `width` calls on their way at once. */
async function cost(call: Call, width: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < callsPerRound; done += width) await Promise.all(Array.from({ length: width }, call));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerRound;
}

type Era = "legacy" | "modern";

interface Case {
  readonly call: Call;
  readonly close: () => Promise<void>;
}

/** `url`: over HTTP, else a child over stdio. */
async function bare(era: Era, url: string | undefined): Promise<Case> {
  const { command, args = [] } = peer("sdk-server.ts");
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "bare", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    url === undefined
      ? new StdioClientTransport({ command, args: [...args], stderr: "ignore" })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  await client.listTools();
  return {
    call: () => client.callTool({ name: "weather", arguments: { city: "Bern" } }),
    close: () => client.close(),
  };
}

async function ours(era: Era, url: string | undefined): Promise<Case> {
  const place = url === undefined ? peer("sdk-server.ts") : { url };
  const servers = await openMcpServers({ servers: { peer: { ...place, era, effects: { "*": "read" } } } });
  await servers.ready();
  const registry = createToolRegistry();
  servers.attach(registry);
  const gateway = createGateway({ registry });
  const scope = { caller: { run: "r", thread: "t", node: "n" }, locale: "en", emit: () => undefined } as const;
  const request = { callId: "c", tool: "peer/weather", input: { city: "Bern" } };
  return {
    async call() {
      const outcome = await gateway.call(request, scope);
      if (outcome.status !== "ok") throw new Error(JSON.stringify(outcome));
    },
    close: () => servers.close(),
  };
}

async function compare(era: Era, width: number, url?: string): Promise<void> {
  const cases = { bare: await bare(era, url), ours: await ours(era, url) };
  const best = { bare: Infinity, ours: Infinity };
  for (let round = 0; round < rounds; round += 1)
    for (const name of ["bare", "ours"] as const)
      best[name] = Math.min(best[name], await cost(cases[name].call, width));
  await Promise.all([cases.bare.close(), cases.ours.close()]);
  const ratio = (best.ours / best.bare).toFixed(2);
  console.log(
    `${url === undefined ? "stdio" : "HTTP"}, ${era}, ${width} at once: bare ${best.bare.toFixed(0)} µs, ours ${best.ours.toFixed(0)} µs of CPU a call: ${ratio}`,
  );
}

/** Twenty servers with fifty tools each. */
async function many(): Promise<void> {
  const tools = Array.from({ length: 50 }, (_, index) => ({
    name: `tool_${index}`,
    description: `Looks up record number ${index} in the store and gives its fields.`,
    inputSchema: {
      type: "object",
      properties: { id: { type: "string", description: "Id of the record" }, limit: { type: "integer", minimum: 1 } },
      required: ["id"],
    },
  }));
  const script = JSON.stringify({ pages: [tools] });
  const servers = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `s${index}`,
      { ...peer("raw-server.ts", script), startTimeoutMs: 60_000 },
    ]),
  );
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const opened = await openMcpServers({ servers });
  const states = await opened.ready();
  const readyMs = performance.now() - startedAt;
  const registry = createToolRegistry();
  const attachedAt = performance.now();
  opened.attach(registry);
  const attachMs = performance.now() - attachedAt;
  const shownAt = performance.now();
  const shown = registry.list().map((tool) => toShownTool(tool, { agent: "n" }));
  const shownMs = performance.now() - shownAt;
  globalThis.gc?.();
  const used = (process.memoryUsage().heapUsed - heap) / 1e6;
  const tokens = shown.reduce(
    (sum, { name, description, parameters }) => sum + textTokens(`${name}${description}${JSON.stringify(parameters)}`),
    0,
  );
  console.log(
    `${states.filter(({ status }) => status === "ready").length} of 20 servers with ${registry.list().length} tools: ` +
      `ready in ${readyMs.toFixed(0)} ms, attached in ${attachMs.toFixed(0)} ms, shown in ${shownMs.toFixed(0)} ms, ` +
      `${used.toFixed(1)} MB of heap, ${tokens} tokens shown`,
  );
  await opened.close();
}

/** In a process of its own, so that its work is not counted. */
async function overHttp(era: Era): Promise<void> {
  const file = fileURLToPath(new URL("../mcp/peers/http-process.ts", import.meta.url));
  const server = spawn(process.execPath, [file, era], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  for (const width of [1, 16]) await compare(era, width, line.trim());
  server.kill();
}

for (const width of [1, 16]) for (const era of ["legacy", "modern"] as const) await compare(era, width);
for (const era of ["legacy", "modern"] as const) await overHttp(era);
await many();
