import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { defaultMessageBytes, type McpServerOptions, type McpStdioServer } from "../mcp-server-config.ts";
import { dropGroup, keepGroup, signalGroup } from "./child-groups.ts";
import { childEnvironment } from "./child-environment.ts";
import { LineReader } from "./line-reader.ts";
import { readMessages } from "./read-message.ts";
import { createTextTail, type TextTail } from "./text-tail.ts";
import { tooLongAnswer } from "./too-long-answer.ts";
import { toWindowsStart } from "./windows-start.ts";

/** What the SDK says of a message that did not go out. */
const neverSent = "SEND_FAILED";
/** How long a child may take to end after its stdin ended, and again after SIGTERM, in ms. */
const graceMs = 1000;

/**
 * Speaks to a child process over its stdin and stdout. The child leads a process group of its own, and the whole group
 * is gone when `close` returns, or when the child ends by itself: what it started does not outlive it.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly stderr: TextTail = createTextTail();
  readonly #server: McpStdioServer & Pick<McpServerOptions, "maxMessageBytes">;
  #child: ChildProcessWithoutNullStreams | undefined;
  #ended: Promise<void> = Promise.resolve();
  #ending: string | undefined;

  constructor(server: McpStdioServer & Pick<McpServerOptions, "maxMessageBytes">) {
    this.#server = server;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How the child ended, as a sentence for people; `undefined` while it lives. */
  get ending(): string | undefined {
    return this.#ending;
  }

  async start(): Promise<void> {
    const { args = [], cwd } = this.#server;
    const env = childEnvironment(this.#server);
    const { command, ...start } =
      process.platform === "win32"
        ? toWindowsStart(this.#server.command, args, { env, cwd: cwd ?? process.cwd(), exists: existsSync })
        : { command: this.#server.command, args };
    const child = spawn(command, start.args, {
      ...start,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      windowsHide: true,
      ...(cwd !== undefined && { cwd }),
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once("close", () => resolve()));
    this.#follow(child);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    keepGroup(child.pid!);
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    return new Promise((resolve, reject) => {
      if (!stdin?.writable)
        return reject(Object.assign(new Error("The server's stdin is closed."), { code: neverSent }));
      stdin.write(toLine(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the child and what it started: its stdin ends, then SIGTERM, then SIGKILL. At most two seconds. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return this.#ended;
    child.stdin.end();
    if (await this.#endsWithin(graceMs)) return;
    signalGroup(child.pid, "SIGTERM");
    if (await this.#endsWithin(graceMs)) return;
    signalGroup(child.pid, "SIGKILL");
    await this.#ended;
  }

  #endsWithin(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      void this.#ended.finally(() => {
        clearTimeout(timer);
        resolve(true);
      });
    });
  }

  #follow(child: ChildProcessWithoutNullStreams): void {
    const reader = new LineReader(this.#server.maxMessageBytes ?? defaultMessageBytes, {
      line: (text) => this.#take(text),
      tooLong: (head, tail, bytes) => this.#refuse({ head, tail, bytes }),
    });
    child.stdout.on("data", (chunk: Buffer) => reader.push(chunk));
    // A server that cannot answer any more is no server, though it lives.
    child.stdout.once("end", () => void this.close());
    child.stderr.setEncoding("utf8").on("data", (text: string) => this.stderr.push(text));
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error: Error) => this.onerror?.(error));
    child.on("error", (error) => this.onerror?.(error));
    child.once("exit", (code, signal) => {
      this.#ending = signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`;
      // Its own children hold its pipes; without them `close` would not come.
      if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
    });
    child.once("close", () => {
      if (child.pid !== undefined) dropGroup(child.pid);
      this.onclose?.();
    });
  }

  #take(line: string): void {
    for (const message of readMessages(line)) this.onmessage?.(message);
  }

  #refuse(line: { readonly head: string; readonly tail: string; readonly bytes: number }): void {
    const answer = tooLongAnswer(line, this.#server.maxMessageBytes ?? defaultMessageBytes);
    if (answer) this.onmessage?.(answer);
    else this.onerror?.(new Error(`A message of ${line.bytes} bytes was dropped.`));
  }
}

/** Some servers read lines in the sense of Unicode, whose separators JSON leaves as they are. */
function toLine(message: JSONRPCMessage): string {
  const text = JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return `${text}\n`;
}
