import { expect, test } from "vitest";
import { z } from "zod";
import type { PlannedFault } from "../../../src/model/fault-plan.ts";
import { mixedDrill, standardDrills } from "../../../src/project/chaos/drill.ts";
import { drillTool } from "../../../src/project/chaos/drill-tool.ts";
import { chaosSecret } from "../../../src/project/chaos/inject-faults.ts";
import { judgeDrill } from "../../../src/project/chaos/judge-drill.ts";
import { sampleInput } from "../../../src/project/testing/sample-input.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { toInputSchema } from "../../../src/tools/input-schema.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";

let acted = 0;
const input = z.object({
  city: z.string().min(3),
  at: z.iso.datetime(),
  kind: z.enum(["wind", "rain"]),
  days: z.int().min(2),
});
const tool = (name: string, more: object = {}): AnyTool =>
  defineTool({
    name,
    description: "d",
    effect: "write",
    idempotency: "keyed",
    input,
    output: z.object({ done: z.boolean() }),
    policy: { retry: { maxAttempts: 2 }, fallback: name === "a/main" ? ["a/other"] : [] },
    run: () => {
      acted += 1;
      return { done: true };
    },
    ...more,
  });

test("a tool stands every standard fault, and the drill says how", async () => {
  const tools = [tool("a/main"), tool("a/other")];
  const drills = await drillTool({ registry: createToolRegistry({ tools }), tool: tools[0]!, locale: "en" });
  expect(drills.map(({ name, faults }) => [name, faults])).toEqual([
    ...Object.keys(standardDrills).map((name) => [name, []]),
    ["meets a mix (seed 1)", []],
  ]);
  const byName = Object.fromEntries(drills.map(({ name, path }) => [name, path]));
  expect(byName["is down"]).toEqual([
    "call a/main",
    "attempt 1 failed",
    "attempt 2 failed",
    "a/main unavailable",
    "fall back to a/other",
    "a/other ok",
  ]);
  expect(byName["fails after it acted"]!.at(-1)).toBe("a/main in_doubt");
  expect(byName["does not answer"]).toEqual(["call a/main", "a/main in_doubt"]);
  expect(acted).toBe(0);
});

test("a plan and the tool's real work can be asked for", async () => {
  const tools = [tool("a/main"), tool("a/other")];
  const plan = { "a/main": [{ kind: "fail", message: "no", times: 1 }] } as const;
  const before = acted;
  const drills = await drillTool({
    registry: createToolRegistry({ tools }),
    tool: tools[0]!,
    plan,
    real: true,
    locale: "en",
  });
  expect(drills).toEqual([
    {
      name: "as planned",
      told: ['{"done":true}'],
      path: ["call a/main", "attempt 1 failed", "a/main ok"],
      faults: [],
    },
  ]);
  expect(acted - before).toBe(1);
});

const planned: Readonly<Record<string, PlannedFault>> = {
  fail: { kind: "fail", message: "503", times: 9 },
  timeout: { kind: "timeout", times: 9 },
  "bad-shape": { kind: "bad-shape", times: 9 },
  slow: { kind: "slow", ms: 1, times: 9 },
  huge: { kind: "huge", characters: 6_000_000, times: 9 },
  "after-effect": { kind: "after-effect", times: 9 },
};
const kinds: Readonly<Record<string, object>> = {
  "a read": { effect: "read", idempotency: "safe" },
  "a keyed write": {},
  "a write that must not come twice": { idempotency: "none", policy: {} },
};

test.each([
  ["fail", ["unavailable", "unavailable", "unavailable"]],
  ["timeout", ["timeout", "in_doubt", "in_doubt"]],
  ["bad-shape", ["failed", "ok", "ok"]],
  ["slow", ["ok", "ok", "ok"]],
  ["huge", ["failed", "ok", "ok"]],
  ["after-effect", ["failed", "in_doubt", "in_doubt"]],
])("a tool that meets %s shows no stack and no secret, comes back, and acts once at most", async (kind, ends) => {
  const seen: unknown[] = [];
  for (const more of Object.values(kinds)) {
    const one = tool("a/alone", more);
    const plan = { [one.name]: [planned[kind]!] };
    const [drill] = await drillTool({ registry: createToolRegistry({ tools: [one] }), tool: one, plan, locale: "en" });
    seen.push([drill!.path.at(-1), drill!.faults]);
  }
  expect(seen).toEqual(ends.map((end) => [`a/alone ${end}`, []]));
});

test("a tool that hands its own stack to the model does not pass", async () => {
  const frank = tool("a/frank", {
    effect: "read",
    idempotency: "safe",
    output: undefined,
    run: () => new Error("no").stack,
  });
  const plan = { "a/frank": [planned["slow"]!] };
  const registry = createToolRegistry({ tools: [frank] });
  const [drill] = await drillTool({ registry, tool: frank, plan, locale: "en" });
  expect(drill!.faults).toEqual(["a stack was shown to the model"]);
});

test.each([
  ["a hang", { hung: true }, "a hang"],
  ["a stack", { told: ["Error: no\n    at run (file.ts:3:7)"] }, "a stack"],
  ["a secret in what is kept", { kept: { text: `k=${chaosSecret}` } }, "a secret"],
  ["a second effect", { doubled: ["c1: a/main c1, a/main c1"] }, "a second effect"],
])("judges %s", (_, seen, fault) => {
  const faults = judgeDrill({ told: [], kept: [], hung: false, doubled: [], ...seen });
  expect(faults).toEqual([expect.stringContaining(fault)]);
});

test("arguments that are made from a schema fit it", () => {
  expect(input.safeParse(sampleInput(toInputSchema(tool("a/main")), [])).success).toBe(true);
});

test("the same seed gives the same mix, another another", () => {
  expect(mixedDrill(7)).toEqual(mixedDrill(7));
  expect(mixedDrill(7)).not.toEqual(mixedDrill(8));
});
