import { expect, test } from "vitest";
import type { RunStore } from "../../src/store/run-store.ts";
import { approvalRow, approved, rejected } from "./store-rows.ts";

/** What every store does with questions to people; `current` gives the store of the running case. */
export function describeApprovals(current: () => RunStore): void {
  const now = Date.parse("2026-05-01T10:05:00.000Z");

  test("keeps a question as it was asked first", async () => {
    const store = current();
    const asked = approvalRow("q1", { details: { tool: "events/cancel" }, schema: { type: "object" } });
    await store.requestApproval(asked);
    await store.requestApproval(approvalRow("q1", { title: "Another?" }));
    expect(await store.approval("q1")).toEqual(asked);
    expect(await store.approval("q2")).toBeUndefined();
  });

  test("does not forget a decision when the question is asked again", async () => {
    const store = current();
    await store.requestApproval(approvalRow("q1"));
    await store.decide("q1", approved, now);
    await store.requestApproval(approvalRow("q1"));
    expect(await store.approval("q1")).toEqual(approvalRow("q1", { decision: approved }));
  });

  test("lets the first decision stand", async () => {
    const store = current();
    await store.requestApproval(approvalRow("q1"));
    expect(await store.decide("q1", rejected, now)).toBe("decided");
    expect(await store.decide("q1", approved, now)).toBe("already-decided");
    expect(await store.approval("q1")).toEqual(approvalRow("q1", { decision: rejected }));
  });

  test("decides nothing that nobody asked", async () => {
    const store = current();
    expect(await store.decide("q1", approved, now)).toBe("unknown");
    expect(await store.approval("q1")).toBeUndefined();
  });

  test.each([
    ["2026-05-01T10:05:00.001Z", "decided"],
    ["2026-05-01T10:05:00.000Z", "decided"],
    ["2026-05-01T10:04:59.999Z", "expired"],
    ["2026-05-01T12:04:00+02:00", "expired"],
    ["2026-05-01T12:06:00+02:00", "decided"],
  ])("with a deadline at %s a decision at 10:05 UTC is %s", async (deadline, result) => {
    const store = current();
    await store.requestApproval(approvalRow("q1", { deadline, onDeadline: "reject" }));
    expect(await store.decide("q1", approved, now)).toBe(result);
    expect((await store.approval("q1"))?.decision).toEqual(result === "decided" ? approved : undefined);
  });

  test("says of a decided question that it is decided, also after its deadline", async () => {
    const store = current();
    await store.requestApproval(approvalRow("q1", { deadline: "2026-05-01T10:06:00.000Z" }));
    await store.decide("q1", approved, now);
    expect(await store.decide("q1", rejected, now + 3_600_000)).toBe("already-decided");
  });

  test("lists questions oldest first, by run, thread and whether they are open", async () => {
    const store = current();
    await store.requestApproval(approvalRow("late", { requestedAt: "2026-05-01T11:00:00.000Z" }));
    await store.requestApproval(approvalRow("early"));
    await store.requestApproval(approvalRow("same-moment"));
    await store.requestApproval(approvalRow("other-run", { run: "storm/2", requestedAt: "2026-05-02T10:00:00.000Z" }));
    await store.requestApproval(approvalRow("calm", { run: "calm/1", thread: "calm" }));
    await store.decide("early", approved, now);
    const ids = async (filter?: Parameters<RunStore["approvals"]>[0]): Promise<string[]> =>
      (await store.approvals(filter)).map((row) => row.id);
    expect(await ids()).toEqual(["early", "same-moment", "calm", "late", "other-run"]);
    expect(await ids({ run: "storm/1" })).toEqual(["early", "same-moment", "late"]);
    expect(await ids({ run: "storm/1", open: true })).toEqual(["same-moment", "late"]);
    expect(await ids({ thread: "storm", open: true })).toEqual(["same-moment", "late", "other-run"]);
    expect(await ids({ open: false })).toEqual(["early"]);
    expect(await ids({ run: "storm/1", thread: "calm" })).toEqual([]);
  });

  test("lists what is due, to the millisecond, whatever the zone of the deadline", async () => {
    const store = current();
    await store.requestApproval(approvalRow("never"));
    await store.requestApproval(approvalRow("due", { deadline: "2026-05-01T10:04:59.999Z" }));
    await store.requestApproval(approvalRow("now", { deadline: "2026-05-01T10:05:00.000Z" }));
    await store.requestApproval(approvalRow("elsewhere", { deadline: "2026-05-01T12:04:00+02:00" }));
    await store.requestApproval(approvalRow("decided", { deadline: "2026-05-01T10:04:00.000Z" }));
    await store.decide("decided", approved, Date.parse("2026-05-01T10:03:00.000Z"));
    const due = await store.approvals({ open: true, dueBefore: now });
    expect(due.map(({ id }) => id).toSorted()).toEqual(["due", "elsewhere"]);
  });
}
