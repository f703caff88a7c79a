import { spawn } from "node:child_process";

/** Set in a process that does the work of `dev`. */
export const workerMark = "SOPWITH_DEV_WORKER";

/** What a worker tells its parent: that the project is open, or how another one is to be started because a module changed. */
export type FromWorker = { readonly opened: true } | { readonly restart: readonly string[] };

/** What a worker is told: to begin; to end, since another one takes over; to go on, since the other one could not. */
export type ToWorker = "go" | "end" | "stay";

/** A child process that watches the project. */
export interface DevWorker {
  /** True once it has opened the project, false when it ended before. It begins when it is told to. */
  readonly opened: Promise<boolean>;
  /** Its exit code; `null` where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Waits until it ends, or wants another one in its place. */
  next(): Promise<
    { readonly code: number | null } | { readonly restart: readonly string[]; readonly code?: undefined }
  >;
  tell(what: ToWorker): void;
  stop(signal: NodeJS.Signals): void;
}

/** Starts a worker. @param words what follows `dev` on its command line */
export function startWorker(words: readonly string[]): DevWorker {
  const line = [...process.execArgv, process.argv[1] ?? "", "dev", ...words];
  const child = spawn(process.execPath, line, {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [workerMark]: "1" },
  });
  const opened = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<number | null>();
  let wish = Promise.withResolvers<readonly string[]>();
  child.on("message", (message) => {
    const told = message as FromWorker;
    if ("opened" in told) opened.resolve(true);
    else wish.resolve(told.restart);
  });
  child.on("error", (error) => {
    opened.resolve(false);
    ended.reject(error);
  });
  child.on("exit", (code) => {
    opened.resolve(false);
    ended.resolve(code);
  });
  return {
    opened: opened.promise,
    ended: ended.promise,
    async next() {
      const first = await Promise.race([
        ended.promise.then((code) => ({ code })),
        wish.promise.then((restart) => ({ restart })),
      ]);
      wish = Promise.withResolvers();
      return first;
    },
    tell: (what) => void (child.connected && child.send(what)),
    stop: (signal) => void child.kill(signal),
  };
}
