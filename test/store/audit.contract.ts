import { describe, expect, test } from "vitest";
import { findAuditBreak } from "../../src/store/audit-chain.ts";
import type { AuditEntry } from "../../src/store/audit-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";

/** An entry of the call with this number, a minute later than the one before. */
function auditEntry(number: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `c${number}:ok`,
    at: `2026-05-01T10:0${number}:00.000Z`,
    thread: "storm",
    run: "storm/1",
    node: "assess",
    callId: `c${number}`,
    tool: "weather/now",
    effect: "read",
    input: '{"city":"Oslo"}',
    output: '{"wind":9}',
    status: "ok",
    attempts: 1,
    durationMs: 3,
    ...changes,
  };
}

/** What the audit part of every run store does. */
export function describeAudit(store: () => RunStore): void {
  describe("audit", () => {
    test("keeps entries in order, each with the hash of the one before", async () => {
      await store().appendAudit([auditEntry(1), auditEntry(2, { user: "mira" })], false);
      await store().appendAudit([auditEntry(3)], true);
      const rows = await store().audit();
      expect(rows.map(({ seq, callId }) => [seq, callId])).toEqual([
        [1, "c1"],
        [2, "c2"],
        [3, "c3"],
      ]);
      expect(rows.map(({ previous }) => previous)).toEqual(["", rows[0]!.hash, rows[1]!.hash]);
      expect(await store().auditHead()).toMatchObject({ seq: 3, hash: rows[2]!.hash });
      expect(findAuditBreak(rows)).toBeUndefined();
    });

    test("keeps an entry once", async () => {
      await store().appendAudit([auditEntry(1)], false);
      await store().appendAudit([auditEntry(1, { output: "other" }), auditEntry(2)], false);
      const rows = await store().audit();
      expect(rows.map(({ seq, output }) => [seq, output])).toEqual([
        [1, '{"wind":9}'],
        [2, '{"wind":9}'],
      ]);
      expect(findAuditBreak(rows)).toBeUndefined();
    });

    test("finds by thread, tool, user, status and time, and gives the newest", async () => {
      const entries = [
        auditEntry(1),
        auditEntry(2, { thread: "other" }),
        auditEntry(3, { tool: "events/cancel", user: "mira", status: "denied" }),
      ];
      await store().appendAudit(entries, false);
      const found = async (filter: Parameters<RunStore["audit"]>[0]): Promise<string[]> =>
        (await store().audit(filter)).map(({ callId }) => callId);
      expect(await found({ thread: "storm" })).toEqual(["c1", "c3"]);
      expect(await found({ tool: "events/cancel", thread: "storm" })).toEqual(["c3"]);
      expect(await found({ user: "mira" })).toEqual(["c3"]);
      expect(await found({ status: "denied" })).toEqual(["c3"]);
      expect(await found({ since: "2026-05-01T10:02:00.000Z" })).toEqual(["c2", "c3"]);
      expect(await found({ limit: 2 })).toEqual(["c2", "c3"]);
    });

    test("prunes old rows but never the newest, and the chain goes on", async () => {
      await store().appendAudit([auditEntry(1), auditEntry(2), auditEntry(3)], false);
      expect(await store().pruneAudit("2026-05-01T10:02:00.000Z")).toBe(1);
      expect(await store().pruneAudit("2027-01-01T00:00:00.000Z")).toBe(1);
      await store().appendAudit([auditEntry(4)], false);
      const rows = await store().audit();
      expect(rows.map(({ seq }) => seq)).toEqual([3, 4]);
      expect(findAuditBreak(rows)).toBeUndefined();
    });

    test("an edited or a missing row breaks the chain", async () => {
      await store().appendAudit([auditEntry(1), auditEntry(2), auditEntry(3)], false);
      const rows = [...(await store().audit())];
      expect(findAuditBreak([rows[0]!, { ...rows[1]!, output: "{}" }, rows[2]!])?.seq).toBe(2);
      expect(findAuditBreak([rows[0]!, rows[2]!])?.seq).toBe(3);
    });

    test("has no head before its first entry", async () => {
      expect(await store().auditHead()).toBeUndefined();
    });
  });
}
