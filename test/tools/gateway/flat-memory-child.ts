import { getEventListeners } from "node:events";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";

/**
 * Makes many calls of each kind, then prints how the heap grew between two equal halves, and what is still listened to
 * or armed. Needs --expose-gc.
 */
const calls = 200_000;
const run = new AbortController();
let flips = 0;
const base = { description: "d", input: z.object({ n: z.int() }) };
const tools = [
  defineTool({ ...base, name: "a/fast", effect: "read", run: async ({ n }) => n }),
  defineTool({ ...base, name: "a/signal", effect: "read", run: async (_, { signal }) => signal.aborted }),
  defineTool({ ...base, name: "a/loop", effect: "read", run: () => new Promise((resolve) => setImmediate(resolve)) }),
  defineTool({
    ...base,
    name: "a/flaky",
    effect: "read",
    policy: { retry: { maxAttempts: 2, backoffMs: 0 } },
    run: () => {
      flips += 1;
      if (flips % 2 === 1) throw new Error("no");
    },
  }),
  defineTool({
    ...base,
    name: "a/many",
    effect: "read",
    // Instances that come and go with each look.
    backends: { everyMs: 0.001, discover: () => [`http://${(flips += 2)}`, `http://${flips + 1}`] },
    run: async (_, { backend }) => backend,
  }),
  defineTool({
    ...base,
    name: "a/down",
    effect: "read",
    policy: { fallback: ["a/fast"] },
    run: () => Promise.reject(new Error("no")),
  }),
];
const gateway = createGateway({ registry: createToolRegistry({ tools }) });
const scope = {
  caller: { run: "r", thread: "t", node: "n" },
  locale: "en",
  signal: run.signal,
  emit: () => {},
} as const;

async function half(): Promise<number> {
  for (let index = 0; index < calls / 2; index += 1) {
    const tool = tools[index % tools.length]!.name;
    const outcome = await gateway.call({ callId: `c${index}`, tool, input: { n: index } }, scope);
    if (outcome.status !== "ok") throw new Error(`${tool}: ${outcome.status}`);
  }
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const before = await half();
const after = await half();
const timers = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout" || kind === "Immediate").length;
process.stdout.write(
  JSON.stringify({ grownBytes: after - before, listeners: getEventListeners(run.signal, "abort").length, timers }),
);
