import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
const { specTest } = await import("@langchain/langgraph-checkpoint-validation");

const folder = mkdtempSync(join(tmpdir(), "sopwith-saver-"));
const stores: ReturnType<typeof createSqliteStore>[] = [];

specTest({
  checkpointerName: "SqliteCheckpointer",
  createCheckpointer: async () => {
    const store = createSqliteStore({ file: join(folder, `${stores.length}.db`) });
    stores.push(store);
    return await store.checkpointer();
  },
  afterAll: async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true });
  },
});
