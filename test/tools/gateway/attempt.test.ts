import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import type { AnyTool, Effect, Idempotency, RetryPolicy } from "../../../src/tools/tool.ts";
import type { RunEventBody } from "../../../src/trace/run-event.ts";
import { eventLog, memoryJournal, tryCall } from "./try-gateway.ts";

const unsure = new Error("broken");
const refuse = (): never => {
  throw unsure;
};
const hostile = new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse, ownKeys: refuse });
const busy = Object.assign(new Error("busy"), { status: 503 });
const nothingDone = toolError({ code: "DECLINED", message: "Declined.", effect: "none" });
const hopeless = toolError({ code: "GONE", message: "Gone.", effect: "none", retryable: false });
const passing = toolError({ code: "BUSY", message: "Busy.", effect: "none", retryable: true });

interface Flaky {
  readonly effect?: Effect;
  readonly idempotency?: Idempotency;
  readonly throws: readonly unknown[];
  readonly retry?: Partial<RetryPolicy>;
}

/** A tool that throws these in turn, then answers with how often it was run. */
function flaky({ effect = "read", idempotency, throws, retry }: Flaky): AnyTool {
  let runs = 0;
  return defineTool({
    name: "shop/order",
    description: "d",
    effect,
    ...(idempotency && { idempotency }),
    input: z.object({ tags: z.array(z.string()).default(["a"]) }),
    policy: { ...(retry && { retry }) },
    run: ({ tags }) => {
      runs += 1;
      const seen = tags.length;
      tags.push("changed by the tool");
      if (runs <= throws.length) throw throws[runs - 1]; // oxlint-disable-line typescript/only-throw-error
      return `run ${runs} saw ${seen}`;
    },
  });
}

const three = { maxAttempts: 3, backoffMs: 0 };

describe("safe", () => {
  test.each<[string, Flaky, object]>([
    [
      "one failure without retry",
      { throws: [unsure] },
      { status: "failed", attempts: 1, code: "TOOL_FAILED", reason: "broken" },
    ],
    [
      "a thing that throws when it is looked at",
      { throws: [hostile] },
      { status: "failed", attempts: 1, code: "TOOL_FAILED", reason: "The tool failed without a message." },
    ],
    ["a busy server without retry", { throws: [busy] }, { status: "unavailable", attempts: 1, reason: "busy" }],
    [
      "two failures, then success",
      { throws: [unsure, busy], retry: three },
      { status: "ok", attempts: 3, output: "run 3 saw 1" },
    ],
    [
      "three failures",
      { throws: [unsure, unsure, busy], retry: three },
      { status: "unavailable", attempts: 3, reason: "busy" },
    ],
    [
      "a failure that no attempt can mend",
      { throws: [hopeless], retry: three },
      { status: "failed", attempts: 1, code: "GONE" },
    ],
    ["a thrown text", { throws: ["no", 7], retry: three }, { status: "ok", attempts: 3 }],
    [
      "a safe write",
      { effect: "write", idempotency: "safe", throws: [unsure, unsure, unsure], retry: three },
      { status: "failed", attempts: 3 },
    ],
  ])("%s", async (_, trial, end) => {
    expect(await tryCall({ tools: [flaky(trial)], input: {} })).toMatchObject(end);
  });
});

describe("keyed", () => {
  test.each<[string, readonly unknown[], object]>([
    ["a failure, then success", [unsure], { status: "ok", attempts: 2 }],
    ["failures that may have acted", [unsure, unsure, unsure], { status: "in_doubt", attempts: 3 }],
    [
      "failures that changed nothing",
      [nothingDone, nothingDone, nothingDone],
      { status: "failed", attempts: 3, code: "DECLINED" },
    ],
    [
      "failures that pass and changed nothing",
      [passing, passing, passing],
      { status: "unavailable", attempts: 3, code: "BUSY" },
    ],
    ["a last word that cannot speak for the first attempt", [unsure, hopeless], { status: "in_doubt", attempts: 2 }],
  ])("%s", async (_, throws, end) => {
    const tool = flaky({ effect: "write", idempotency: "keyed", throws, retry: three });
    expect(await tryCall({ tools: [tool], input: {} })).toMatchObject(end);
  });
});

