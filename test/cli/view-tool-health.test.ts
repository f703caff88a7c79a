import { expect, test } from "vitest";
import { z } from "zod";
import { healthFacts } from "../../src/cli/view-tool-health.ts";
import type { BackendsSpec } from "../../src/tools/backends.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";

function toolWith(backends?: BackendsSpec): AnyTool {
  const spec = { name: "a/b", description: "d", effect: "read", input: z.object({}), run: () => 1 } as const;
  return defineTool({ ...spec, ...(backends && { backends }) });
}

test("says nothing of a tool that is well", () => {
  expect(healthFacts(toolWith(), { breaker: { state: "closed" } })).toEqual([]);
});

test("says that a breaker is open, and for how long", () => {
  expect(healthFacts(toolWith(), { breaker: { state: "open", openForMs: 12_000 } })).toEqual([
    ["now", "open, for 12.0 s more"],
  ]);
  expect(healthFacts(toolWith(), { breaker: { state: "trying" } })).toEqual([["now", "trying a call"]]);
});

test("lists the instances, each with what is known of it", () => {
  const tool = toolWith({ discover: () => [] });
  const facts = healthFacts(tool, {
    instances: [
      { address: "http://10.0.0.1", state: "in", busy: 0 },
      { address: "http://10.0.0.2", state: "in", busy: 2 },
      { address: "http://10.0.0.3", state: "out", busy: 0, outForMs: 7000 },
      { address: "http://10.0.0.4", state: "trying", busy: 1 },
    ],
    problem: "consul is down",
  });
  expect(facts).toEqual([
    ["instances", "looked up every 30.0 s, least-busy; after 3 failures in a row out for 10.0 s"],
    ["", "http://10.0.0.1"],
    ["", "http://10.0.0.2, 2 at work"],
    ["", "http://10.0.0.3, out for 7.0 s more"],
    ["", "http://10.0.0.4, trying, 1 at work"],
    ["", "the last look failed: consul is down"],
  ]);
});

test("says that there is none", () => {
  const tool = toolWith({ discover: () => [], balance: "round-robin", maxFailures: 1 });
  expect(healthFacts(tool, { instances: [] })).toEqual([
    ["instances", "looked up every 30.0 s, round-robin; after a failure out for 10.0 s"],
    ["", "none is there"],
  ]);
});
