import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../house/project-root.ts";
import { serveShop, shopFolder } from "./served.ts";

const script = join(import.meta.dirname, "shop-child.ts");
const command = process.execPath;

describe("the first version of the SDK as a client", () => {
  test("lists, calls, reads and is asked over stdio", async () => {
    const client = firstClient();
    await client.connect(new StdioClientTransport({ command, args: [script, shopFolder()], stderr: "ignore" }));
    expect(await tryShop(client)).toMatchObject(shopAsFound);
  });

  test("does so over HTTP, and hears of changes", async () => {
    const { url, parts } = await serveShop();
    const client = firstClient();
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect(await tryShop(client)).toMatchObject(shopAsFound);
    parts.registry.remove(["shop/slow"]);
    await heard;
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("shop__slow");
  });
});

test("LangChain's adapters find the tools, call them, and see failures as failures", async () => {
  const client = new MultiServerMCPClient({
    shop: { transport: "stdio", command, args: [script, shopFolder()], stderr: "ignore" },
  });
  onTestFinished(() => client.close());
  const tools = await client.getTools();
  const find = (name: string) => tools.find((tool) => tool.name === name)!;
  expect(tools.map(({ name }) => name)).toContain("workflow_greet");
  expect(JSON.stringify(await find("shop__price").invoke({ thing: "hat", count: 2 }))).toContain("6");
  expect(JSON.stringify(await find("workflow_greet").invoke({ text: "Ann" }))).toContain("Hello Ann.");
  await expect(find("shop__fail").invoke({})).rejects.toThrow("keys.txt");
});

test("the Inspector lists and calls from its command line", async () => {
  const listed = await inspect("--method", "tools/list");
  expect(listed.tools!.map(({ name }) => name)).toContain("shop__price");
  const called = await inspect("--method", "tools/call", "--tool-name", "shop__price", "--tool-arg", "thing=hat");
  expect(called).toMatchObject({ content: [{ type: "text", text: '{"total":3}' }] });
});

/** A client of the older protocol that says yes to every form. */
function firstClient(): Client {
  const client = new Client({ name: "first", version: "1" }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept" as const, content: { approve: true } }));
  onTestFinished(() => client.close());
  return client;
}

/** What the shop answers to {@link tryShop}. */
const shopAsFound = {
  tools: { tools: expect.arrayContaining([expect.objectContaining({ name: "shop__order" })]) },
  price: { structuredContent: { total: 3 } },
  ordered: { content: [{ type: "text", text: "ordered hat" }] },
  failed: { isError: true },
  unknown: { code: -32_602 },
  prompts: { prompts: [{ name: "packing" }] },
  sizes: { contents: [{ text: "S, M, L\n" }] },
};

async function tryShop(client: Client): Promise<Record<keyof typeof shopAsFound, unknown>> {
  return {
    tools: await client.listTools(),
    price: await client.callTool({ name: "shop__price", arguments: { thing: "hat" } }),
    ordered: await client.callTool({ name: "shop__order", arguments: { thing: "hat" } }),
    failed: await client.callTool({ name: "shop__fail" }),
    unknown: await client.callTool({ name: "shop__nothing" }).catch((error: unknown) => error),
    prompts: await client.listPrompts(),
    sizes: await client.readResource({ uri: "skill://packing/sizes.txt" }),
  };
}

test("the Inspector has nothing against the schemas of workflows", async () => {
  const { stdout, stderr } = await runInspector("--method", "tools/list", "--strict");
  expect(stdout).toContain('"workflow_resume"');
  expect(`${stdout}${stderr}`).not.toMatch(/(?:Warning|Error): tool "workflow_/);
});

interface Inspected {
  readonly tools?: readonly { readonly name: string }[];
}

async function inspect(...options: string[]): Promise<Inspected> {
  return JSON.parse((await runInspector(...options)).stdout) as Inspected;
}

async function runInspector(...options: string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const inspector = join(projectRoot, "node_modules", ".bin", "mcp-inspector");
  return promisify(execFile)(inspector, ["--cli", command, script, shopFolder(), ...options]);
}
