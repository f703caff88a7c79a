import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { CallScope } from "../../../src/tools/call-scope.ts";
import { defineTool, type ToolPolicySpec } from "../../../src/tools/define-tool.ts";
import { createGateway, type Gateway, type GatewayParts } from "../../../src/tools/gateway/gateway.ts";
import { createToolLoads } from "../../../src/tools/gateway/tool-loads.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool, ToolContext } from "../../../src/tools/tool.ts";
import { eventLog, memoryJournal, timeless } from "./try-gateway.ts";

const caller = { run: "t/1", thread: "t", node: "desk" };

function readTool(policy: ToolPolicySpec, run: (context: ToolContext) => unknown, name = "a/read"): AnyTool {
  const input = z.object({});
  return defineTool({ name, description: "d", effect: "read", input, policy, run: (_, context) => run(context) });
}

function gatewayOf(tools: readonly AnyTool[], parts: Partial<GatewayParts> = {}): Gateway {
  return createGateway({ registry: createToolRegistry({ tools }), loads: createToolLoads(), ...parts });
}

let calls = 0;
function call(gateway: Gateway, scope: Partial<CallScope> = {}, tool = "a/read"): Promise<ToolOutcome> {
  calls += 1;
  return gateway.call({ callId: `s${calls}`, tool, input: {} }, { caller, locale: "en", ...scope });
}

