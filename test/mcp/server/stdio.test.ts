import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { eras, newClient } from "./clients.ts";
import { shopFolder } from "./served.ts";

const script = join(import.meta.dirname, "shop-child.ts");

describe.each(eras)("a %s client", (era) => {
  test("lists, calls, asks its user and is told of nothing else on stdout", async () => {
    const client = newClient({ era, onForm: () => ({ action: "accept", content: { approve: true } }) });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [script, shopFolder()],
      stderr: "ignore",
    });
    const faults: Error[] = [];
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way
    client.onerror = (error) => faults.push(error);
    onTestFinished(() => client.close());
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("workflow_refund");
    expect(await client.callTool({ name: "shop__order", arguments: { thing: "hat" } })).toMatchObject({
      content: [{ type: "text", text: "ordered hat" }],
    });
    expect(await client.callTool({ name: "workflow_refund", arguments: { order: "7" } })).toMatchObject({
      structuredContent: { status: "completed", answer: "paid back, says MCP client test-client" },
    });
    expect(faults).toEqual([]);
  });

  test("is told of a skill that is new", async () => {
    const folder = shopFolder();
    const { promise: heard, resolve } = Promise.withResolvers<readonly string[]>();
    const client = newClient({ era, onListChanged: (list, names) => list === "prompts" && resolve(names) });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [script, folder], stderr: "ignore" }),
    );
    await client.listPrompts();
    writeFileSync(
      join(folder, "skills", "sealing.sop.md"),
      "---\nname: sealing\ndescription: How it is sealed.\n---\n1. Seal it.\n",
    );
    expect(await heard).toEqual(["packing", "sealing"]);
  });
});

test("every line on stdout is a message, whatever modules print", async () => {
  const child = startShop();
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const seen: unknown[] = [];
  for (const message of [initialize, { jsonrpc: "2.0", id: 2, method: "tools/list" }]) {
    child.stdin!.write(`${JSON.stringify(message)}\n`);
    seen.push(JSON.parse((await lines.next()).value as string));
  }
  child.stdin!.end();
  for await (const line of { [Symbol.asyncIterator]: () => lines }) seen.push(JSON.parse(line));
  expect(seen).toMatchObject([
    { jsonrpc: "2.0", id: 1, result: { protocolVersion: "2025-11-25" } },
    { jsonrpc: "2.0", id: 2, result: { tools: expect.any(Array) } },
  ]);
});

test("it ends with its client's end of the pipe, though timers are alive and a call is under way", async () => {
  const child = startShop();
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  child.stdin!.write(`${JSON.stringify(initialize)}\n`);
  await lines.next();
  const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "shop__slow", arguments: {} } };
  child.stdin!.write(`${JSON.stringify(call)}\n`);
  child.stdin!.end();
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(0);
});

test("nothing is left of it when its client is killed", async () => {
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const child = require("node:child_process").spawn(process.execPath, ${JSON.stringify([script, shopFolder()])}, { stdio: ["pipe", "pipe", "ignore"] });
       child.stdin.write(${JSON.stringify(`${JSON.stringify(initialize)}\n`)});
       child.stdout.once("data", () => console.log(child.pid));
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const [pid] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => isAlive(Number(pid)), { timeout: 10_000 }).toBe(false);
});

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

function startShop(): ChildProcess {
  const child = spawn(process.execPath, [script, shopFolder()], { stdio: ["pipe", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
