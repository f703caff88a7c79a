import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { toolHealth } from "../../../src/tools/gateway/tool-health.ts";
import { createToolLoads } from "../../../src/tools/gateway/tool-loads.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";

const base = { description: "d", effect: "read", input: z.object({}) } as const;

test("tells of breaker and instances what calls have found out", async () => {
  const loads = createToolLoads();
  const tool = defineTool({
    ...base,
    name: "stock/ask",
    backends: { discover: async () => ["a", "b"], maxFailures: 1, outMs: 60_000 },
    policy: { breaker: { minCalls: 1, errorRate: 1, openMs: 60_000 } },
    run: () => Promise.reject(new Error("no")),
  });
  expect(await toolHealth(tool, loads)).toEqual({
    breaker: { state: "closed" },
    instances: [
      { address: "a", state: "in", busy: 0 },
      { address: "b", state: "in", busy: 0 },
    ],
  });
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }), loads });
  const scope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" } as const;
  for (const callId of ["c1", "c2"]) await gateway.call({ callId, tool: tool.name, input: {} }, scope);
  expect(await toolHealth(tool, loads)).toEqual({
    breaker: { state: "open", openForMs: expect.any(Number) },
    instances: [
      { address: "a", state: "out", busy: 0, outForMs: expect.any(Number) },
      { address: "b", state: "out", busy: 0, outForMs: expect.any(Number) },
    ],
  });
});

test("keeps a process up until it knows the instances", async () => {
  const child = fileURLToPath(new URL("tool-health-child.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  expect(JSON.parse(stdout)).toEqual([{ address: "a", state: "in", busy: 0 }]);
});

test("says why instances could not be looked up", async () => {
  const discover = (): never => {
    throw new Error("consul is down");
  };
  const tool = defineTool({ ...base, name: "a/b", policy: { breaker: false }, backends: { discover }, run: () => 1 });
  expect(await toolHealth(tool, createToolLoads())).toEqual({ instances: [], problem: "consul is down" });
});

test("has nothing to tell of a tool that has neither", async () => {
  const tool = defineTool({ ...base, name: "a/b", policy: { breaker: false }, run: () => 1 });
  expect(await toolHealth(tool, createToolLoads())).toEqual({});
});
