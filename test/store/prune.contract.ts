import { expect, test } from "vitest";
import type { RunStore } from "../../src/store/run-store.ts";
import { approvalRow, callRow, runRow, turnRow, visit } from "./store-rows.ts";

/** What a store does when old threads are removed. */
export function describePrune(open: () => RunStore): void {
  const before = "2026-06-01T00:00:00.000Z";
  const ended = { status: "completed", endedAt: "2026-05-01T11:00:00.000Z" } as const;

  test("removes an ended thread with everything that hangs on it, and says so", async () => {
    const store = open();
    await store.putRun(runRow(ended));
    await store.putTurn(turnRow(0));
    await store.putCall(callRow("c1"), true);
    await store.requestApproval(approvalRow("q1"));
    expect(await store.pruneThreads(before)).toEqual({ threads: 1, runs: 1, keptOpen: 0 });
    expect({
      thread: await store.thread("storm"),
      run: await store.run("storm/1"),
      turns: await store.turns(visit),
      call: await store.call("c1"),
      approval: await store.approval("q1"),
    }).toEqual({ thread: undefined, run: undefined, turns: [], call: undefined, approval: undefined });
  });

  test.each(["running", "waiting", "failed"] as const)("keeps a thread that is %s, however old", async (status) => {
    const store = open();
    await store.putRun(runRow({ status }));
    await store.putCall(callRow("c1"), true);
    expect(await store.pruneThreads(before)).toEqual({ threads: 0, runs: 0, keptOpen: 1 });
    expect(await store.call("c1")).toEqual(callRow("c1"));
  });

  test("keeps a thread that was touched since", async () => {
    const store = open();
    await store.putRun(runRow({ ...ended, endedAt: "2026-06-02T00:00:00.000Z" }));
    expect(await store.pruneThreads(before)).toEqual({ threads: 0, runs: 0, keptOpen: 0 });
    expect(await store.thread("storm")).toBeDefined();
  });
}