/** A backend that answers when it is told to. */
function backend(): { run: () => Promise<string>; readonly started: number; answer(): void } {
  const open: ((value: string) => void)[] = [];
  let started = 0;
  return {
    run: () => {
      started += 1;
      return new Promise((resolve) => open.push(resolve));
    },
    get started() {
      return started;
    },
    answer: () => open.shift()!("done"),
  };
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("places", () => {
  test("no more calls run at once than the tool allows, whichever gateway they come through", async () => {
    const server = backend();
    const tool = readTool({ concurrency: { maxConcurrency: 2 } }, server.run);
    const loads = createToolLoads();
    const gateways = [gatewayOf([tool], { loads }), gatewayOf([tool], { loads })];
    const ends = [0, 1, 0, 1].map((index) => call(gateways[index]!));
    await tick();
    expect(server.started).toBe(2);
    server.answer();
    await ends[0];
    await tick();
    expect(server.started).toBe(3);
    for (let left = 0; left < 3; left += 1) {
      server.answer();
      await tick();
    }
    expect((await Promise.all(ends)).map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  test.each([
    [{ maxConcurrency: 1, overflow: "reject" }, 0],
    [{ maxConcurrency: 1, maxQueue: 1 }, 1],
  ] as const)("with %o a call that finds no room is unavailable", async (concurrency, queued) => {
    const server = backend();
    const gateway = gatewayOf([readTool({ concurrency }, server.run)]);
    const ends = Array.from({ length: queued + 1 }, () => call(gateway));
    expect(await call(gateway)).toMatchObject({ status: "unavailable", code: "BUSY", attempts: 0 });
    for (const end of ends) {
      server.answer();
      await end;
      await tick();
    }
  });

  test("a call that waits in vain was never run, so not even a write is in doubt", async () => {
    const server = backend();
    const tool: AnyTool = {
      ...readTool({ concurrency: { maxConcurrency: 1 } }, server.run),
      effect: "write",
      idempotency: "none",
    };
    const gateway = gatewayOf([tool]);
    const first = call(gateway);
    const waited = await call(gateway, { turnEndsAt: performance.now() + 20 });
    expect(waited).toMatchObject({ status: "unavailable", code: "BUSY", attempts: 0 });
    server.answer();
    expect(await first).toMatchObject({ status: "ok" });
    expect(server.started).toBe(1);
  });

  test("a cancelled run leaves the queue", async () => {
    const server = backend();
    const gateway = gatewayOf([readTool({ concurrency: { maxConcurrency: 1 } }, server.run)]);
    const first = call(gateway);
    const abort = new AbortController();
    const waiting = call(gateway, { signal: abort.signal });
    await tick();
    abort.abort();
    expect(await waiting).toMatchObject({ status: "unavailable", code: "CANCELLED" });
    server.answer();
    await first;
    expect(server.started).toBe(1);
  });

  test("a wait between attempts gives the place to others", async () => {
    const order: string[] = [];
    let fails = 1;
    const tool = readTool(
      { concurrency: { maxConcurrency: 1 }, retry: { maxAttempts: 2, maxBackoffMs: 50 } },
      ({ callId }) => {
        order.push(callId);
        if (fails-- > 0) throw toolError({ code: "FLAKY", message: "no", effect: "none", retryAfterMs: 20 });
        return "done";
      },
    );
    const gateway = gatewayOf([tool]);
    const [first, second] = await Promise.all([call(gateway), call(gateway)]);
    expect([first.status, second.status]).toEqual(["ok", "ok"]);
    expect(order).toEqual([first.callId, second.callId, first.callId]);
  });

  test("a thread with one call overtakes a thread with many", async () => {
    const server = backend();
    const gateway = gatewayOf([readTool({ concurrency: { maxConcurrency: 1, order: "fair" } }, server.run)]);
    const done: string[] = [];
    const from = (thread: string): Promise<unknown> =>
      call(gateway, { caller: { ...caller, thread } }).then(() => done.push(thread));
    const ends = [...Array.from({ length: 50 }, () => from("heavy")), from("light")];
    for (let index = 0; index < ends.length; index += 1) {
      await tick();
      server.answer();
    }
    await Promise.all(ends);
    expect(done.indexOf("light")).toBeLessThanOrEqual(2);
  });
});

describe("breaker", () => {
  const breaker = { minCalls: 2, openMs: 100 };

  test("an open breaker lets no call reach the tool, and says what the user may be told", async () => {
    let time = 0;
    let started = 0;
    const tool = readTool({ breaker, whenUnavailable: { en: "The map is down.", zh: "地图暂停。" } }, () => {
      started += 1;
      throw new Error("down");
    });
    const gateway = gatewayOf([tool], { now: () => time });
    await call(gateway);
    await call(gateway);
    time = 40;
    expect(timeless(await call(gateway))).toEqual({
      callId: expect.any(String),
      tool: "a/read",
      attempts: 0,
      durationMs: undefined,
      status: "unavailable",
      code: "BREAKER_OPEN",
      reason: "It failed in 2 of its last 2 calls, so it is left alone for a while.",
      retryAfterMs: 60,
      tellUser: "The map is down.",
    });
    expect(started).toBe(2);
  });

  test("one call with one attempt tries after a while; when it goes well all pass again", async () => {
    let time = 0;
    let started = 0;
    let broken = true;
    const tool = readTool({ breaker, retry: { maxAttempts: 3, backoffMs: 0 } }, () => {
      started += 1;
      if (broken) throw new Error("down");
      return "up";
    });
    const gateway = gatewayOf([tool], { now: () => time });
    await call(gateway);
    await call(gateway);
    expect(started).toBe(6);
    time = 150;
    expect(await call(gateway)).toMatchObject({ status: "failed", attempts: 1 });
    expect(await call(gateway)).toMatchObject({ code: "BREAKER_OPEN" });
    expect(started).toBe(7);
    broken = false;
    time = 300;
    const ends = await Promise.all([call(gateway), call(gateway)]);
    expect(ends.map(({ status }) => status)).toEqual(["ok", "unavailable"]);
    expect(await call(gateway)).toMatchObject({ status: "ok" });
  });

  test("a tool that says no, and that nothing happened, is in good health", async () => {
    const tool = readTool({ breaker }, () => {
      throw toolError({ code: "NO_SUCH_CITY", message: "no", effect: "none", retryable: false });
    });
    const gateway = gatewayOf([tool]);
    for (let index = 0; index < 5; index += 1) expect(await call(gateway)).toMatchObject({ code: "NO_SUCH_CITY" });
  });

  test("calls that do not end after their abort open it, and their late results are told and dropped", async () => {
    const server = backend();
    const tool = readTool({ breaker: { minCalls: 1000, maxLate: 2 }, timeoutMs: 10 }, server.run);
    const gateway = gatewayOf([tool]);
    const { events, emit } = eventLog();
    const ends = await Promise.all([call(gateway, { emit }), call(gateway, { emit })]);
    expect(ends.map(({ status }) => status)).toEqual(["timeout", "timeout"]);
    await tick();
    await tick();
    expect(await call(gateway)).toMatchObject({
      code: "BREAKER_OPEN",
      reason: /^2 of its calls do not come to an end/,
    });
    server.answer();
    await tick();
    expect(events.filter(({ type }) => type === "tool-late")).toMatchObject([
      { callId: ends[0].callId, answered: true },
    ]);
  });

  test("a refusal is recorded, so that a resumed run does not run what the model was told had not run", async () => {
    const journal = memoryJournal();
    const tool = readTool({ breaker: { minCalls: 1 } }, () => Promise.reject(new Error("down")));
    const gateway = gatewayOf([tool]);
    await call(gateway);
    const outcome = await call(gateway, { journal });
    expect(journal.log).toEqual([`finish ${outcome.callId} unavailable`]);
  });
});

describe("limits", () => {
  test("a user who called as often as is allowed is told when to try again; another passes", async () => {
    const tool = readTool({ rate: { user: { calls: 1, perMs: 1000 } } }, () => "done");
    const gateway = gatewayOf([tool], { now: () => 0 });
    const as = (user: string): Partial<CallScope> => ({ caller: { ...caller, user } });
    expect(await call(gateway, as("ann"))).toMatchObject({ status: "ok" });
    expect(await call(gateway, as("ann"))).toMatchObject({ code: "RATE_LIMITED", retryAfterMs: 1000 });
    expect(await call(gateway, as("ben"))).toMatchObject({ status: "ok" });
  });

  test("tools of low priority give way first when there is too much to do", async () => {
    const server = backend();
    const tools = (["low", "normal", "high"] as const).map((priority) =>
      readTool({ priority }, () => "done", `a/${priority}`),
    );
    const gateway = gatewayOf([readTool({ priority: "high" }, server.run), ...tools], { maxInFlight: 10 });
    const statuses = async (): Promise<string[]> =>
      Promise.all(tools.map(async ({ name }) => (await call(gateway, {}, name)).status));
    const ends = Array.from({ length: 7 }, () => call(gateway));
    expect(await statuses()).toEqual(["unavailable", "ok", "ok"]);
    ends.push(call(gateway), call(gateway));
    expect(await statuses()).toEqual(["unavailable", "unavailable", "ok"]);
    for (const _ of ends) server.answer();
    await Promise.all(ends);
    expect(await statuses()).toEqual(["ok", "ok", "ok"]);
  });

  test("the turn's time ends a call before its own deadline, and lets none begin after", async () => {
    const gateway = gatewayOf([readTool({ timeoutMs: 60_000 }, () => new Promise(() => {}))]);
    const outcome = await call(gateway, { turnEndsAt: performance.now() + 20 });
    expect(outcome).toMatchObject({ status: "timeout" });
    expect(await call(gateway, { turnEndsAt: performance.now() - 1 })).toMatchObject({
      code: "TURN_TIME",
      attempts: 0,
    });
  });
});
