import { expect, test } from "vitest";
import type { Fence, RunStore } from "../../src/store/run-store.ts";
import { approvalRow, callRow, runRow, turnRow, visit } from "./store-rows.ts";

const term = { ttlMs: 30_000, now: Date.parse("2026-05-01T10:00:00.000Z") };
const later = { ...term, now: term.now + 60_000 };

type Write = (store: RunStore, fence: Fence) => unknown;

const writes: readonly (readonly [string, Write])[] = [
  ["a run", (store, fence) => store.putRun(runRow({ status: "completed" }), fence)],
  ["a turn", (store, fence) => store.putTurn(turnRow(0), fence)],
  ["the intent of a call", (store, fence) => store.putCall(callRow("c1"), true, fence)],
  ["the outcome of a call", (store, fence) => store.putCall(callRow("c1", { status: "finished" }), false, fence)],
  ["a question", (store, fence) => store.requestApproval(approvalRow("q1"), fence)],
];

/** What a store does with writes that are made under a hold on the thread. */
export function describeFences(open: () => RunStore): void {
  test.each(writes)("lets the holder put %s, again and again", async (_what, write) => {
    const store = open();
    const { epoch } = await store.takeLease("storm", "a", term);
    await write(store, { thread: "storm", epoch });
    await store.takeLease("storm", "a", later);
    await write(store, { thread: "storm", epoch });
    expect(await everything(store)).toHaveLength(1);
  });

  test.each(writes)("refuses %s from a holder who was replaced, and keeps nothing of it", async (_what, write) => {
    const store = open();
    const { epoch } = await store.takeLease("storm", "a", term);
    await store.takeLease("storm", "b", later);
    await expect((async () => write(store, { thread: "storm", epoch }))()).rejects.toMatchObject({
      code: "LEASE_LOST",
      data: { thread: "storm", epoch: 1, owner: "b" },
    });
    expect(await everything(store)).toEqual([]);
  });

  test.each(writes)("refuses %s once another has had the thread, though it is free again", async (_what, write) => {
    const store = open();
    const { epoch } = await store.takeLease("storm", "a", term);
    await store.takeLease("storm", "b", later);
    await store.dropLease("storm", "b");
    await expect((async () => write(store, { thread: "storm", epoch }))()).rejects.toMatchObject({
      code: "LEASE_LOST",
    });
    expect(await everything(store)).toEqual([]);
  });

  test("asks nobody who names no hold", async () => {
    const store = open();
    await store.takeLease("storm", "a", term);
    await store.putRun(runRow());
    expect(await store.run("storm/1")).toEqual(runRow());
  });
}

/** All rows of the thread. */
async function everything(store: RunStore): Promise<readonly unknown[]> {
  return [
    ...(await store.runs("storm")),
    ...(await store.turns(visit)),
    ...(await store.calls(visit)),
    ...(await store.approvals({ thread: "storm" })),
  ];
}
