/**
 * How long a thread with one call at a time waits beside a thread with a heavy backlog, as a ratio to the time of a running
 * call: `node test/bench/fairness.bench.ts`.
 */
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolLoads } from "../../src/tools/gateway/tool-loads.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";

const backlog = 400;
const workMs = 5;
const samples = 60;

async function measure(order: "fifo" | "fair"): Promise<string> {
  const running: number[] = [];
  const waits: number[] = [];
  let light = "";
  let askedAt = 0;
  const tool = defineTool({
    name: "work/do",
    description: "Works for a while.",
    effect: "read",
    input: z.object({}),
    policy: { concurrency: { maxConcurrency: 4, order } },
    run: async (_input, { callId }) => {
      const start = performance.now();
      if (callId === light) waits.push(start - askedAt);
      await setTimeout(workMs);
      running.push(performance.now() - start);
    },
  });
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }), loads: createToolLoads() });
  const call = (thread: string, callId: string): Promise<unknown> =>
    gateway.call(
      { callId, tool: tool.name, input: {} },
      { caller: { run: `${thread}/1`, thread, node: "n" }, locale: "en" },
    );
  const measuring = new AbortController();
  let asked = 0;
  const keepAsking = async (): Promise<void> => {
    while (!measuring.signal.aborted) await call("heavy", `h${(asked += 1)}`);
  };
  const heavy = Array.from({ length: backlog }, keepAsking);
  for (let index = 0; index < samples; index += 1) {
    light = `l${index}`;
    askedAt = performance.now();
    await call("light", light);
  }
  measuring.abort();
  await Promise.all(heavy);
  const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]!;
  const one = running.toSorted((a, b) => a - b)[Math.floor(running.length / 2)]!;
  return `${order}: a call takes ${one.toFixed(1)} ms; the light thread's p95 wait is ${p95.toFixed(1)} ms, ${(p95 / one).toFixed(2)} x`;
}

console.log(await measure("fifo"));
console.log(await measure("fair"));
