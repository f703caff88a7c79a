import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { ToolContext } from "../tool.ts";
import { type IsolatedAnswer, type IsolatedCall, toAnswerOfThrown } from "./isolated-call.ts";

/**
 * The program of a worker thread or child process: loads one module, and answers one call after the other with the
 * function that it exports.
 */
interface Served {
  readonly module: string;
  readonly exportName: string;
}

type Run = (input: unknown, context: ToolContext) => unknown;

const { module, exportName } = (workerData ?? JSON.parse(process.argv[2] ?? "{}")) as Served;
const send = (message: IsolatedAnswer): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  if (parentPort) parentPort.postMessage(message);
  else process.send!(message);
};
let loaded: Promise<Run> | undefined;

async function load(): Promise<Run> {
  const url = module.startsWith("file:") ? module : pathToFileURL(module).href;
  const run: unknown = ((await import(url)) as Readonly<Record<string, unknown>>)[exportName];
  if (typeof run !== "function") throw new TypeError(`${module} exports no function "${exportName}".`);
  return run as Run;
}

async function answer({ input, context }: IsolatedCall): Promise<void> {
  try {
    const run = await (loaded ??= load());
    // The caller ends this thread or process instead of telling it to stop.
    const value = await run(input, { ...context, signal: new AbortController().signal });
    send({ ok: true, value });
  } catch (thrown) {
    send(toAnswerOfThrown(thrown));
  }
}

(parentPort ?? process).on("message", (call: IsolatedCall) => void answer(call));
