import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { shopFolder } from "./served.ts";

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`;
const call = (id: number, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;

const lines: readonly string[] = [
  "{no json",
  "",
  '[{"jsonrpc":"2.0","id":900,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":2,"method":"ping"}\r',
  '{"jsonrpc":"2.0","id":3,"method":"nobody/knows"}',
  call(4, '{"name":"shop__price","arguments":null}'),
  call(5, '{"name":"shop__price","arguments":[]}'),
  call(6, "{}"),
  call(7, '{"name":"__proto__","arguments":{}}'),
  call(8, '{"name":"constructor"}'),
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}}',
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":-1}}',
  '{"jsonrpc":"2.0","id":77,"result":{}}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":"words","method":"ping"}',
  '{"jsonrpc":"2.0","id":9,"method":"prompts/get","params":{"name":"packing","arguments":{"task":7}}}',
  '{"jsonrpc":"2.0","id":10,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
  call(11, `{"name":"shop__order","arguments":{"thing":${"[".repeat(20_000)}${"]".repeat(20_000)}}}`),
  call(12, '{"name":"shop__order","arguments":{"thing":"\\ud83d","__proto__":{"x":1}}}'),
  '{"jsonrpc":"2.0","id":13,"method":"ping"}',
];

interface Reply {
  readonly id: number | string;
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly code: number };
}

test("nothing that a client sends ends the server or takes its record from it", async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "shop-child.ts"), shopFolder()], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.write([initialize, ...lines, ""].join("\n"));
  const replies = new Map<unknown, Reply>();
  for await (const line of createInterface({ input: child.stdout })) {
    const reply = JSON.parse(line) as Reply;
    replies.set(reply.id, reply);
    if (replies.has(12) && replies.has(13) && child.stdin.writable) child.stdin.end();
  }
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(0);
  const kinds = [...replies.values()].map(({ id, error, result }) => [
    id,
    error?.code ?? (result?.isError === true ? "isError" : "ok"),
  ]);
  expect(Object.fromEntries(kinds)).toStrictEqual({
    1: "ok",
    2: "ok",
    3: -32_601,
    4: -32_602,
    5: -32_602,
    6: -32_602,
    7: -32_602,
    8: -32_602,
    words: "ok",
    9: expect.any(Number) as number,
    10: -32_602,
    11: "isError",
    12: "isError",
    13: "ok",
  });
  expect(JSON.stringify([...replies.values()])).not.toMatch(/root:|node_modules|at file:/);
});
