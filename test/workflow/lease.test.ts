import { spawnSync } from "node:child_process";
import { hostname } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { type HeldLease, holdLease } from "../../src/workflow/lease.ts";

let lease: HeldLease | undefined;
afterEach(async () => lease?.release());

const ownerOf = (pid: number, host = hostname()): string => `process ${pid} on ${host} (abc123)`;
const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid;

describe("a thread whose holder is on this machine", () => {
  test("is free at once when that process has died", async () => {
    const store = createMemoryStore();
    await store.takeLease("t", ownerOf(deadPid()), { ttlMs: 3_600_000, now: Date.now() });
    lease = await holdLease(store, "t", { leaseMs: 30_000 });
    expect(lease.fence).toEqual({ thread: "t", epoch: 2 });
  });

  test("stays with a process that lives, although its hold has ended", async () => {
    const store = createMemoryStore();
    await store.takeLease("t", ownerOf(process.ppid), { ttlMs: 1, now: 0 });
    await expect(holdLease(store, "t", { leaseMs: 30_000 })).rejects.toMatchObject({ code: "THREAD_BUSY" });
  });
});

test("a thread whose holder is elsewhere is free when the hold has ended, and not before", async () => {
  const store = createMemoryStore();
  await store.takeLease("t", ownerOf(1, "elsewhere"), { ttlMs: 60_000, now: Date.now() });
  await expect(holdLease(store, "t", { leaseMs: 30_000 })).rejects.toMatchObject({ code: "THREAD_BUSY" });
  await store.takeLease("u", ownerOf(1, "elsewhere"), { ttlMs: 1, now: 0 });
  lease = await holdLease(store, "u", { leaseMs: 30_000 });
  expect(lease.fence).toEqual({ thread: "u", epoch: 2 });
});
