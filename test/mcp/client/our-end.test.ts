import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isAlive } from "./is-alive.ts";

const program = fileURLToPath(new URL("../peers/open-and-wait.ts", import.meta.url));
const script = JSON.stringify({ forks: true, stubborn: true, pages: [[]] });

test.each<[how: string, signal: NodeJS.Signals | undefined]>([
  ["ends by itself", undefined],
  ["is ended by SIGTERM", "SIGTERM"],
  ["is ended by SIGINT", "SIGINT"],
])(
  "when our process %s, servers and what they started are gone, even those that heed nothing",
  async (_how, signal) => {
    const ours = spawn(process.execPath, [program, script, ...(signal ? [] : ["exit"])], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(ours.stdout.setEncoding("utf8"), "data")) as [string];
    const pids = line.trim().split(" ").map(Number);
    if (signal) ours.kill(signal);
    expect((await once(ours, "exit"))[1]).toBe(signal ?? null);
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  },
);
