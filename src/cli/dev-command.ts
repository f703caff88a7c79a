import { spawn } from "node:child_process";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";

/** Set in the process that does the work; its parent starts another when modules have changed. */
export const workerMark = "SOPWITH_DEV_WORKER";

/** What a worker tells its parent before it ends so that another one takes over. */
export interface DevRestart {
  readonly restart: readonly string[];
}

/**
 * `sopwith dev`: watches the project and shows each edit. Skills are swapped while it works; modules cannot be, since Node
 * never forgets one, so the work is done by a child process that is replaced when one changes.
 */
export const devCommand: CommandAction = async (args, terminal) => {
  if (process.env[workerMark] !== undefined) {
    const { runDevSession } = await import("./dev-session.ts");
    return runDevSession(args, terminal);
  }
  let words = lineOf(args);
  for (;;) {
    const ended = await runWorker(words);
    if (typeof ended === "number") return ended;
    words = ended.restart;
  }
};

/** The words of a command line with these arguments. */
function lineOf(args: CommandArguments): readonly string[] {
  return [...args.words, ...["on-save", "model"].flatMap((option) => (args.has(option) ? [`--${option}`] : []))];
}

/** Runs a worker to its end; answers its exit code, or how the next one is to be started. */
async function runWorker(words: readonly string[]): Promise<number | DevRestart> {
  const line = [...process.execArgv, process.argv[1] ?? "", "dev", ...words];
  const worker = spawn(process.execPath, line, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [workerMark]: "1" },
  });
  let restart: DevRestart | undefined;
  worker.on("message", (message) => (restart = message as DevRestart));
  // A terminal sends Ctrl-C to both processes; what is sent to this one alone is passed on.
  const onInterrupt = (): void => void (process.stdin.isTTY || worker.kill("SIGINT"));
  const onTerminate = (): void => void worker.kill("SIGTERM");
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    worker.on("error", reject);
    worker.on("exit", (code) => resolve(code ?? EXIT.stopped));
    const code = await promise;
    return restart ?? code;
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
  }
}
