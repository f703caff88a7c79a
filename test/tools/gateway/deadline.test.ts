import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import type { AnyTool, Idempotency, ToolContext } from "../../../src/tools/tool.ts";
import { memoryJournal, timeless, tryCall } from "./try-gateway.ts";

interface Waiting {
  readonly run: (context: ToolContext) => Promise<unknown>;
  readonly idempotency?: Idempotency;
  readonly timeoutMs?: number;
}

function waiting({ run, idempotency = "safe", timeoutMs = 20 }: Waiting): AnyTool {
  const policy = { timeoutMs, ...(idempotency !== "none" && { retry: { maxAttempts: 3 } }) };
  const effect = idempotency === "safe" ? "read" : "write";
  return defineTool({
    name: "slow/act",
    description: "d",
    effect,
    idempotency,
    input: z.object({}),
    policy,
    run: (_, context) => run(context),
  });
}

const never = (): Promise<never> => new Promise(() => {});

test("answers a read at the deadline although its tool ignores the abort, and tries no more", async () => {
  expect(timeless(await tryCall({ tools: [waiting({ run: never })] }))).toEqual({
    callId: "c1",
    tool: "slow/act",
    attempts: 1,
    status: "timeout",
    timeoutMs: 20,
  });
});

test.each(["keyed", "none"] as const)("a write that is %s is in doubt after its deadline", async (idempotency) => {
  const journal = memoryJournal();
  const outcome = await tryCall({ tools: [waiting({ run: never, idempotency })], scope: { journal } });
  expect(outcome).toMatchObject({
    status: "in_doubt",
    reason: "The tool did not answer within 20 ms, and it may have acted.",
  });
  expect(journal.log).toEqual(["start c1 1", "finish c1 in_doubt durable"]);
});

test("aborts the tool's signal at the deadline, and drops what it gives then", async () => {
  let reason: unknown;
  const run = ({ signal }: ToolContext): Promise<unknown> =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
        reject(new Error("late"));
      });
    });
  expect(await tryCall({ tools: [waiting({ run })] })).toMatchObject({ status: "timeout" });
  expect(reason).toMatchObject({ name: "TimeoutError" });
});

test("a signal that is first read after the deadline is aborted already", async () => {
  const late = Promise.withResolvers<boolean>();
  const run = async (context: ToolContext): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 40));
    late.resolve(context.signal.aborted);
  };
  expect(await tryCall({ tools: [waiting({ run })] })).toMatchObject({ status: "timeout" });
  expect(await late.promise).toBe(true);
});

test("leaves the signal of a finished call alone", async () => {
  let signal: AbortSignal | undefined;
  const run = async (context: ToolContext): Promise<string> => {
    signal = context.signal;
    return "done";
  };
  expect(await tryCall({ tools: [waiting({ run })] })).toMatchObject({ status: "ok" });
  expect(signal?.aborted).toBe(false);
});

test("a lookup that never answers leaves the call in doubt", async () => {
  const tool: AnyTool = { ...waiting({ run: never, idempotency: "none" }), lookup: never };
  const journal = memoryJournal({ c1: { status: "started", attempts: 1 } });
  expect(await tryCall({ tools: [tool], scope: { journal } })).toMatchObject({ status: "in_doubt" });
});

test.each([
  ["safe", { status: "unavailable", code: "CANCELLED" }, []],
  ["keyed", { status: "in_doubt" }, ["start c1 1"]],
  ["none", { status: "in_doubt" }, ["start c1 1"]],
] as const)("a cancelled run stops a %s call at once and records no end", async (idempotency, end, log) => {
  const run = new AbortController();
  const journal = memoryJournal();
  let aborted: AbortSignal | undefined;
  const tool = waiting({
    idempotency,
    timeoutMs: 60_000,
    run: ({ signal }) => {
      aborted = signal;
      setTimeout(() => run.abort(), 5);
      return never();
    },
  });
  expect(await tryCall({ tools: [tool], scope: { journal, signal: run.signal } })).toMatchObject(end);
  expect([aborted?.aborted, journal.log, getEventListeners(run.signal, "abort")]).toEqual([true, log, []]);
});

test("a run that was cancelled before starts nothing", async () => {
  let runs = 0;
  const tool = waiting({ run: async () => (runs += 1) });
  expect(await tryCall({ tools: [tool], scope: { signal: AbortSignal.abort() } })).toMatchObject({
    status: "unavailable",
    code: "CANCELLED",
    attempts: 0,
  });
  expect(runs).toBe(0);
});

test("a cancelled run ends the wait between attempts", async () => {
  const run = new AbortController();
  const busy = toolError({ code: "BUSY", message: "Busy.", retryAfterMs: 40_000 });
  const retry = { maxAttempts: 3, backoffMs: 0, maxBackoffMs: 50_000 };
  const tool = defineTool({
    name: "slow/act",
    description: "d",
    effect: "read",
    input: z.object({}),
    policy: { timeoutMs: 60_000, retry },
    run: () => Promise.reject(busy),
  });
  const emit = (): void => void setImmediate(() => run.abort());
  const outcome = await tryCall({ tools: [tool], scope: { signal: run.signal, emit } });
  expect(outcome).toMatchObject({ status: "unavailable", code: "CANCELLED", attempts: 1 });
});
