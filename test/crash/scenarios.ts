import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSopwithError } from "../../src/base/errors.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { createFailPoints, type FailPlan } from "./fail-points.ts";
import { findViolations } from "./invariants.ts";
import { workToTheEnd } from "./work.ts";
import { createWorld, type World } from "./world.ts";

/** What came of one schedule. */
export interface Verdict {
  readonly violations: readonly string[];
  /** The points that the first process passed before the end, by name. */
  readonly points: readonly string[];
}

/** A store, a world, and the processes that work there. */
export interface Stage {
  readonly file: string;
  readonly store: RunStore;
  readonly world: World;
  /** Lets a process of its own work, and answers when it has ended or stopped. */
  run(thread: string, plan: FailPlan): Promise<Worked>;
  /** Lets this process go on with the run, to its end. */
  recover(thread: string): Promise<void>;
}

/** A process that has ended, or stands still. */
export interface Worked {
  readonly child: ChildProcess;
  /** The point at which it stands still. */
  readonly stopped: string | undefined;
  readonly points: readonly string[];
}

/** Plays one schedule on a stage of its own, recovers, and holds what is left against the promises. */
async function play(
  threads: readonly string[],
  schedule: (stage: Stage) => Promise<readonly string[]>,
): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-crash-"));
  const file = join(folder, "store.db");
  const store = createSqliteStore({ file });
  const world = await createWorld();
  const stage: Stage = {
    file,
    store,
    world,
    run: (thread, plan) => runChild([file, world.url, thread, JSON.stringify(plan)]),
    recover: async (thread) => {
      await expireLease(store, thread);
      const points = createFailPoints({ at: 0, kind: "kill" });
      await workToTheEnd({ store, points, url: world.url, thread });
    },
  };
  try {
    const points = await schedule(stage);
    const found = [];
    for (const thread of threads) found.push(...(await findViolations({ store, file, world, thread })));
    return { violations: found, points };
  } finally {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true });
  }
}

/** One thing happens at one point, then another process goes on. */
export function disturbOnce(plan: FailPlan): Promise<Verdict> {
  return play(["t"], async (stage) => {
    const { child, stopped, points } = await stage.run("t", plan);
    if (stopped?.startsWith("before shop/")) await wakeInPlace(stage, child);
    await stage.recover("t");
    if (stopped !== undefined) await wakeUp(child);
    return points;
  });
}

/**
 * A process that sleeps inside a tool, before it has acted, cannot be kept from acting when it wakes up. On its own machine
 * nobody gets its thread while it lives; that is what is tried here.
 */
async function wakeInPlace(stage: Stage, child: ChildProcess): Promise<void> {
  const points = createFailPoints({ at: 0, kind: "kill" });
  const refused = await workToTheEnd({ ...stage, points, url: stage.world.url, thread: "t" }).catch(
    (error: unknown) => error,
  );
  if (!isSopwithError(refused, "THREAD_BUSY")) throw new Error("The thread of a living process was given away.");
  await wakeUp(child);
}

/** Several processes after each other, each disturbed, then one that is not. */
export function disturbInTurn(plans: readonly FailPlan[]): Promise<Verdict> {
  return play(["t"], async (stage) => {
    const sleepers: ChildProcess[] = [];
    const all: string[] = [];
    for (const plan of plans) {
      const { child, stopped, points } = await stage.run("t", plan);
      all.push(...points);
      if (stopped?.startsWith("before shop/")) await wakeInPlace(stage, child);
      else if (stopped !== undefined) sleepers.push(child);
      await expireLease(stage.store, "t");
    }
    await stage.recover("t");
    for (const child of sleepers) await wakeUp(child);
    return all;
  });
}

/** Two processes on one store at the same time, each on a thread of its own, both disturbed. */
export function disturbBoth(plans: readonly [FailPlan, FailPlan]): Promise<Verdict> {
  return play(["a", "b"], async (stage) => {
    const worked = await Promise.all([stage.run("a", plans[0]), stage.run("b", plans[1])]);
    for (const thread of ["a", "b"]) await stage.recover(thread);
    for (const { child, stopped } of worked) if (stopped !== undefined) await wakeUp(child);
    return worked.flatMap(({ points }) => points);
  });
}

/** The clock of this process is a day ahead: to it, whoever holds the thread has not renewed for long. */
async function expireLease(store: RunStore, thread: string): Promise<void> {
  await store.takeLease(thread, "a clock ahead", { ttlMs: 1, now: Date.now() + 86_400_000 });
  await store.dropLease(thread, "a clock ahead");
}

async function wakeUp(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  // It says that it is about to stop, so the first signal may come before it has.
  const again = setInterval(() => child.kill("SIGCONT"), 100);
  child.kill("SIGCONT");
  await exited;
  clearInterval(again);
}

async function runChild(args: readonly string[]): Promise<Worked> {
  const child = spawn(
    process.execPath,
    [
      "--conditions=sopwith-source",
      "--disable-warning=ExperimentalWarning",
      join(import.meta.dirname, "crash-child.ts"),
      ...args,
    ],
    // Hundreds of processes compile the same modules.
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "sopwith-compile-cache") },
    },
  );
  let said = "";
  const stopped = new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const [, name] = /^stopped (.*)\n/m.exec(said) ?? [];
      if (name !== undefined) resolve(name);
    });
  });
  const ended = once(child, "close").then(() => undefined);
  const stoppedAt = await Promise.race([stopped, ended]);
  const line = said.split("\n").find((text) => text.startsWith("{"));
  const points = line === undefined ? [] : (JSON.parse(line) as { readonly points: string[] }).points;
  if (line === undefined && stoppedAt === undefined && child.signalCode !== "SIGKILL")
    throw new Error("The process broke by itself.");
  return { child, stopped: stoppedAt, points };
}
