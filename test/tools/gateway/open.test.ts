import { describe, expect, test } from "vitest";
import { z } from "zod";
import { availabilityOf } from "../../../src/tools/availability.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createGateway } from "../../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { tryCall } from "./try-gateway.ts";

function tool(changes: object): AnyTool {
  const spec = { name: "a/one", description: "d", effect: "read" as const, input: z.object({}), run: () => "ran" };
  return defineTool({ ...spec, ...changes });
}
const caller = { run: "t/1", thread: "t", node: "desk", user: "ann" };

describe("a call is denied", () => {
  test("while its toolset is off", async () => {
    const registry = createToolRegistry({ tools: [tool({})], disabledToolsets: ["a"] });
    const request = { callId: "c", tool: "a/one", input: {} };
    expect(await createGateway({ registry }).call(request, { caller, locale: "en" })).toMatchObject({
      status: "denied",
      code: "TOOLSET_OFF",
      attempts: 0,
    });
    registry.setToolset("a", true);
    expect(await createGateway({ registry }).call(request, { caller, locale: "en" })).toMatchObject({ output: "ran" });
  });

  test("while it is off itself, and other tools of its toolset are called as ever", async () => {
    const registry = createToolRegistry({ tools: [tool({}), tool({ name: "a/two" })] });
    const gateway = createGateway({ registry });
    const before = registry.generation;
    registry.adjust({ routes: [], offToolsets: [], offTools: ["a/one", "gone/tool"], descriptions: {} });
    expect(registry.generation).toBe(before + 1);
    const call = (name: string): ReturnType<typeof gateway.call> =>
      gateway.call({ callId: "c", tool: name, input: {} }, { caller, locale: "en" });
    expect(await call("a/one")).toMatchObject({
      status: "denied",
      code: "TOOL_OFF",
      reason: "Tool a/one is switched off.",
      attempts: 0,
    });
    expect(await call("a/two")).toMatchObject({ output: "ran" });
  });

  test("a route to a tool that is off, or not granted, does not open it", async () => {
    const registry = createToolRegistry({ tools: [tool({}), tool({ name: "b/two" })] });
    const routes = [{ match: "b/*", to: "a/one" }];
    registry.adjust({ routes, offToolsets: [], offTools: ["a/one"], descriptions: {} });
    const request = { callId: "c", tool: "b/any", input: {} };
    const gateway = createGateway({ registry });
    expect(await gateway.call(request, { caller, locale: "en" })).toMatchObject({ code: "TOOL_OFF" });
    registry.adjust({ routes, offToolsets: [], offTools: [], descriptions: {} });
    const grants = [{ allow: ["b/*"], source: "desk", code: "NOT_GRANTED" as const }];
    expect(await gateway.call(request, { caller, locale: "en", grants })).toMatchObject({ code: "NOT_GRANTED" });
  });

  test.each<[string, object, object]>([
    ["by another agent", { agents: ["clerk"] }, { node: "desk" }],
    ["for another user", { users: ["bob"] }, { user: "ann" }],
    ["for nobody in particular", { users: ["bob"] }, {}],
    ["to everybody", { agents: [] }, {}],
  ])("%s", async (_, visibility, who) => {
    const { user: __, ...nobody } = caller;
    const outcome = await tryCall({ tools: [tool({ visibility })], scope: { caller: { ...nobody, ...who } } });
    expect(outcome).toMatchObject({ status: "denied", code: "NOT_VISIBLE", attempts: 0 });
  });
});

test("names of tools that are not visible are not told as near ones", async () => {
  const tools = [tool({ visibility: { users: ["bob"] } }), tool({ name: "b/two" })];
  expect(await tryCall({ tools, tool: "a/onee" })).not.toHaveProperty("nearest");
});

describe("availability", () => {
  test("a tool that is not available is replaced by its fallback", async () => {
    const tools = [
      tool({ available: { check: () => false }, policy: { fallback: ["b/two"] } }),
      tool({ name: "b/two", run: () => "instead" }),
    ];
    expect(await tryCall({ tools })).toMatchObject({ output: "instead", insteadOf: "a/one" });
    expect(await tryCall({ tools: [tool({ available: { env: ["SOPWITH_TEST_NOT_SET"] } })] })).toMatchObject({
      status: "unavailable",
      code: "TOOL_NOT_AVAILABLE",
    });
  });

  test("a verdict counts for 30 seconds, and a refusal soon after a success is a flake", async () => {
    let now = 0;
    const said = [true, false, false, true];
    let asked = 0;
    const checked = tool({ available: { check: async () => said[asked++] ?? true } });
    const at = async (time: number): Promise<readonly [boolean, number]> => {
      now = time;
      return [await availabilityOf(checked, () => now), asked];
    };
    expect(await at(0)).toEqual([true, 1]);
    expect(await at(29_999)).toEqual([true, 1]);
    expect(await at(30_000)).toEqual([true, 2]);
    expect(await at(60_001)).toEqual([false, 3]);
    expect(await at(70_000)).toEqual([false, 3]);
    expect(await at(90_001)).toEqual([true, 4]);
  });

  test("a check that throws says no, and many calls at once ask once", async () => {
    let asked = 0;
    const broken = tool({
      available: {
        check: async () => {
          asked += 1;
          throw new Error("no docker");
        },
      },
    });
    const verdicts = await Promise.all([1, 2, 3].map(async () => availabilityOf(broken, () => 0)));
    expect([verdicts, asked]).toEqual([[false, false, false], 1]);
  });
});
