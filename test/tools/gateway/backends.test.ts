import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AuditedCall } from "../../../src/tools/audited-call.ts";
import type { BackendsSpec } from "../../../src/tools/backends.ts";
import type { CallScope } from "../../../src/tools/call-scope.ts";
import { defineTool, type ToolFacts } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { createToolLoads } from "../../../src/tools/gateway/tool-loads.ts";
import { toOutcomeMessage } from "../../../src/tools/outcome-message.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool, ToolContext } from "../../../src/tools/tool.ts";
import { askInstance, startInstance } from "./instance-server.ts";
import { eventLog, memoryJournal } from "./try-gateway.ts";

const scope: CallScope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" };

const { random } = Math;

// The first turn is anybody's.
beforeEach(() => {
  Math.random = () => 0;
});
afterEach(() => {
  Math.random = random;
});

/** A clock that tests move, so that no test waits for an instance's time to be over. */
interface Desk {
  ahead: number;
  call(callId?: string, more?: Partial<CallScope>): Promise<ToolOutcome>;
}

function openDesk(tool: AnyTool): Desk {
  const desk: Desk = {
    ahead: 0,
    call: (callId = "c1", more = {}) => gateway.call({ callId, tool: tool.name, input: {} }, { ...scope, ...more }),
  };
  const now = (): number => performance.now() + desk.ahead;
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }), loads: createToolLoads(), now });
  return desk;
}

interface Asking extends Partial<ToolFacts> {
  readonly backends: BackendsSpec;
  readonly run?: (context: ToolContext) => Promise<unknown>;
}

function askingTool({ run, ...facts }: Asking): AnyTool {
  return defineTool({
    name: "stock/ask",
    description: "d",
    effect: "read",
    input: z.object({}),
    policy: { retry: { maxAttempts: 2, backoffMs: 0 } },
    ...facts,
    run: (_, context) => run?.(context) ?? askInstance(context.backend!, context.idempotencyKey, context.signal),
  });
}

async function servedBy(desk: Desk, count: number): Promise<(string | undefined)[]> {
  const served: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) served.push((await desk.call()).backend);
  return served;
}

describe("two servers", () => {
  test("one that is killed is left out, and is used again after it came back", async () => {
    const [a, b] = [await startInstance(), await startInstance()];
    const { events, emit } = eventLog();
    const desk = openDesk(askingTool({ backends: { addresses: [a.address, b.address], outMs: 60_000 } }));
    expect(await servedBy(desk, 4)).toEqual([a.address, b.address, a.address, b.address]);
    await a.kill();
    // Each call is answered all the same: the attempt that failed is repeated at the other server.
    for (let index = 0; index < 4; index += 1)
      expect(await desk.call("c", { emit })).toMatchObject({ status: "ok", backend: b.address });
    expect(await servedBy(desk, 3)).toEqual([b.address, b.address, b.address]);
    await a.bringBack();
    desk.ahead = 60_001;
    expect(new Set(await servedBy(desk, 3))).toEqual(new Set([a.address, b.address]));
    expect(events.filter(({ type }) => type === "notice")).toEqual([
      {
        type: "notice",
        node: "desk",
        level: "warning",
        message: `Tool stock/ask: its instance ${a.address} is left out for 1 min after 3 failures in a row.`,
      },
    ]);
  });

  test("events, outcome and audit say which one served", async () => {
    const [a, b] = [await startInstance(), await startInstance()];
    a.status = 503;
    const { events, emit } = eventLog();
    const audited: AuditedCall[] = [];
    const desk = openDesk(askingTool({ backends: { addresses: [a.address, b.address] } }));
    await desk.call("c1", { emit, audit: (call) => audited.push(call) });
    expect(events.slice(1)).toEqual([
      {
        type: "tool-attempt",
        node: "desk",
        callId: "c1",
        tool: "stock/ask",
        attempt: 1,
        backend: a.address,
        problem: "It answered 503.",
        nextInMs: 0,
      },
      {
        type: "tool-result",
        node: "desk",
        callId: "c1",
        tool: "stock/ask",
        status: "ok",
        result: b.address,
        attempts: 2,
        durationMs: 0,
        backend: b.address,
      },
    ]);
    expect(audited[0]!.outcome).toMatchObject({ status: "ok", backend: b.address, attempts: 2 });
  });

  test("a write that is repeated at another instance carries the same key", async () => {
    const [a, b] = [await startInstance(), await startInstance()];
    a.status = 500;
    const tool = askingTool({
      effect: "write",
      idempotency: "keyed",
      backends: { addresses: [a.address, b.address] },
    });
    expect(await openDesk(tool).call("order-7")).toMatchObject({ status: "ok", attempts: 2 });
    expect([a.keys, b.keys]).toEqual([["order-7"], ["order-7"]]);
  });

  test("one that does not answer in time is counted as failed", async () => {
    const a = await startInstance();
    a.status = 0;
    const tool = askingTool({
      policy: { timeoutMs: 40 },
      backends: { addresses: [a.address, "b"], maxFailures: 1, outMs: 60_000 },
      // The other answers at once, so that a busy machine cannot be late.
      run: async ({ backend, signal }) => (backend === "b" ? 1 : askInstance(backend!, "key", signal)),
    });
    const desk = openDesk(tool);
    expect(await desk.call()).toMatchObject({ status: "timeout", backend: a.address });
    expect(await servedBy(desk, 2)).toEqual(["b", "b"]);
  });
});

