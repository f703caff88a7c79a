import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../house/project-root.ts";
import { shopFolder } from "./served.ts";

/** A project whose modules print and keep timers, as modules of strangers do. */
const files = {
  "sopwith.config.ts": `
    console.log("the config prints");
    export default { tools: "tools", mcpServe: { tools: ["desk/*"], name: "desk" } };`,
  "workflows/broken.ts": "export default 1;",
  "tools/desk.ts": `
    import { defineTool } from "sopwith";
    console.log("a tool's module prints");
    setInterval(() => console.info("tick"), 20);
    export const note = defineTool({
      name: "desk/note", description: "Notes.", effect: "read", inputSchema: { type: "object" },
      run: () => { process.stdout.write("working\\n"); return "noted"; },
    });`,
};

const messages = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  },
  { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "desk__note", arguments: {} } },
];

test("`sopwith mcp serve` keeps stdout for messages, and ends with its client though timers are alive", async () => {
  const child = serve([]);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const seen: unknown[] = [];
  for (const message of messages) {
    child.stdin!.write(`${JSON.stringify(message)}\n`);
    seen.push(JSON.parse((await lines.next()).value as string));
  }
  child.stdin!.end();
  for await (const line of { [Symbol.asyncIterator]: () => lines }) seen.push(JSON.parse(line));
  const [code] = child.exitCode === null ? ((await once(child, "exit")) as [number]) : [child.exitCode];
  expect(seen).toMatchObject([
    { id: 1, result: { serverInfo: { name: "desk" } } },
    { id: 2, result: { content: [{ type: "text", text: "noted" }] } },
  ]);
  expect(code).toBe(0);
});

test("`sopwith mcp serve --http` says what is broken and where it is, answers there, and stops with SIGTERM", async () => {
  const child = serve(["--http", "0"]);
  const said = createInterface({ input: child.stderr! })[Symbol.asyncIterator]();
  const lines: string[] = [];
  let url: string | undefined;
  while (url === undefined) {
    lines.push((await said.next()).value as string);
    url = /http:\S+/.exec(lines.at(-1)!)?.[0];
  }
  expect(lines.join("\n")).toMatch(/^workflows\/broken\.ts\S* error /m);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(messages[0]),
  });
  expect(response.status).toBe(200);
  await response.text();
  child.kill("SIGTERM");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(130);
});

test("`sopwith mcp serve` names a pattern that no tool fits, and starts nothing", async () => {
  const child = serve(["--tools", "desks/*"]);
  const said = await text(child.stderr!);
  expect(said).toContain('MCP_SERVE_UNKNOWN  There is no tool that fits "desks/*" to be served.\n  Known: desk/note.');
  expect(child.exitCode ?? ((await once(child, "exit")) as [number])[0]).not.toBe(0);
});

test("`sopwith mcp serve` refuses to be open to everybody", async () => {
  const child = serve(["--http", "0", "--host", "0.0.0.0"]);
  expect(await text(child.stderr!)).toContain(
    "MCP_SERVE_OPEN  The MCP server is not started at 0.0.0.0 without tokens: whoever reaches the machine could call its tools.",
  );
});

function serve(options: readonly string[]): ChildProcess {
  const folder = shopFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const command = [join(projectRoot, "src", "cli", "sopwith.mjs"), "mcp", "serve", ...options];
  const child = spawn(process.execPath, command, { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
