import { type BaseCheckpointSaver, emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";

/** The cases of LangGraph's own suite that the saver does not meet, and why that is right. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["should migrate pending sends", "checkpoints of a format before 4 cannot be in our file"],
  [
    "should only store channel_values that have changed (based on newVersions)",
    "each checkpoint holds the whole state, as in LangGraph's own memory and sqlite savers",
  ],
]);

/** Runs an exception as a case that is expected to fail, so that it is noticed when it no longer does. */
const itWithExceptions = Object.assign(
  (name: string, body: () => Promise<void>): void => {
    const reason = EXCEPTIONS.get(name);
    const define = reason === undefined ? it : it.fails;
    define(reason === undefined ? name : `${name} [fails, because ${reason}]`, body);
  },
  { each: it.each.bind(it) },
);

// The suite is written for a runner that puts its functions on the global object, so it is loaded after they are there.
Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it: itWithExceptions });
const { deltaChannelHistoryTests, specTest } = await import("@langchain/langgraph-checkpoint-validation");

const folder = mkdtempSync(join(tmpdir(), "sopwith-saver-"));
const stores: RunStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

async function createCheckpointer(): Promise<BaseCheckpointSaver> {
  const store = createSqliteStore({ file: join(folder, `${stores.length}.db`) });
  stores.push(store);
  return await store.checkpointer();
}

specTest({ checkpointerName: "SqliteCheckpointer", createCheckpointer });
deltaChannelHistoryTests({ checkpointerName: "SqliteCheckpointer", createCheckpointer });

describe("the writes of a checkpoint", () => {
  it("come back by task path, task and place, with text compared by code point", async () => {
    const saver = await createCheckpointer();
    const config = await putCheckpoint(saver);
    await saver.putWrites(config, [["step", 1]], "b", "~pull");
    await saver.putWrites(config, [["step", 2]], "\u{1F329}", "");
    await saver.putWrites(config, [["step", 3]], "\uFFFD", "");
    await saver.putWrites(config, [["step", 4]], "a", "~pull");
    await saver.putWrites(
      config,
      Array.from({ length: 11 }, (_, place) => ["step", `c${place}`]),
      "c",
      "~pull",
    );
    const values = (await saver.getTuple(config))?.pendingWrites?.map(([, , value]) => value);
    expect(values).toEqual([3, 2, 4, 1, ...Array.from({ length: 11 }, (_, place) => `c${place}`)]);
  });

  it("stay as they were first, save LangGraph's own, of which the newest counts", async () => {
    const saver = await createCheckpointer();
    const config = await putCheckpoint(saver);
    for (const value of ["first", "second"]) {
      await saver.putWrites(config, [["step", value]], "task");
      await saver.putWrites(config, [["__resume__", value]], "task");
    }
    expect((await saver.getTuple(config))?.pendingWrites).toEqual([
      ["task", "__resume__", "second"],
      ["task", "step", "first"],
    ]);
  });

  it("go with their thread", async () => {
    const saver = await createCheckpointer();
    await saver.putWrites(await putCheckpoint(saver), [["step", 1]], "task");
    await saver.deleteThread("storm/1");
    const again = await putCheckpoint(saver);
    expect((await saver.getTuple(again))?.pendingWrites).toEqual([]);
  });
});

describe("a checkpoint without a name", () => {
  it.each([
    [{}, "thread_id"],
    [{ configurable: { thread_id: 7 } }, "thread_id"],
    [{ configurable: { thread_id: "t" } }, "checkpoint_id"],
  ])("under %j is refused for its %s", async (config, field) => {
    const saver = await createCheckpointer();
    await expect(saver.putWrites(config, [["step", 1]], "task")).rejects.toMatchObject({
      code: "STORE_CHECKPOINT_KEY",
      message: expect.stringContaining(field),
    });
  });
});

async function putCheckpoint(saver: BaseCheckpointSaver): ReturnType<BaseCheckpointSaver["put"]> {
  const checkpoint = { ...emptyCheckpoint(), id: "1f0a0000-0000-6000-8000-000000000000" };
  return await saver.put(
    { configurable: { thread_id: "storm/1", checkpoint_ns: "" } },
    checkpoint,
    { source: "loop", step: 0, parents: {} },
    {},
  );
}