describe("neither safe nor keyed", () => {
  test.each<[string, unknown, object]>([
    [
      "a failure that may have acted",
      unsure,
      {
        status: "in_doubt",
        attempts: 1,
        reason: "The tool failed after it had started, and it may have acted: broken",
      },
    ],
    ["a busy server, which may have acted", busy, { status: "in_doubt" }],
    ["a failure without effect", nothingDone, { status: "failed", code: "DECLINED" }],
    ["a failure without effect that passes", passing, { status: "unavailable", code: "BUSY" }],
  ])("%s", async (_, thrown, end) => {
    expect(await tryCall({ tools: [flaky({ effect: "write", throws: [thrown] })], input: {} })).toMatchObject({
      ...end,
      attempts: 1,
    });
  });
});

describe("waits", () => {
  test("ends the attempts when a tool asks for a longer wait than the policy allows", async () => {
    const later = toolError({ code: "BUSY", message: "Busy.", retryAfterMs: 60_000 });
    expect(await tryCall({ tools: [flaky({ throws: [later], retry: three })], input: {} })).toMatchObject({
      status: "unavailable",
      attempts: 1,
      retryAfterMs: 60_000,
    });
  });

  test("waits at least as long as a tool asks", async () => {
    const later = toolError({ code: "BUSY", message: "Busy.", retryAfterMs: 30 });
    const waits: unknown[] = [];
    const emit = (event: RunEventBody): void => void (event.type === "tool-attempt" && waits.push(event.nextInMs));
    const outcome = await tryCall({ tools: [flaky({ throws: [later], retry: three })], input: {}, scope: { emit } });
    expect([outcome.status, outcome.attempts, waits]).toEqual(["ok", 2, [30]]);
  });

  test("starts no attempt that could only begin after the deadline", async () => {
    const later = toolError({ code: "BUSY", message: "Busy.", retryAfterMs: 4000 });
    const tool = flaky({ throws: [later], retry: three });
    const short = { ...tool, policy: { ...tool.policy, timeoutMs: 3000 } };
    expect(await tryCall({ tools: [short], input: {} })).toMatchObject({ status: "unavailable", attempts: 1 });
  });
});

test("tells the trace of every attempt that was repeated, and of the last", async () => {
  const { events, emit } = eventLog();
  await tryCall({ tools: [flaky({ throws: [unsure, busy, busy], retry: three })], input: {}, scope: { emit } });
  const facts = { type: "tool-attempt", node: "desk", callId: "c1", tool: "shop/order" };
  expect(events.filter((event) => event.type === "tool-attempt")).toEqual([
    { ...facts, attempt: 1, problem: "broken", nextInMs: 0 },
    { ...facts, attempt: 2, problem: "busy", nextInMs: 0 },
    { ...facts, attempt: 3, problem: "busy" },
  ]);
});

describe("the journal", () => {
  test("has the intent of each attempt of a write before it, and its outcome after it", async () => {
    const journal = memoryJournal();
    const tool = flaky({ effect: "write", idempotency: "keyed", throws: [unsure], retry: three });
    const outcome = await tryCall({ tools: [tool], input: {}, scope: { journal } });
    expect(journal.log).toEqual(["start c1 1", "start c1 2", "finish c1 ok durable"]);
    expect(journal.rows.get("c1")).toEqual({
      status: "finished",
      attempts: 2,
      outcome,
      inputHash: expect.any(String) as string,
    });
  });

  test("has only the outcome of a read, without a hash", async () => {
    const journal = memoryJournal();
    const outcome = await tryCall({ tools: [flaky({ throws: [] })], input: {}, scope: { journal } });
    expect([journal.log, journal.rows.get("c1")]).toEqual([
      ["finish c1 ok"],
      { status: "finished", attempts: 1, outcome },
    ]);
  });

  test("runs nothing when the intent cannot be written", async () => {
    let runs = 0;
    const tool = defineTool({
      name: "a/b",
      description: "d",
      effect: "write",
      input: z.object({}),
      run: () => (runs += 1),
    });
    const start = (): Promise<void> => Promise.reject(new Error("disk full"));
    await expect(tryCall({ tools: [tool], scope: { journal: { ...memoryJournal(), start } } })).rejects.toThrow(
      "disk full",
    );
    expect(runs).toBe(0);
  });
});
