import { afterAll, beforeAll, expect, test } from "vitest";
import { openMcpServers } from "../../src/mcp/client/open-mcp-servers.ts";
import type { McpServers } from "../../src/mcp/client/mcp-servers.ts";
import type { CallScope } from "../../src/tools/call-scope.ts";
import { createGateway, type Gateway } from "../../src/tools/gateway/gateway.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { RunEventBody } from "../../src/trace/run-event.ts";
import { packageServer } from "./client/package-server.ts";

let servers: McpServers;
let gateway: Gateway;
let calls = 0;

beforeAll(async () => {
  process.env["SOPWITH_PEER_SECRET"] = "s3cret";
  servers = await openMcpServers({
    servers: {
      every: packageServer("@modelcontextprotocol/server-everything", {
        args: ["stdio"],
        effects: { "*": "read", "get-env": "destructive" },
      }),
    },
    onQuestion: ({ mode }) =>
      mode === "form" ? { action: "accept", content: { name: "Ann" } } : { action: "decline" },
  });
  await servers.ready();
  const registry = createToolRegistry();
  servers.attach(registry);
  gateway = createGateway({ registry });
});

afterAll(async () => {
  delete process.env["SOPWITH_PEER_SECRET"];
  await servers.close();
});

async function call(tool: string, input: unknown = {}, scope: Partial<CallScope> = {}): Promise<ToolOutcome> {
  calls += 1;
  return await gateway.call(
    { callId: `c${calls}`, tool: `every/${tool}`, input },
    { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en", ...scope },
  );
}

test("all its tools are taken, none is dropped or mended", () => {
  const { status, era, dropped, flagged, tools } = servers.state("every")!;
  expect({ status, era, dropped, flagged }).toStrictEqual({ status: "ready", era: "legacy", dropped: [], flagged: [] });
  expect(tools).toContain("every/get-structured-content");
});

test("a text", async () => {
  expect(await call("echo", { message: "hi" })).toMatchObject({ status: "ok", output: "Echo: hi" });
});

test("arguments of the wrong form do not reach it", async () => {
  expect(await call("get-sum", { a: "one", b: 2 })).toMatchObject({
    status: "invalid",
    issues: [{ path: "a", expected: "number" }],
  });
});

test("a picture, and a text with annotations", async () => {
  expect(await call("get-annotated-message", { messageType: "error", includeImage: true })).toMatchObject({
    status: "ok",
    output: {
      content: [
        {
          type: "text",
          text: "Error: Operation failed",
          meta: { annotations: { audience: ["user", "assistant"], priority: 1 } },
        },
        { type: "image", mimeType: "image/png" },
      ],
    },
  });
});

test("structured data, once", async () => {
  expect(await call("get-structured-content", { location: "New York" })).toMatchObject({
    status: "ok",
    output: { temperature: 33, conditions: "Cloudy", humidity: 82 },
  });
});

test("links with all that is said of them; an embedded resource", async () => {
  expect(await call("get-resource-links", { count: 1 })).toMatchObject({
    output: {
      content: [
        { type: "text" },
        {
          type: "resource_link",
          uri: "demo://resource/dynamic/blob/1",
          name: "Blob Resource 1",
          description: "Resource 1: plaintext resource",
          mimeType: "text/plain",
        },
      ],
    },
  });
  expect(await call("get-resource-reference", { resourceType: "Blob", resourceId: 2 })).toMatchObject({
    output: {
      content: [{ type: "text" }, { type: "resource", uri: "demo://resource/dynamic/blob/2" }, { type: "text" }],
    },
  });
});

test("progress comes as events of the run", async () => {
  const events: RunEventBody[] = [];
  const outcome = await call(
    "trigger-long-running-operation",
    { duration: 0.5, steps: 2 },
    { emit: (event) => events.push(event) },
  );
  expect(outcome.status).toBe("ok");
  const steps = events.flatMap((event) => (event.type === "tool-progress" ? [event.progress] : []));
  expect(steps.length).toBeGreaterThan(0);
});

test("a person answers its form", async () => {
  expect(JSON.stringify(await call("trigger-elicitation-request"))).toContain("Ann");
});

test("a call that is stopped is stopped there too, and the next one is answered", async () => {
  const stop = new AbortController();
  const outcome = call("trigger-long-running-operation", { duration: 600, steps: 1 }, { signal: stop.signal });
  setImmediate(() => stop.abort());
  expect(await outcome).toMatchObject({ status: "unavailable", code: "CANCELLED" });
  expect(await call("echo", { message: "still here" })).toMatchObject({ status: "ok" });
});

test("our secrets are not in its environment", async () => {
  const outcome = await call("get-env", {}, { confirmation: () => ({ approved: true }) });
  expect(outcome.status).toBe("ok");
  expect(JSON.stringify(outcome)).not.toContain("SOPWITH_PEER_SECRET");
});

test("resources and prompts are listed and read", async () => {
  const resources = await servers.resources("every");
  expect(resources).toContainEqual(
    expect.objectContaining({ uri: "demo://resource/static/document/features.md", mimeType: "text/markdown" }),
  );
  expect(resources.filter(({ template }) => template).map(({ uri }) => uri)).toContain(
    "demo://resource/dynamic/text/{resourceId}",
  );
  expect(await servers.readResource("every", "demo://resource/dynamic/text/7")).toMatchObject([
    { type: "resource", uri: "demo://resource/dynamic/text/7", mimeType: "text/plain" },
  ]);
  const prompts = await servers.prompts("every");
  expect(prompts.find(({ name }) => name === "args-prompt")?.arguments).toStrictEqual([
    { name: "city", required: true, description: "Name of the city" },
    expect.objectContaining({ name: "state", required: false }) as object,
  ]);
  const [message] = await servers.getPrompt("every", "args-prompt", { city: "Rome" });
  expect(message).toMatchObject({ role: "user", content: { type: "text" } });
  expect(JSON.stringify(message)).toContain("Rome");
});
