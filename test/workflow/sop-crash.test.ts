import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs the child once; answers the signal that ended it. */
function runChild(folder: string, killAt: number): Promise<NodeJS.Signals | null> {
  const child = spawn(
    process.execPath,
    ["--conditions=sopwith-source", join(import.meta.dirname, "sop-crash-child.ts"), folder, String(killAt)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
}

/** Kills a run at a fail point, lets a new process resume it, and says how the steps were kept in the end. */
async function killAndResume(killAt: number) {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-sop-crash-"));
  const signal = await runChild(folder, killAt);
  if (signal === "SIGKILL") await runChild(folder, 0);
  const { points: _points, ...result } = JSON.parse(readFileSync(join(folder, "result"), "utf8")) as {
    readonly points: number;
  };
  rmSync(folder, { recursive: true });
  return { signal, result };
}

/** What a run comes to that nobody kills, or that is killed anywhere. */
const whole = {
  status: "completed",
  steps: [
    { step: "look", status: "done", calls: 1 },
    { step: "pay", status: "done", calls: 1 },
    { step: "file", status: "skipped", calls: 0, reason: "Nothing to file." },
    { step: "tell", status: "done", calls: 1 },
  ],
  refused: [
    { tool: "a/tell", reason: 'Step "tell" (line 15) comes later: first "pay" is done.' },
    { tool: "a/pay", reason: 'Step "pay" (line 10) may be done once for each id, and was for x.' },
  ],
  isAsRecorded: true,
  effects: ["a/look x", "a/pay x", "a/tell x"],
};

// Points: the model (1, 2), a/look (3, 4), a/pay (5, 6), the model (7, 8), a/tell (9, 10), the model (11).
test.concurrent.each([2, 4, 6, 8, 10])(
  "a run killed at point %i keeps its steps, skips and refusals, and does no step twice",
  { timeout: 60_000 },
  async (killAt) => {
    expect(await killAndResume(killAt)).toEqual({ signal: "SIGKILL", result: whole });
  },
);

test("a run that nobody kills comes to the same", { timeout: 60_000 }, async () => {
  expect(await killAndResume(0)).toEqual({ signal: null, result: whole });
});
