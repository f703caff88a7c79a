import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How a command began that goes on for a while. */
export type Begun = { readonly begun: true } | { readonly begun: false; readonly message: string };

/** How a command ended. */
export interface Finished {
  readonly ok: boolean;
  /** What it said: its result, or what was wrong. */
  readonly message: string;
}

/** Commands that are run because somebody pressed a button. */
export interface CommandRuns {
  /** Starts one and answers when it tells its first line, or what was wrong if it ends without. It goes on then. */
  begin(words: readonly string[]): Promise<Begun>;
  /** Runs one to its end. */
  finish(words: readonly string[]): Promise<Finished>;
  /** Lets those that are under way come to rest, as Ctrl-C does. */
  close(): Promise<void>;
}

/** Where the command is, and where it runs. */
export interface CommandPlace {
  /** The first file of the command. */
  readonly commandFile: string;
  /** The project's folder. */
  readonly folder: string;
}

/**
 * What is changed from the page is done in a process of its own, by the command that a terminal calls: with the same
 * checks, with workflows, tools and switches as they are now, and what a tool does to its process stays there.
 */
export function createCommandRuns({ commandFile, folder }: CommandPlace): CommandRuns {
  const working = new Set<ChildProcess>();
  const start = (words: readonly string[]): Started => {
    const child = spawn(process.execPath, [...process.execArgv, commandFile, ...words], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    working.add(child);
    const said = { out: "", error: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => void (said.out = keepEnd(said.out + text)));
    child.stderr.setEncoding("utf8").on("data", (text: string) => void (said.error = keepEnd(said.error + text)));
    const ended = new Promise<Finished>((resolve) => {
      child.once("error", ({ message }) => resolve({ ok: false, message }));
      child.once("close", (code) => {
        const text = (code === 0 ? said.out : said.error || said.out).trim();
        resolve({ ok: code === 0, message: text || `It ended with code ${code}.` });
      });
    }).finally(() => working.delete(child));
    return { child, ended };
  };
  return {
    begin: async (words) => {
      const { child, ended } = start(words);
      const begun = once(child.stdout!, "data").then((): Begun => ({ begun: true }));
      return Promise.race([begun, ended.then(({ message }): Begun => ({ begun: false, message }))]);
    },
    finish: (words) => start(words).ended,
    close: async () => {
      const ends = [...working].map((child) => once(child, "close"));
      for (const child of working) child.kill("SIGTERM");
      await Promise.all(ends);
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Finished>;
}

/** What was said last matters. */
function keepEnd(text: string): string {
  return text.slice(-4000);
}
