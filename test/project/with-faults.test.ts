import { expect, test } from "vitest";
import { z } from "zod";
import type { RehearsalFault } from "../../src/model/rehearsal.ts";
import { withFaults } from "../../src/project/with-faults.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";

const find = defineTool({
  name: "parcels/find",
  description: "Where a parcel is.",
  effect: "read",
  input: z.object({}),
  output: z.object({ place: z.string() }),
  run: () => ({ place: "Bremen" }),
});

const scope = { caller: { run: "t/1", thread: "t", node: "n" }, locale: "en" } as const;

/** How successive calls of the tool end. */
async function callTimes(times: number, tool: AnyTool): Promise<string[]> {
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }) });
  const ends: string[] = [];
  for (let call = 1; call <= times; call += 1) {
    const outcome = await gateway.call({ callId: `c${call}`, tool: tool.name, input: {} }, scope);
    ends.push(outcome.status === "failed" ? `failed ${outcome.code}` : outcome.status);
  }
  return ends;
}

function faulty(plan: readonly RehearsalFault[], attempted = 0): AnyTool {
  return withFaults([find], { "parcels/find": plan }, new Map([["parcels/find", attempted]]))[0]!;
}

const error: RehearsalFault = { kind: "error", message: "no such parcel", times: 1 };

test("leaves a tool without faults as it is", () => {
  expect(withFaults([find], { "parcels/drop": [error] }, new Map())[0]).toBe(find);
});

test("meets each fault as often as it says, then the real tool", async () => {
  const tool = faulty([
    { ...error, times: 2 },
    { kind: "pass", times: 1 },
    { kind: "output", output: { place: 7 }, times: 1 },
  ]);
  expect(await callTimes(5, tool)).toEqual([
    "failed TOOL_FAILED",
    "failed TOOL_FAILED",
    "ok",
    "failed OUTPUT_INVALID",
    "ok",
  ]);
});

test("keeps the tool waiting, and then reaches it", async () => {
  expect(await callTimes(2, faulty([{ kind: "slow", ms: 5, times: 1 }]))).toEqual(["ok", "ok"]);
  const hasty = { ...find, policy: { ...find.policy, timeoutMs: 20 } };
  const slow: RehearsalFault = { kind: "slow", ms: 60_000, times: 1 };
  const [tool] = withFaults([hasty], { "parcels/find": [slow] }, new Map());
  expect(await callTimes(2, tool!)).toEqual(["timeout", "ok"]);
});

test("does not meet again what an earlier process has met", async () => {
  expect(await callTimes(2, faulty([{ ...error, times: 2 }], 1))).toEqual(["failed TOOL_FAILED", "ok"]);
});

test("never answers for a timeout, which then takes a second at most", async () => {
  const tool = faulty([{ kind: "timeout", times: 1 }]);
  expect(tool.policy.timeoutMs).toBe(1000);
  expect(await callTimes(2, tool)).toEqual(["timeout", "ok"]);
});
