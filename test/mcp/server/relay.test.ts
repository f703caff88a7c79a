import { createRequire } from "node:module";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMcpServers } from "../../../src/mcp/client/open-mcp-servers.ts";
import { serveMcp } from "../../../src/mcp/server/serve-mcp.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import { connectHttp, eras } from "./clients.ts";

const everything = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** Serves the tools of another server, which speaks the older protocol only. */
async function relay(): Promise<string> {
  const servers = await openMcpServers({
    servers: { every: { command: process.execPath, args: [everything, "stdio"], effects: { "*": "read" } } },
  });
  onTestFinished(() => servers.close());
  const registry = createToolRegistry();
  servers.attach(registry);
  await servers.ready();
  const parts = { registry, workflows: [], store: createMemoryStore() };
  const served = await serveMcp(parts, { tools: ["every/*"], overHttp: true, http: { port: 0 } });
  onTestFinished(() => served.close());
  return served.url!;
}

describe.each(eras)("a %s client", (era) => {
  test("gets the pictures, links, resources, data and progress of a server behind ours", async () => {
    const client = await connectHttp(await relay(), { era });
    const told: unknown[] = [];
    const call = (name: string, values: object, onprogress = (_report: object): void => {}) =>
      client.callTool({ name: `every__${name}`, arguments: { ...values } }, { onprogress });
    expect((await call("get-tiny-image", {})).content.map(({ type }) => type)).toEqual(["text", "image", "text"]);
    expect((await call("get-resource-links", { count: 1 })).content).toMatchObject([
      { type: "text" },
      { type: "resource_link", uri: "demo://resource/dynamic/blob/1", mimeType: "text/plain" },
    ]);
    expect((await call("get-resource-reference", { resourceType: "Text", resourceId: 1 })).content).toMatchObject([
      { type: "text" },
      { type: "resource", resource: { uri: "demo://resource/dynamic/text/1" } },
      { type: "text" },
    ]);
    expect(await call("get-structured-content", { location: "New York" })).toMatchObject({
      structuredContent: { conditions: "Cloudy" },
    });
    await call("trigger-long-running-operation", { duration: 1, steps: 4 }, (report) => told.push(report));
    expect(told).toContainEqual({ progress: 2, total: 4 });
  });
});