describe("the tool's breaker", () => {
  const policy = { breaker: { minCalls: 1, errorRate: 1, openMs: 60_000 } };

  test("does not count a failure while another instance is left, and counts the one after which none is", async () => {
    const fails = (): Promise<never> => Promise.reject(new Error("no"));
    const backends: BackendsSpec = { addresses: ["a", "b"], maxFailures: 1, outMs: 10 };
    const desk = openDesk(askingTool({ policy, backends, run: fails }));
    expect(await desk.call()).toMatchObject({ status: "failed", backend: "a" });
    expect(await desk.call()).toMatchObject({ status: "failed", backend: "b" });
    expect(await desk.call()).toMatchObject({ status: "unavailable", code: "BREAKER_OPEN" });
  });

  test("is not opened by calls that hang at one instance", async () => {
    const tool = askingTool({
      policy: { timeoutMs: 10, breaker: { maxLate: 1, openMs: 60_000 } },
      backends: { addresses: ["a", "b"], maxFailures: 1 },
      run: ({ backend }) => (backend === "a" ? new Promise(() => {}) : Promise.resolve(1)),
    });
    const desk = openDesk(tool);
    expect(await desk.call()).toMatchObject({ status: "timeout" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await desk.call()).toMatchObject({ status: "ok", backend: "b" });
  });
});

describe("when there is none", () => {
  test("a call is refused in words while all are out, before a person is asked", async () => {
    const a = await startInstance();
    a.status = 500;
    const tool = askingTool({
      policy: { retry: { maxAttempts: 1 }, confirm: "each-call", breaker: false },
      backends: { addresses: [a.address], maxFailures: 1 },
    });
    const desk = openDesk(tool);
    let asked = 0;
    const confirmation = (): { approved: true } => ((asked += 1), { approved: true });
    await desk.call("c1", { confirmation });
    const outcome = await desk.call("c2", { confirmation });
    expect(outcome).toMatchObject({ status: "unavailable", code: "BACKENDS_OUT", attempts: 0 });
    expect([asked, a.keys]).toEqual([1, ["c1"]]);
    expect(toOutcomeMessage({ ...outcome, retryAfterMs: 10_000 } as ToolOutcome, "en")).toBe(
      "stock/ask is unavailable, and nothing was changed: The only instance that could do it keeps failing, so it is left alone for a while. Try again in 10.0 s, use another tool, or tell the user that this source could not be reached.",
    );
  });

  test.each<readonly [string, () => string[], string]>([
    ["an empty list", () => [], "No instance that could do it is there at the moment."],
    [
      "a discovery that fails",
      () => {
        throw new Error("consul is down");
      },
      "No instance that could do it is known, since looking them up failed: consul is down",
    ],
  ])("%s is a refusal", async (_, discover, reason) => {
    const { events, emit } = eventLog();
    const desk = openDesk(askingTool({ backends: { discover } }));
    expect(await desk.call("c1", { emit })).toMatchObject({ status: "unavailable", code: "NO_BACKEND", reason });
    const notices = events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
    expect(notices).toEqual(
      reason.includes("consul")
        ? ["Tool stock/ask: its instances could not be looked up (consul is down); none is known."]
        : [],
    );
  });

  test("a call waits for the first discovery no longer than its deadline, nor than its run", async () => {
    const never = askingTool({ policy: { timeoutMs: 20 }, backends: { discover: () => new Promise(() => {}) } });
    expect(await openDesk(never).call()).toMatchObject({ status: "unavailable", code: "NO_BACKEND" });
    const abort = new AbortController();
    const slow = askingTool({
      backends: { discover: () => new Promise((resolve) => (abort.abort(), setImmediate(() => resolve(["a"])))) },
    });
    expect(await openDesk(slow).call("c1", { signal: abort.signal })).toMatchObject({ code: "CANCELLED" });
  });

  test("a keyed write that was begun before a crash stays in doubt", async () => {
    const tool = askingTool({ effect: "write", idempotency: "keyed", backends: { discover: () => [] } });
    const journal = memoryJournal({ c1: { status: "started", attempts: 1 } });
    expect(await openDesk(tool).call("c1", { journal })).toMatchObject({ status: "in_doubt", attempts: 1 });
  });
});

test("the list may change while calls run", async () => {
  const [a, b, c] = [await startInstance(), await startInstance(), await startInstance()];
  let found = [a.address, b.address];
  const desk = openDesk(askingTool({ backends: { discover: async () => found, everyMs: 1 } }));
  const served = new Set<string | undefined>();
  const worker = async (): Promise<void> => {
    for (let index = 0; index < 30; index += 1) {
      const outcome = await desk.call();
      expect(outcome).toMatchObject({ status: "ok" });
      served.add(outcome.backend);
      if (index === 10) {
        found = [b.address, c.address];
        await a.kill();
      }
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(served).toEqual(new Set([a.address, b.address, c.address]));
  expect(new Set(await servedBy(desk, 4))).toEqual(new Set([b.address, c.address]));
});

test("a lookup after a crash is asked at an instance", async () => {
  const tool = defineTool({
    name: "pay/send",
    description: "d",
    effect: "write",
    input: z.object({}),
    backends: { addresses: ["a"] },
    run: () => Promise.reject(new Error("must not run")),
    lookup: (_, { backend }) => ({ found: true, output: backend }),
  });
  const journal = memoryJournal({ c1: { status: "started", attempts: 1 } });
  expect(await openDesk(tool).call("c1", { journal })).toMatchObject({ status: "ok", output: "a", backend: "a" });
});

test("a tool without backends is given none", async () => {
  let given: ToolContext | undefined;
  const tool = defineTool({
    name: "a/b",
    description: "d",
    effect: "read",
    input: z.object({}),
    run: (_, context) => void (given = context),
  });
  const outcome = await openDesk(tool).call();
  expect([given?.backend, "backend" in outcome]).toEqual([undefined, false]);
});
