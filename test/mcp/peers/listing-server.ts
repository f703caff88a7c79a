/**
 * An MCP server whose tools stand in a JSON file, the first argument, so that a test can change them: each entry as
 * `tools/list` gives it, read anew at each question. A call answers its arguments as JSON; a call of `change` writes its
 * argument `tools` into the file first, says that the list has changed, and is answered once the new list was asked for.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface Incoming {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: Readonly<Record<string, unknown>> };
}

const file = process.argv[2] ?? "tools.json";

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const afterNextList: (() => void)[] = [];

function resultOf({ id, method, params }: Incoming): object | "later" | undefined {
  if (method === "initialize")
    return {
      protocolVersion: "2025-11-25",
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "listing", version: "1.0.0" },
      instructions: "Ask for what you need.",
    };
  if (method === "tools/list") return { tools: JSON.parse(readFileSync(file, "utf8")) as unknown };
  if (method !== "tools/call") return undefined;
  const values = params?.arguments ?? {};
  if (params?.name === "change") {
    writeFileSync(file, JSON.stringify(values["tools"]));
    send({ method: "notifications/tools/list_changed" });
    afterNextList.push(() => send({ id, result: { content: [{ type: "text", text: "The list has changed." }] } }));
    return "later";
  }
  return { content: [{ type: "text", text: JSON.stringify(values) }] };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Incoming;
  if (message.id === undefined) return;
  const result = resultOf(message);
  if (result === "later") return;
  send({ id: message.id, ...(result ? { result } : { error: { code: -32601, message: "Method not found" } }) });
  if (message.method === "tools/list") for (const answer of afterNextList.splice(0)) answer();
});
