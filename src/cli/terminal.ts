/** Where a command reads and writes. */
export interface Terminal {
  /** The folder in which the command was called. */
  readonly folder: string;
  /** True when a person sits there: both stdin and stdout are terminals. */
  readonly interactive: boolean;
  /** True when stdout takes colours. */
  readonly colour: boolean;
  /** Width of the terminal that stdout is; `undefined` where it is a pipe or a file, for which nothing is cut. */
  readonly columns?: number | undefined;
  /** To stdout, as it stands. */
  write(text: string): void;
  /** To stderr, as it stands. */
  writeError(text: string): void;
  /** Asks the person; `undefined` when the input ends. Ctrl-C is passed on as SIGINT. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** The process's own terminal. A reader that went away (`| head`) ends the writing, not the run. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const gone = new Set<NodeJS.WriteStream>();
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      gone.add(stream);
    });
  return {
    folder: process.cwd(),
    interactive: stdin.isTTY && stdout.isTTY,
    colour: wantsColour(env, stdout.isTTY),
    get columns() {
      return stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined;
    },
    write: (text) => void (gone.has(stdout) || stdout.write(text)),
    writeError: (text) => void (gone.has(stderr) || stderr.write(text)),
    ask: askOnTerminal,
  };
}

/** NO_COLOR and FORCE_COLOR decide before the kind of stdout does. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

async function askOnTerminal(question: string, signal?: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    const answer = lines.question(question, signal ? { signal } : {}).catch(() => undefined);
    return await Promise.race([answer, ended]);
  } finally {
    lines.close();
  }
}
