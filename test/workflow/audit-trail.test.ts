import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../../src/store/audit-store.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { AuditedCall } from "../../src/tools/audited-call.ts";
import { createSecretFilter } from "../../src/tools/secret-filter.ts";
import { createAuditTrail } from "../../src/workflow/audit-trail.ts";

const caller = { run: "t/1", thread: "t", node: "desk", user: "mira" };

function audited(callId: string, changes: Partial<AuditedCall> = {}): AuditedCall {
  return {
    at: Date.parse("2026-05-01T10:00:00.000Z"),
    caller,
    effect: "read",
    input: { phone: "13812345678" },
    outcome: { callId, tool: "a/read", attempts: 1, durationMs: 2.6, status: "ok", output: { mail: "a@b.co" } },
    fallbackOf: undefined,
    rule: undefined,
    ...changes,
  };
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("an entry says who called what and how it ended, masked", async () => {
  const store = createMemoryStore();
  const trail = createAuditTrail({ store, secrets: createSecretFilter(["canary-0000"]) });
  trail.record(
    audited("c1", {
      effect: "write",
      input: { key: "canary-0000" },
      outcome: {
        callId: "c1",
        tool: "b/write",
        attempts: 0,
        durationMs: 0.2,
        status: "denied",
        code: "REJECTED",
        reason: "Call mira@example.com first.",
        notes: ["instead of 13812345678"],
        insteadOf: "a/write",
      },
      fallbackOf: "c0",
      rule: "users.mira.ask: b/*",
    }),
  );
  const [row] = await store.audit();
  expect(row).toMatchObject({
    id: "c1:denied",
    at: "2026-05-01T10:00:00.000Z",
    thread: "t",
    run: "t/1",
    node: "desk",
    user: "mira",
    callId: "c1",
    tool: "b/write",
    effect: "write",
    input: '{"key":"[secret]"}',
    output: "Call [mail] first.",
    status: "denied",
    code: "REJECTED",
    attempts: 0,
    durationMs: 0,
    notes: ["instead of [phone]"],
    insteadOf: "a/write",
    fallbackOf: "c0",
    rule: "users.mira.ask: b/*",
  });
});

test("reads are written together when the event loop comes round", async () => {
  const store = createMemoryStore();
  const trail = createAuditTrail({ store });
  trail.record(audited("c1"));
  trail.record(audited("c2"));
  expect(await store.audit()).toEqual([]);
  await tick();
  expect((await store.audit()).map(({ input, output }) => [input, output])).toEqual([
    ['{"phone":"[phone]"}', '{"mail":"[mail]"}'],
    ['{"phone":"[phone]"}', '{"mail":"[mail]"}'],
  ]);
});

test("a summary is cut, however long the result", async () => {
  const store = createMemoryStore();
  const trail = createAuditTrail({ store });
  trail.record(audited("c1", { input: "x".repeat(1_000_000) }));
  await trail.flush();
  expect((await store.audit())[0]!.input).toHaveLength(500);
});

describe("a store that fails", () => {
  test.each([
    ["at once", undefined],
    ["later", tick],
  ])("%s loses nothing: the next write brings all, and flush tells", async (_, pause) => {
    const kept: AuditEntry[] = [];
    let broken = true;
    const fail = (): never => {
      throw new Error("disk full");
    };
    const trail = createAuditTrail({
      store: {
        appendAudit: (entries) => {
          const append = (): void => (broken ? fail() : void kept.push(...entries));
          return pause ? pause().then(append) : append();
        },
      },
    });
    trail.record(audited("c1", { effect: "write" }));
    await expect(async () => trail.flush()).rejects.toThrow("disk full");
    await tick();
    broken = false;
    trail.record(audited("c2"));
    await trail.flush();
    expect(kept.map(({ callId }) => callId)).toEqual(["c1", "c2"]);
  });
});
