import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs the child once; answers the signal that ended it. */
function runChild(folder: string, killAt: number): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    ["--conditions=sopwith-source", join(import.meta.dirname, "crash-child.ts"), folder, String(killAt)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

const lines = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];

/** Kills the run at a fail point, resumes it in a new process, and says what the outside world saw. */
async function killAndResume(killAt: number) {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-crash-"));
  const signal = await runChild(folder, killAt);
  if (signal === "SIGKILL") await runChild(folder, 0);
  const result = JSON.parse(readFileSync(join(folder, "result"), "utf8")) as {
    status: string;
    log: string[];
    points: number;
  };
  return {
    killed: signal === "SIGKILL",
    result,
    effects: lines(join(folder, "effects")),
    attempts: lines(join(folder, "attempts")),
  };
}

/** Points 5, 6, 12 and 13 lie between the intent and the outcome of a write that takes no key. */
const inDoubt = new Set([5, 6, 12, 13]);

// In each node: a model call, before and after a keyed write, a model call, before and after a plain write, a model call.
test.concurrent.each([2, 3, 5, 6, 8, 14])(
  "a process killed at point %i loses nothing and does no write twice",
  { timeout: 60_000 },
  async (killAt) => {
    const { killed, result, effects, attempts } = await killAndResume(killAt);
    expect(killed).toBe(true);
    const waits = inDoubt.has(killAt);
    const reached = waits && killAt < 8 ? ["first"] : ["first", "second"];
    // A write that may have happened is put before a person; its node has not ended.
    expect(result.status).toBe(waits ? "waiting" : "completed");
    expect(result.log).toEqual((waits ? reached.slice(0, -1) : reached).map((node) => `${node} done`));
    const count = (text: string, list: readonly string[]): number => list.filter((line) => line === text).length;
    for (const node of reached) {
      expect(count(`${node} keyed`, effects), "a keyed write happens exactly once").toBe(1);
      expect(count(`${node} plain`, attempts), "a write without a key is started at most once").toBeLessThanOrEqual(1);
    }
  },
);
