import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { scriptedModel, skillsOf } from "./kit.ts";
import { payAnswers, payment, payWorkflow } from "./pay-workflow.ts";

let folder: string;
let store: RunStore;
let sleeper: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sopwith-zombie-"));
  store = createSqliteStore({ file: join(folder, "store.db") });
});
afterEach(async () => {
  sleeper?.kill("SIGKILL");
  await store.close();
  rmSync(folder, { recursive: true });
});

const read = (name: string): string =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").trim() : "";

/** A process that has started the run and was stopped in its sleep at `place`. */
async function stoppedAt(place: "model" | "tool"): Promise<ChildProcess> {
  const child = fork(new URL("zombie-child.ts", import.meta.url), [folder, place], {
    execArgv: ["--conditions=sopwith-source"],
  });
  sleeper = child;
  await once(child, "message");
  child.kill("SIGSTOP");
  return child;
}

/** The clock of another machine is an hour ahead: to it, the sleeper's hold has ended. */
async function takeOver(): Promise<void> {
  const term = { ttlMs: 1, now: Date.now() + 7_200_000 };
  expect(await store.takeLease("t", "another machine", term)).toMatchObject({ owner: "another machine", epoch: 2 });
  await store.dropLease("t", "another machine");
}

async function wakeUp(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGCONT");
  child.send("go on");
  await exited;
}

const resume = () =>
  createRunner({
    workflow: payWorkflow(payment({ folder })),
    skills: skillsOf({ pay: "Pay." }),
    model: scriptedModel(payAnswers),
    store,
  }).resume("t");

describe("a process that slept through the end of its hold", () => {
  test("does not pay when it wakes up after another has finished the run", { timeout: 30_000 }, async () => {
    const child = await stoppedAt("model");
    await takeOver();
    expect(await resume()).toMatchObject({ status: "completed" });
    await wakeUp(child);
    expect({ effects: read("effects"), ended: read("ended") }).toEqual({ effects: "5", ended: "LEASE_LOST" });
  });

  test("writes nothing over what the other has recorded", { timeout: 30_000 }, async () => {
    const child = await stoppedAt("tool");
    await takeOver();
    const waiting = await resume();
    const calls = await store.runCalls("t/1");
    await wakeUp(child);
    expect(read("ended")).toBe("LEASE_LOST");
    expect(read("effects")).toBe("5");
    expect(await store.runCalls("t/1")).toEqual(calls);
    expect(await store.run("t/1")).toMatchObject({ status: waiting.status });
  });

  test("cannot be replaced while its hold lasts", { timeout: 30_000 }, async () => {
    const child = await stoppedAt("model");
    await expect(resume()).rejects.toMatchObject({ code: "THREAD_BUSY" });
    await wakeUp(child);
    expect({ effects: read("effects"), ended: read("ended") }).toEqual({ effects: "5", ended: "completed" });
  });
});
