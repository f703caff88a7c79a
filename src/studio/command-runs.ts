import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** How a command began that goes on for a while. */
export interface Begun {
  readonly begun: boolean;
  /** What was wrong. */
  readonly message: string;
}

/** Commands that are run because somebody pressed a button. */
export interface CommandRuns {
  /** Starts one and answers when it tells its first line, with which it goes on; or what was wrong if it ends without. */
  begin(words: readonly string[]): Promise<Begun>;
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
  return {
    begin: (words) => {
      const child = spawn(process.execPath, [...process.execArgv, commandFile, ...words], {
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
        // Ctrl-C at our terminal is not meant for it twice: it is told once, by us.
        detached: true,
      });
      working.add(child);
      let said = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => void (said = (said + text).slice(-mostSaid)));
      const { promise, resolve } = Promise.withResolvers<Begun>();
      child.stdout.on("data", () => resolve({ begun: true, message: "" }));
      child.once("error", ({ message }) => resolve({ begun: false, message }));
      child.once("close", (code) => {
        working.delete(child);
        resolve({ begun: false, message: said.trim() || `It ended with code ${code}.` });
      });
      return promise;
    },
    close: async () => {
      const ends = [...working].map((child) => once(child, "close"));
      for (const child of working) child.kill("SIGTERM");
      await Promise.all(ends);
    },
  };
}

/** Characters of an error that are kept: its end. */
const mostSaid = 4000;
