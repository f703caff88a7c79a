import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunStore } from "../../src/store/run-store.ts";
import { describeApprovals } from "./approvals.contract.ts";
import { describeAudit } from "./audit.contract.ts";
import { describeFences } from "./fences.contract.ts";
import { describeJournal } from "./journal.contract.ts";
import { describePrune } from "./prune.contract.ts";
import { describeRegistry } from "./registry.contract.ts";
import { runRow } from "./store-rows.ts";

/** What every run store does; `create` gives an empty one for each case. */
export function describeRunStore(create: () => RunStore): void {
  let store: RunStore;
  beforeEach(() => {
    store = create();
  });
  afterEach(async () => {
    await store.close();
  });

  describe("threads and runs", () => {
    test("makes the thread's row from its first run", async () => {
      await store.putRun(runRow());
      expect(await store.run("storm/1")).toEqual(runRow());
      expect(await store.thread("storm")).toEqual({
        id: "storm",
        workflow: "event-safety",
        createdAt: "2026-05-01T10:00:00.000Z",
        updatedAt: "2026-05-01T10:00:00.000Z",
        runs: 1,
        lastRun: "storm/1",
        status: "running",
      });
    });

    test("replaces a run whole and brings the thread up to date", async () => {
      await store.putRun(runRow({ user: "mira" }));
      const ended = runRow({ status: "completed", answer: "Yes.", endedAt: "2026-05-01T10:09:00.000Z" });
      await store.putRun(ended);
      expect(await store.runs("storm")).toEqual([ended]);
      expect(await store.thread("storm")).toMatchObject({
        status: "completed",
        createdAt: "2026-05-01T10:00:00.000Z",
        updatedAt: "2026-05-01T10:09:00.000Z",
      });
    });

    test("lets the newest run speak for the thread, whichever is put last", async () => {
      const second = { id: "storm/2", ordinal: 2, workflow: "support-desk", startedAt: "2026-05-02T08:00:00.000Z" };
      await store.putRun(runRow());
      await store.putRun(runRow({ ...second, status: "waiting" }));
      await store.putRun(runRow({ status: "failed", endedAt: "2026-05-01T11:00:00.000Z" }));
      expect(await store.thread("storm")).toEqual({
        id: "storm",
        workflow: "support-desk",
        createdAt: "2026-05-01T10:00:00.000Z",
        updatedAt: "2026-05-02T08:00:00.000Z",
        runs: 2,
        lastRun: "storm/2",
        status: "waiting",
      });
    });

    test("lists runs in the order they were started", async () => {
      for (const ordinal of [2, 10, 1]) await store.putRun(runRow({ id: `storm/${ordinal}`, ordinal }));
      await store.putRun(runRow({ id: "calm/1", thread: "calm" }));
      expect((await store.runs("storm")).map((row) => row.id)).toEqual(["storm/1", "storm/2", "storm/10"]);
      expect(await store.runs("nowhere")).toEqual([]);
    });

    test("lists threads newest first, those of one moment by the order they came", async () => {
      await store.putRun(runRow({ id: "a/1", thread: "a", startedAt: "2026-05-01T10:00:00.000Z" }));
      await store.putRun(runRow({ id: "b/1", thread: "b", startedAt: "2026-05-03T10:00:00.000Z", status: "waiting" }));
      await store.putRun(runRow({ id: "c/1", thread: "c", startedAt: "2026-05-01T10:00:00.000Z", status: "waiting" }));
      const ids = async (filter?: Parameters<RunStore["threads"]>[0]): Promise<string[]> =>
        (await store.threads(filter)).map((thread) => thread.id);
      expect(await ids()).toEqual(["b", "c", "a"]);
      expect(await ids({ limit: 2 })).toEqual(["b", "c"]);
      expect(await ids({ status: "waiting" })).toEqual(["b", "c"]);
      expect(await ids({ status: "failed" })).toEqual([]);
    });

    test("lists a hundred threads where no limit is given", async () => {
      for (let index = 0; index < 101; index += 1) await store.putRun(runRow({ id: `${index}/1`, thread: `${index}` }));
      expect(await store.threads()).toHaveLength(100);
    });

    test("knows nothing of what was never put", async () => {
      expect(await store.thread("storm")).toBeUndefined();
      expect(await store.run("storm/1")).toBeUndefined();
      expect(await store.threads()).toEqual([]);
    });
  });

  describe("leases", () => {
    const now = Date.parse("2026-05-01T10:00:00.000Z");

    test("gives a free thread to whoever asks first", async () => {
      const lease = { owner: "a", epoch: 1, expiresAt: "2026-05-01T10:00:30.000Z" };
      expect(await store.takeLease("storm", "a", { ttlMs: 30_000, now })).toEqual(lease);
      expect(await store.takeLease("storm", "b", { ttlMs: 30_000, now: now + 29_999 })).toEqual(lease);
      expect(await store.lease("storm")).toEqual(lease);
    });

    test("renews for the holder", async () => {
      await store.takeLease("storm", "a", { ttlMs: 30_000, now });
      const renewed = { owner: "a", epoch: 1, expiresAt: "2026-05-01T10:00:50.000Z" };
      expect(await store.takeLease("storm", "a", { ttlMs: 30_000, now: now + 20_000 })).toEqual(renewed);
      expect(await store.lease("storm")).toEqual(renewed);
    });

    test("gives an expired one to the next", async () => {
      await store.takeLease("storm", "a", { ttlMs: 30_000, now });
      const next = await store.takeLease("storm", "b", { ttlMs: 30_000, now: now + 30_000 });
      expect(next).toEqual({ owner: "b", epoch: 2, expiresAt: "2026-05-01T10:01:00.000Z" });
    });

    test("is dropped by its holder only", async () => {
      await store.takeLease("storm", "a", { ttlMs: 30_000, now });
      await store.dropLease("storm", "b");
      expect(await store.lease("storm")).toMatchObject({ owner: "a" });
      await store.dropLease("storm", "a");
      expect(await store.lease("storm")).toBeUndefined();
    });

    test("counts on when a thread that was given back is taken again, by whomever", async () => {
      await store.takeLease("storm", "a", { ttlMs: 30_000, now });
      await store.dropLease("storm", "a");
      expect(await store.takeLease("storm", "a", { ttlMs: 30_000, now })).toMatchObject({ owner: "a", epoch: 2 });
      await store.dropLease("storm", "a");
      expect(await store.takeLease("storm", "b", { ttlMs: 30_000, now })).toMatchObject({ owner: "b", epoch: 3 });
      expect(await store.takeLease("calm", "b", { ttlMs: 30_000, now })).toMatchObject({ epoch: 1 });
    });
  });

  describe("fences", () => {
    describeFences(() => store);
  });

  describe("skill texts", () => {
    test.each(["# Storm\r\n", "\uFEFF1. 检查天气 🌩", "a\u0000b", ""])("gives %j back as it was", async (text) => {
      await store.putSkillText("h1", text);
      await store.putSkillText("h1", "another");
      expect(await store.skillText("h1")).toBe(text);
      expect(await store.skillText("h2")).toBeUndefined();
    });
  });

  test("gives the same saver each time", async () => {
    expect(await store.checkpointer()).toBe(await store.checkpointer());
  });

  describe("pruning", () => {
    describePrune(() => store);
  });

  describe("journal", () => {
    describeJournal(() => store);
  });
  describe("approvals", () => {
    describeApprovals(() => store);
  });

  describeAudit(() => store);
  describeRegistry(() => store);
}
