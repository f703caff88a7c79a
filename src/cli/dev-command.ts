import type { CommandAction, CommandArguments } from "./command.ts";
import { startWorker, workerMark, type DevWorker } from "./dev-worker.ts";
import { EXIT } from "./exit-code.ts";

/**
 * `sopwith dev`: watches the project and shows each edit. Skills are swapped while it works; modules cannot be, since Node
 * never forgets one, so the work is done by a child process. When a module changes another one is started beside it,
 * which takes over once it has opened the project; where it cannot, the old one goes on with what was good last.
 */
export const devCommand: CommandAction = async (args, terminal) => {
  if (process.env[workerMark] !== undefined) {
    const { runDevSession } = await import("./dev-session.ts");
    return runDevSession(args, terminal);
  }
  const workers = new Set<DevWorker>();
  // A terminal sends Ctrl-C to all of them; what is sent to this process alone is passed on.
  const onInterrupt = (): void => workers.forEach((worker) => process.stdin.isTTY || worker.stop("SIGINT"));
  const onTerminate = (): void => workers.forEach((worker) => worker.stop("SIGTERM"));
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  try {
    return await runWorkers(lineOf(args), workers);
  } finally {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onTerminate);
  }
};

/** One worker after the other, until one ends of itself. Answers its exit code. */
async function runWorkers(words: readonly string[], workers: Set<DevWorker>): Promise<number> {
  const start = (line: readonly string[]): DevWorker => {
    const worker = startWorker(line);
    workers.add(worker);
    void worker.ended.finally(() => workers.delete(worker)).catch(() => undefined);
    return worker;
  };
  let worker = start(words);
  if (await worker.opened) worker.tell("go");
  for (;;) {
    const next = await worker.next();
    if (next.code !== undefined) return next.code ?? EXIT.stopped;
    const follower = start(next.restart);
    if (!(await follower.opened)) {
      worker.tell("stay");
      continue;
    }
    worker.tell("end");
    await worker.ended;
    follower.tell("go");
    worker = follower;
  }
}

/** The words of a command line with these arguments. */
function lineOf(args: CommandArguments): readonly string[] {
  return [...args.words, ...["on-save", "model"].flatMap((option) => (args.has(option) ? [`--${option}`] : []))];
}
