import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const child = new URL("flat-memory-child.ts", import.meta.url).pathname;

test(
  "200,000 calls leave no heap, no more than one listener, and no timer that holds the process",
  { timeout: 60_000 },
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      "--disable-warning=ExperimentalWarning",
      child,
    ]);
    const left = JSON.parse(stdout) as { grownBytes: number; listeners: number; timers: number };
    expect(left.listeners).toBeLessThanOrEqual(1);
    expect(left.timers).toBe(0);
    expect(left.grownBytes).toBeLessThan(500_000);
  },
);
