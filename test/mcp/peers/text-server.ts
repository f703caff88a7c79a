/**
 * An MCP server that writes, for each method that it hears, the very text that its script holds: `$ID` stands for the id
 * of the request, `$TOKEN` for its progress token, `$STORM` for 5000 notices of a changed list. The script is JSON, the only argument; initialize and tools/list have
 * texts of their own where it has none. A text of `close:` ends stdout, `exit:3` the process.
 */
import { createInterface } from "node:readline";

const script = JSON.parse(process.argv[2] ?? "{}") as Readonly<Record<string, string>>;

const usual: Readonly<Record<string, string>> = {
  initialize: `{"jsonrpc":"2.0","id":$ID,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"text","version":"1"}}}\n`,
  "tools/list": `{"jsonrpc":"2.0","id":$ID,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}}\n`,
};

const changed = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n`;

interface Incoming {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly _meta?: { readonly progressToken?: unknown } };
  readonly error?: { readonly code?: unknown };
}

function write(text: string, { id, params }: Incoming): void {
  if (text === "close:") return void process.stdout.end();
  if (text.startsWith("exit:")) process.exit(Number(text.slice(5))); // oxlint-disable-line unicorn/no-process-exit -- this is what is tested
  const token = params?.["_meta"]?.progressToken;
  // Bytes as they are, so that a text can be no text.
  const bytes = Buffer.from(
    text
      .replaceAll("$STORM", changed.repeat(5000))
      .replaceAll("$ID", JSON.stringify(id))
      .replaceAll("$TOKEN", JSON.stringify(token)),
  );
  const half = script["halves"] === undefined ? bytes.length : Math.ceil(bytes.length / 2);
  process.stdout.write(bytes.subarray(0, half), () => {
    if (half < bytes.length) setImmediate(() => process.stdout.write(bytes.subarray(half)));
  });
}

if (script["start"] !== undefined) write(script["start"], {});
createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line) as Incoming;
  process.stderr.write(`heard ${message.method ?? `answer ${JSON.stringify(message.error?.code ?? "ok")}`}\n`);
  const text = script[message.method ?? "answer"] ?? usual[message.method ?? ""];
  if (text !== undefined) write(text, message);
});
