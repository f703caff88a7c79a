import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkStore } from "../../src/store/check-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { callRow, turnRow } from "./store-rows.ts";
import { killWhileWriting, race, startChild } from "./store-children.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-processes-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("two processes on one new store", () => {
  test("make it together", async () => {
    const [one, two] = await race("createStores", join(folder, "new.db"));
    expect(one?.done).toHaveLength(40);
    expect(two?.done).toEqual(one?.done);
    expect(one?.done.flatMap((made) => checkStore(made).diagnostics)).toEqual([]);
  });

  test("wait for each other when one is at it", async () => {
    const file = join(folder, "wait.db");
    const child = await startChild("holdLock", file);
    const locked = once(child, "message");
    child.send("go");
    await locked;
    const exited = once(child, "exit");
    const store = createSqliteStore({ file: `${file}-held` });
    await store.putTurn(turnRow(0));
    await store.close();
    expect(await exited).toEqual([0, null]);
  });

  test("share out leases so that each thread has one owner", async () => {
    const file = join(folder, "leases.db");
    const results = await race("takeLeases", file);
    const store = createSqliteStore({ file });
    for (const { me, done } of results) {
      for (const thread of done) expect(await store.lease(thread)).toMatchObject({ owner: me });
    }
    expect(results.flatMap(({ done }) => done).toSorted()).toEqual(names(200, "thread-"));
    await store.close();
  });

  test("decide each question once, and the winner's decision is the stored one", async () => {
    const file = join(folder, "approvals.db");
    const results = await race("decideApprovals", file);
    const store = createSqliteStore({ file });
    for (const { me, done } of results) {
      for (const id of done) expect((await store.approval(id))?.decision).toMatchObject({ by: me });
    }
    expect(results.flatMap(({ done }) => done).toSorted()).toEqual(names(100, "q"));
    await store.close();
  });
});

test("a process that is killed while it writes loses nothing that it had put", async () => {
  const file = join(folder, "killed.db");
  const written = await killWhileWriting("writeForever", file, 60);

  expect(checkStore(file).diagnostics).toEqual([]);
  const store = createSqliteStore({ file });
  const turns = await store.runTurns("storm/1");
  const calls = await store.runCalls("storm/1");
  expect(turns).toEqual(turns.map((_, turn) => turnRow(turn)));
  expect(calls).toEqual(calls.map((_, turn) => callRow(`c${turn}`, { turn })));
  expect(calls.length).toBeGreaterThan(written);
  expect(turns.length - calls.length).toBeOneOf([0, 1]);
  await store.putTurn(turnRow(turns.length));
  await store.close();
});

function names(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`).toSorted();
}
