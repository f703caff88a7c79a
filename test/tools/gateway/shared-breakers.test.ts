import { expect, test } from "vitest";
import { z } from "zod";
import type { CallScope } from "../../../src/tools/call-scope.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { type BreakerChannel, type BreakerWord, SharedBreakers } from "../../../src/tools/gateway/shared-breakers.ts";
import { createToolLoads } from "../../../src/tools/gateway/tool-loads.ts";
import { toOutcomeMessage } from "../../../src/tools/outcome-message.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";

const policy = { errorRate: 1, minCalls: 1, windowMs: 60_000, openMs: 60_000, maxLate: 2 };

/** A channel that keeps what is published, and lets a test say what others publish. */
function createChannel(): BreakerChannel & { readonly published: BreakerWord[]; say(word: BreakerWord): void } {
  const listeners = new Set<(word: BreakerWord) => void>();
  const published: BreakerWord[] = [];
  return {
    published,
    publish: (word) => published.push(word),
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    say: (word) => {
      for (const listener of listeners) listener(word);
    },
  };
}

test("tells when a breaker opens, tries and closes", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  const breaker = breakers.create("a/b@1", policy);
  const now = performance.now();
  breaker.settle(now, false, true);
  breaker.enter();
  breaker.settle(now, true, true);
  breaker.enter();
  breaker.settle(now, true, false);
  expect(channel.published.map(({ openForMs }) => openForMs)).toEqual([60_000, 60_000, 60_000, 60_000, 0]);
});

test("a breaker that hears of an opening refuses, a little longer than the one that opened", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  const [same, other] = [breakers.create("a/b@1", policy), breakers.create("a/c@1", policy)];
  channel.say({ tool: "a/b@1", openForMs: 10_000 });
  const now = performance.now();
  const refusedFor = same.refusedFor(now)!;
  expect([refusedFor >= 10_190, refusedFor <= 12_000, other.refusedFor(now)]).toEqual([true, true, undefined]);
  expect(channel.published).toEqual([]);
  channel.say({ tool: "a/b@1", openForMs: 0 });
  expect(same.refusedFor(now)).toBeUndefined();
});

test("a breaker that is made later knows what was heard before", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  channel.say({ tool: "a/b@1", openForMs: 10_000 });
  expect(breakers.create("a/b@1", policy).refusedFor(performance.now())).toBeGreaterThan(9000);
  expect(breakers.create("a/b@2", policy).refusedFor(performance.now())).toBeUndefined();
});

test("words of tools that nobody has take no room beyond a thousand, and hide no word of a tool that is there", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  const there = breakers.create("a/b@1", policy);
  for (let index = 0; index < 1000; index += 1) channel.say({ tool: `x/${index}@1`, openForMs: 60_000 });
  channel.say({ tool: "a/b@1", openForMs: 60_000 });
  channel.say({ tool: "a/late@1", openForMs: 60_000 });
  const now = performance.now();
  const later = ["x/999@1", "a/late@1"].map((tool) => breakers.create(tool, policy).refusedFor(now) !== undefined);
  expect([there.refusedFor(now) !== undefined, ...later]).toEqual([true, true, false]);
});

test("what is over makes room", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  for (let index = 0; index < 1000; index += 1) channel.say({ tool: `x/${index}@1`, openForMs: 1e-9 });
  channel.say({ tool: "a/b@1", openForMs: 60_000 });
  expect(breakers.create("a/b@1", policy).refusedFor(performance.now())).toBeGreaterThan(0);
});

test("two breakers of one tool in one process hear of each other while they are shared, and not otherwise", () => {
  const breakers = new SharedBreakers();
  const [first, second, third] = ["a/b@1", "a/b@1", "a/b@1"].map((tool) => breakers.create(tool, policy));
  const now = performance.now();
  first!.settle(now, false, true);
  expect(second!.refusedFor(now)).toBeUndefined();
  const end = breakers.share(createChannel());
  second!.settle(now, false, true);
  expect(third!.refusedFor(now)).toBeGreaterThan(59_000);
  end();
  second!.enter();
  second!.settle(now, true, false);
  expect(third!.refusedFor(now)).toBeGreaterThan(59_000);
});

test("a call that tries is not disturbed by what others say", () => {
  const breakers = new SharedBreakers();
  const channel = createChannel();
  breakers.share(channel);
  const breaker = breakers.create("a/b@1", policy);
  breaker.settle(0, false, true);
  breaker.enter();
  channel.say({ tool: "a/b@1", openForMs: 0 });
  expect(breaker.refusedFor(70_000)).toBe(60_000);
  breaker.settle(70_000, true, false);
  expect(breaker.refusedFor(70_000)).toBeUndefined();
});

test("a call of a tool that others found failing is refused in words, and does not reach it", async () => {
  let ran = 0;
  const tool = defineTool({
    name: "stock/ask",
    description: "d",
    effect: "read",
    input: z.object({}),
    run: () => void (ran += 1),
  });
  const loads = createToolLoads();
  const channel = createChannel();
  loads.shareBreakers(channel);
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }), loads });
  const scope: CallScope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" };
  channel.say({ tool: "stock/ask@1", openForMs: 60_000 });
  const outcome = await gateway.call({ callId: "c1", tool: "stock/ask", input: {} }, scope);
  expect([outcome.status, ran]).toEqual(["unavailable", 0]);
  expect(toOutcomeMessage(outcome, "en")).toMatch(
    /^stock\/ask is unavailable, and nothing was changed: It keeps failing for others, so it is left alone for a while\. /,
  );
});
