import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { IsolatedAnswer, IsolatedCall } from "./isolated-call.ts";

/** Which function runs apart, and what it gets. */
export interface IsolationOptions {
  /** The module that exports it: a file's URL or absolute path. */
  readonly module: URL | string;
  /** @default "default" */
  readonly exportName?: string;
  /** The largest heap, in MB. @default 256 */
  readonly memoryMb?: number;
  /** Environment variables it sees. @default `PATH` only */
  readonly env?: Readonly<Record<string, string>>;
}

/** Who hears of a worker's answers and of its end. */
export interface WorkerListener {
  readonly answer: (answer: IsolatedAnswer) => void;
  readonly end: (reason: string) => void;
}

/** One thread or process that serves one call at a time. */
export interface IsolatedWorker {
  send(call: IsolatedCall): void;
  /** Told of each answer, and once of its end with the reason. */
  listen(listener: WorkerListener): void;
  /** Whether the program may end while it is there. */
  hold(busy: boolean): void;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

/** Compiled code stands beside this file under another name. */
const program = new URL(
  import.meta.url.endsWith(".ts") ? "./serve-isolated.ts" : "./serve-isolated.js",
  import.meta.url,
);

/** Starts a worker thread: it survives a busy loop, a full heap and `process.exit`, not a crash of native code. */
export function startThread(options: IsolationOptions): IsolatedWorker {
  const worker = new Worker(program, {
    workerData: served(options),
    env: { ...environment(options) },
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? 256 },
    stdout: true,
    stderr: true,
  });
  let reason = "the thread ended";
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    send: (call) => worker.postMessage(call),
    listen: ({ answer, end }) => {
      worker.on("message", answer);
      worker.on("messageerror", () => answer({ ok: false, message: "The answer cannot be copied." }));
      worker.on("error", (error: Error) => (reason = error.message));
      worker.on("exit", () => end(reason));
    },
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    kill: () => void worker.terminate(),
  };
}

/** Starts a child process: it survives everything that a process can do to itself. */
export function startChild(options: IsolationOptions): IsolatedWorker {
  const child = fork(fileURLToPath(program), [JSON.stringify(served(options))], {
    env: environment(options),
    execArgv: [`--max-old-space-size=${options.memoryMb ?? 256}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return {
    send: (call) => void child.send(call),
    listen: ({ answer, end }) => {
      child.on("message", (message) => answer(message as IsolatedAnswer));
      child.on("error", (error) => end(error.message));
      child.on("exit", (code, signal) =>
        end(signal ? `the process was ended by ${signal}` : `the process ended with ${code}`),
      );
    },
    hold: (busy) => {
      if (busy) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

function served({ module, exportName = "default" }: IsolationOptions): object {
  return { module: String(module), exportName };
}

function environment({ env }: IsolationOptions): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", ...env };
}
