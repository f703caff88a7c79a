import { DatabaseSync } from "node:sqlite";
import type { RegistryChange } from "../../src/store/registry-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { approvalRow, approved, callRow, turnRow } from "./store-rows.ts";

/**
 * A second process on a store: `store-child.ts <task> <file>`. It says "ready", waits for any message, does its task
 * and sends the result.
 */
const [task = "", file = ""] = process.argv.slice(2);
const store = createSqliteStore({ file });
const me = `process ${process.pid}`;

/** Takes the leases of many threads in turn; answers the ones it got. */
async function takeLeases(): Promise<string[]> {
  const taken: string[] = [];
  for (let index = 0; index < 200; index += 1) {
    const lease = await store.takeLease(`thread-${index}`, me, { ttlMs: 60_000, now: 0 });
    if (lease.owner === me) taken.push(`thread-${index}`);
  }
  return taken;
}

/** Asks many questions that the other asks as well and decides them; answers the ones it decided. */
async function decideApprovals(): Promise<string[]> {
  const decided: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    await store.requestApproval(approvalRow(`q${index}`));
    if ((await store.decide(`q${index}`, { ...approved, by: me }, 0)) === "decided") decided.push(`q${index}`);
  }
  return decided;
}

/** Holds the lock of a new file in its first journal mode for a moment, as a process does that is making a store. */
async function holdLock(): Promise<string[]> {
  const database = new DatabaseSync(`${file}-held`);
  database.exec("BEGIN IMMEDIATE");
  await new Promise((resolve) => process.send?.("locked", resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  database.exec("COMMIT");
  database.close();
  return [];
}

/** Writes turns and calls until it is killed, and tells after each pair that it is on record. */
async function writeForever(): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    await store.putTurn(turnRow(turn));
    await store.putCall(callRow(`c${turn}`, { turn }), turn % 5 === 0);
    await new Promise((resolve) => process.send?.({ written: turn }, resolve));
  }
}

/** Changes the registry many times at once with the other; answers the generations that are its own. */
async function changeRegistry(): Promise<string[]> {
  const mine: string[] = [];
  while (mine.length < 50) {
    const before = (await store.registry())?.generation ?? 0;
    if (await store.changeRegistry(toChange(before + 1), before)) mine.push(String(before + 1));
  }
  return mine;
}

/** Changes the registry until it is killed, and tells of each change that was made. */
async function changeForever(): Promise<never> {
  for (let generation = 1; ; generation += 1) {
    await store.changeRegistry(toChange(generation), generation - 1);
    await new Promise((resolve) => process.send?.({ written: generation }, resolve));
  }
}

function toChange(generation: number): RegistryChange {
  const content = { toolsets: { web: generation % 2 === 0 }, routes: [], tools: {} };
  return { generation, at: new Date().toISOString(), by: me, what: "toolset web", content };
}

/** Makes many new stores beside the first, which the other makes as well; answers their files. */
async function createStores(): Promise<string[]> {
  const made = Array.from({ length: 40 }, (_, index) => `${file}-${index}`);
  for (const newFile of made) {
    const newStore = createSqliteStore({ file: newFile });
    await newStore.putTurn(turnRow(0));
    await newStore.close();
  }
  return made;
}

const tasks: Readonly<Record<string, () => Promise<string[]>>> = {
  takeLeases,
  decideApprovals,
  createStores,
  holdLock,
  writeForever,
  changeRegistry,
  changeForever,
};

async function perform(): Promise<void> {
  const done = await tasks[task]?.();
  await store.close();
  process.send?.({ me, done });
  process.disconnect();
}

process.once("message", () => void perform());
process.send?.("ready");
