/**
 * An MCP server of the old era written with nothing but JSON and two streams, so that it can do what no SDK lets it do.
 * Its only argument is JSON: see `RawScript`.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** What the server does. */
export interface RawScript {
  /** Printed before anything else. */
  readonly banner?: readonly string[];
  readonly capabilities?: object;
  /** Entries of `tools/list`, page by page. */
  readonly pages?: readonly (readonly unknown[])[];
  /** What a call of a tool does. */
  readonly calls?: Readonly<Record<string, RawAction>>;
  /** Answers to other methods. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Methods after which the process ends. */
  readonly diesAt?: string;
  /** Starts a process that sleeps, and says its pid on stderr. */
  readonly forks?: boolean;
  /** Neither heeds the end of stdin nor SIGTERM. */
  readonly stubborn?: boolean;
  /** Says nothing at all. */
  readonly silent?: boolean;
}

/** What becomes of a call. */
export type RawAction =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly big: number }
  | { readonly exit: number }
  | { readonly hang: true }
  | { readonly progress: number; readonly everyMs: number; readonly result: unknown }
  | { readonly ask: object }
  | { readonly request: object }
  | { readonly pages: readonly (readonly unknown[])[]; readonly times: number }
  | { readonly messages: readonly object[] }
  | { readonly flood: number }
  | { readonly env: string }
  | { readonly echo: true };

const script = JSON.parse(process.argv[2] ?? "{}") as RawScript;
let pages = script.pages ?? [[]];
const asked = new Map<unknown, unknown>();

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** In the middle of things, whatever is open. */
function die(code: number): never {
  process.exit(code); // oxlint-disable-line unicorn/no-process-exit -- this is what is tested
}

function act(id: unknown, action: RawAction, { arguments: given, ...rest }: CallParams): void {
  const token = (rest["_meta"] as { readonly progressToken?: unknown } | undefined)?.progressToken;
  if ("result" in action && !("progress" in action)) return send({ id, result: action.result });
  if ("error" in action) return send({ id, error: action.error });
  if ("big" in action) return send({ result: { content: [{ type: "text", text: "x".repeat(action.big) }] }, id });
  if ("exit" in action) return die(action.exit);
  if ("env" in action)
    return send({ id, result: { content: [{ type: "text", text: process.env[action.env] ?? "(not set)" }] } });
  if ("echo" in action) return send({ id, result: { content: [{ type: "text", text: JSON.stringify(given) }] } });
  if ("messages" in action) {
    for (const message of action.messages) send({ id, ...message });
    return;
  }
  if ("flood" in action) return flood(id, action.flood);
  if ("ask" in action) {
    asked.set("question", id);
    return send({ id: "question", method: "elicitation/create", params: action.ask });
  }
  if ("request" in action) {
    asked.set("question", id);
    return send({ id: "question", ...action.request });
  }
  if ("pages" in action) {
    for (let time = 0; time < action.times; time += 1) {
      pages =
        time === action.times - 1 ? action.pages : [[{ name: `passing${time}`, inputSchema: { type: "object" } }]];
      send({ method: "notifications/tools/list_changed" });
    }
    return send({ id, result: { content: [] } });
  }
  if ("progress" in action) reportProgress(id, action, token);
}

function reportProgress(id: unknown, action: Extract<RawAction, { progress: number }>, token: unknown): void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    if (token !== undefined)
      send({ method: "notifications/progress", params: { progressToken: token, progress, total: action.progress } });
    if (progress < action.progress) return;
    clearInterval(timer);
    send({ id, result: action.result });
  }, action.everyMs);
}

function flood(id: unknown, count: number): void {
  for (let told = 0; told < count; told += 1) {
    send({ method: "notifications/tools/list_changed" });
    send({ method: "notifications/progress", params: { progressToken: id, progress: told } });
    send({ id: 1_000_000 + told, result: { content: [] } });
    process.stderr.write(`${"noise ".repeat(50)}${told}\n`);
    process.stdout.write(`noise ${told}\n`);
  }
  send({ id, result: { content: [{ type: "text", text: "after the flood" }] } });
}

interface CallParams {
  readonly name?: string;
  readonly cursor?: string;
  readonly arguments?: unknown;
  readonly [key: string]: unknown;
}

interface Incoming {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: CallParams;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

function answer({ id, method = "", params = {}, result, error }: Incoming): void {
  if (script.silent) return;
  if (method === script.diesAt) return die(3);
  if (id === "question")
    return send({
      id: asked.get(id),
      result: { content: [{ type: "text", text: error ? `refused ${error.code}` : JSON.stringify(result) }] },
    });
  if (id === undefined) return void process.stderr.write(`told ${method}\n`);
  if (method === "initialize")
    return send({
      id,
      result: {
        protocolVersion: "2025-06-18",
        capabilities: script.capabilities ?? { tools: { listChanged: true } },
        serverInfo: { name: "raw", version: "1" },
      },
    });
  if (method === "tools/list") {
    const page = Number(params.cursor ?? 0);
    const next = page + 1 < pages.length ? { nextCursor: String(page + 1) } : {};
    return send({ id, result: { tools: pages[page] ?? [], ...next } });
  }
  if (method === "tools/call") {
    const action = script.calls?.[params.name ?? ""];
    if (action) return act(id, action, params);
    return send({ id, error: { code: -32602, message: `Unknown tool: ${params.name}` } });
  }
  const other = script.answers?.[method];
  if (other !== undefined) return send({ id, result: other });
  send({ id, error: { code: -32601, message: "Method not found" } });
}

for (const line of script.banner ?? []) process.stdout.write(`${line}\n`);
if (script.forks) {
  const child = spawn("sleep", ["300"], { stdio: "inherit" });
  process.stderr.write(`forked ${child.pid}\n`);
}
if (script.stubborn) {
  process.on("SIGTERM", () => process.stderr.write("no\n"));
  setInterval(() => undefined, 1000);
}
createInterface({ input: process.stdin }).on("line", (line) => answer(JSON.parse(line) as Incoming));
