import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isSopwithError } from "../../src/base/errors.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import { threadPlace, type ToolRoute } from "../../src/tools/tool-route.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { tryCall } from "./gateway/try-gateway.ts";

function tool(name: string, changes: object = {}): AnyTool {
  const spec = { name, description: "d", effect: "read" as const, input: z.object({}), run: () => name };
  return defineTool({ ...spec, ...changes });
}
const versions = [1, 2, 3].map((version) => tool("finance/query_balance", { version }));
function versionOf(routes: readonly ToolRoute[], name = "finance/query_balance", thread?: string): number | undefined {
  return createToolRegistry({ tools: versions, routes }).resolve(name, thread)?.version;
}
function mistakes(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (isSopwithError(error)) return [error.code, ...error.diagnostics.map(({ message }) => message)];
    throw error;
  }
  return [];
}

describe("versions", () => {
  test.each<[string, readonly ToolRoute[], string, number | undefined]>([
    ["the highest answers", [], "finance/query_balance", 3],
    ["the one that is asked for answers", [], "finance/query_balance@2", 2],
    ["a version that is not there does not answer", [], "finance/query_balance@9", undefined],
    ["a route pins one", [{ match: "finance/query_balance", version: 1 }], "finance/query_balance", 1],
    [
      "a route does not bind who asks for another",
      [{ match: "finance/query_balance", version: 1 }],
      "finance/query_balance@3",
      3,
    ],
    ["a wildcard pins one", [{ match: "finance/query_*", version: 1 }], "finance/query_balance", 1],
    ["a wildcard passes over tools without it", [{ match: "finance/*", version: 9 }], "finance/query_balance", 3],
    [
      "an exact route to a version that is not there leads nowhere",
      [{ match: "finance/query_balance", version: 9 }],
      "finance/query_balance",
      undefined,
    ],
  ])("%s", (_, routes, name, version) => {
    expect(versionOf(routes, name)).toBe(version);
  });

  test("one that was chosen before stays, as long as it is there and no other is asked for", () => {
    const registry = createToolRegistry({ tools: versions });
    const find = (name: string, version: number): number | undefined =>
      registry.find(name, "t", { "finance/query_balance": version })?.tool.version;
    expect([find("finance/query_balance", 1), find("Finance//Query_Balance", 2)]).toEqual([1, 2]);
    expect([find("finance/query_balance", 9), find("finance/query_balance@3", 1)]).toEqual([3, 3]);
    expect(registry.routed("t", { "finance/query_balance": 2 }).map(({ version }) => version)).toEqual([2]);
    expect(registry.versionsFor("t")).toEqual({ "finance/query_balance": 3 });
    expect(createToolRegistry({ tools: [tool("a/one")] }).versionsFor("t")).toEqual({});
  });

  test("exact goes before wildcard before default, whatever the order", () => {
    const routes: ToolRoute[] = [
      { match: "*", version: 1 },
      { match: "finance/*", version: 2 },
      { match: "finance/query_balance", version: 3 },
    ];
    expect(versionOf(routes)).toBe(3);
    expect(versionOf(routes.toReversed())).toBe(3);
    expect(versionOf(routes.slice(0, 2))).toBe(2);
    expect(versionOf(routes.slice(0, 2).toReversed())).toBe(2);
  });

  test("a canary gets its share of the threads, each always the same", () => {
    const routes: ToolRoute[] = [{ match: "finance/query_balance", version: 2, canary: { version: 3, share: 0.2 } }];
    const seen = Array.from({ length: 2000 }, (_, index) => versionOf(routes, undefined, `thread-${index}`));
    const share = seen.filter((version) => version === 3).length / seen.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
    expect(seen.slice(0, 50)).toEqual(
      Array.from({ length: 50 }, (_, index) => versionOf(routes, undefined, `thread-${index}`)),
    );
    expect(versionOf(routes)).toBe(2);
  });

  test("a canary is not the default of the others, and the ends of its share are exact", () => {
    expect(versionOf([{ match: "finance/query_balance", canary: { version: 3, share: 0 } }], undefined, "t")).toBe(2);
    expect(versionOf([{ match: "finance/query_balance", canary: { version: 3, share: 1 } }], undefined, "t")).toBe(3);
    expect(threadPlace("t", "a/b")).toBeGreaterThanOrEqual(0);
    expect(threadPlace("t", "a/b")).toBeLessThan(1);
  });

  const threads = Array.from({ length: 2000 }, (_, index) => `thread-${index}`);
  const weighed = (
    weights: Readonly<Record<string, number>>,
    match = "finance/query_balance",
  ): (number | undefined)[] => threads.map((thread) => versionOf([{ match, weights }], undefined, thread));

  test("weights share the threads out among several versions", () => {
    const seen = weighed({ 1: 50, 2: 30, 3: 20 }, "finance/query_*");
    const share = (version: number): number => seen.filter((each) => each === version).length / threads.length;
    expect([share(1), share(2), share(3)].map((part) => Math.round(part * 10))).toEqual([5, 3, 2]);
    expect(versionOf([{ match: "*", weights: { 2: 100 } }])).toBe(2);
    expect(versionOf([{ match: "*", weights: { 1: 60, 2: 40 } }])).toBe(1);
  });

  test("a thread that has the newest version keeps it when its share grows", () => {
    const [few, many] = [weighed({ 1: 90, 3: 10 }), weighed({ 1: 40, 3: 60 })];
    expect(threads.filter((_, index) => few[index] === 3 && many[index] !== 3)).toEqual([]);
  });

  test("the share of a version that is not there goes to the one with the most, and nobody else moves", () => {
    const [whole, without] = [weighed({ 1: 60, 2: 10, 3: 30 }), weighed({ 1: 60, 9: 10, 3: 30 })];
    expect(threads.filter((_, index) => without[index] === 3).length).toBeGreaterThan(0);
    expect(new Set(without)).toEqual(new Set([1, 3]));
    expect(new Set(whole)).toEqual(new Set([1, 2, 3]));
  });

  test("weights of which no version is there lead nowhere by name, and change nothing by a wildcard", () => {
    expect(versionOf([{ match: "finance/query_balance", weights: { 9: 100 } }])).toBe(undefined);
    expect(versionOf([{ match: "finance/*", weights: { 9: 100 } }])).toBe(3);
  });
});

describe("names that are not registered", () => {
  const routes: ToolRoute[] = [
    { match: "order/*", to: "order/any" },
    { match: "order/query_*", to: "order/query" },
  ];
  const registry = createToolRegistry({
    tools: [tool("order/any"), tool("order/query"), tool("order/create")],
    routes,
  });
  test.each([
    ["order/refund", "order/any"],
    ["order/query_total", "order/query"],
    ["order/create", "order/create"],
    ["other/create", undefined],
  ])("%s leads to %s", (name, target) => {
    expect(registry.resolve(name)?.name).toBe(target);
  });

  test("what a route leads to still has to be allowed", async () => {
    const grants = [{ allow: ["order/refund"], source: "s", code: "NOT_GRANTED" as const }];
    expect(registry.get("order/refund")).toBeUndefined();
    const outcome = await tryCall({
      tools: [tool("order/any", { aliases: ["order/refund"] })],
      tool: "order/refund",
      scope: { grants },
    });
    expect(outcome).toMatchObject({ status: "denied", code: "NOT_GRANTED" });
  });
});

describe("mistakes", () => {
  test.each<[string, readonly ToolRoute[], string]>([
    ["no name", [{ match: "finance" }], 'The route "finance" is no name, and no name with a * at its end.'],
    ["a star in the middle", [{ match: "fin*/a" }], 'The route "fin*/a" is no name, and no name with a * at its end.'],
    [
      "a share above one",
      [{ match: "a/b", canary: { version: 1, share: 2 } }],
      'The share of the route "a/b" is 2, expected 0 to 1.',
    ],
    [
      "weights that do not sum to 100",
      [{ match: "a/b", weights: { 1: 50, 2: 40 } }],
      'The weights of the route "a/b" sum to 90, expected 100.',
    ],
    [
      "a weight of no version",
      [{ match: "a/b", weights: { one: 100 } }],
      'The route "a/b" gives version one the weight 100; a weight is 0 to 100.',
    ],
    ["two routes for one name", [{ match: "a/b" }, { match: "a/b" }], 'There are two routes for "a/b".'],
  ])("refuses %s", (_, routes, message) => {
    expect(mistakes(() => createToolRegistry({ routes }))).toEqual(["TOOL_REGISTRY", message]);
  });

  test("finds routes that lead nowhere when all tools are there", () => {
    const routes: ToolRoute[] = [
      { match: "finance/query_balance", version: 9 },
      { match: "finance/x_*", to: "finance/query_balanse" },
      { match: "elsewhere/*", to: "elsewhere/tool" },
    ];
    expect(
      createToolRegistry({ tools: versions, routes })
        .openFaults()
        .map(({ message }) => message),
    ).toEqual([
      'The route "finance/query_balance" wants version 9, which no tool has.',
      'The route "finance/x_*" leads to "finance/query_balanse", which is not registered. Did you mean "finance/query_balance"?',
    ]);
  });
});

describe("old names", () => {
  const renamed = tool("web/search", { aliases: [{ name: "web/find", note: "Kept until May." }] });
  test("are answered, with a note", async () => {
    expect(await tryCall({ tools: [renamed], tool: "Web/Find" })).toMatchObject({
      status: "ok",
      tool: "web/search",
      notes: ["web/find is now called web/search; use that name. Kept until May."],
    });
  });

  test.each<[string, readonly AnyTool[], string]>([
    [
      "an old name that is another tool's",
      [tool("web/find"), renamed],
      'The old name "web/find" of tool "web/search" of the project is taken by "web/find" of the project.',
    ],
    [
      "a tool that an old name would hide",
      [renamed, tool("web/find")],
      'Tool "web/find" of the project would hide an old name of "web/search" of the project.',
    ],
    [
      "one version twice",
      [tool("a/b", { version: 2 }), tool("a/b", { version: 2 })],
      'Tool "a/b" of the project is already registered by the project in version 2.',
    ],
  ])("refuses %s", (_, tools, message) => {
    expect(mistakes(() => createToolRegistry({ tools }))).toEqual(["TOOL_REGISTRY", message]);
  });
});

describe("changes while it is used", () => {
  test("takes tools out, and says which are not there", () => {
    const registry = createToolRegistry({ tools: [tool("a/one"), ...versions] });
    const { generation } = registry;
    registry.remove(["finance/query_balance@3"]);
    expect([registry.resolve("finance/query_balance")?.version, registry.generation]).toEqual([2, generation + 1]);
    expect(mistakes(() => registry.remove(["a/ona"]))).toEqual(["TOOL_NOT_REGISTERED"]);
  });

  test("keeps a tool that another one falls back to", () => {
    const registry = createToolRegistry({ tools: [tool("a/one", { policy: { fallback: ["a/two"] } }), tool("a/two")] });
    expect(mistakes(() => registry.remove(["a/two"]))[0]).toBe("TOOL_REGISTRY");
    expect(registry.has("a/two")).toBe(true);
  });

  test("replaces an owner's tools in one step, or not at all", () => {
    const registry = createToolRegistry({ tools: [tool("a/one")] });
    registry.add([tool("b/one"), tool("b/two")], "plugin");
    registry.replace([tool("b/two"), tool("b/three")], "plugin");
    expect(registry.list().map(({ name }) => name)).toEqual(["a/one", "b/two", "b/three"]);
    expect(mistakes(() => registry.replace([tool("a/one")], "plugin"))[0]).toBe("TOOL_REGISTRY");
    expect(registry.list()).toHaveLength(3);
    expect(registry.ownerOf("b/two")).toBe("plugin");
  });

  test("switches toolsets that it knows", () => {
    const registry = createToolRegistry({ tools: [tool("a/one"), tool("b/one", { toolset: "extra" })] });
    registry.setToolset("extra", false);
    expect(registry.toolsets()).toEqual([
      { name: "a", enabled: true, tools: ["a/one"] },
      { name: "extra", enabled: false, tools: ["b/one"] },
    ]);
    expect(mistakes(() => registry.setToolset("extr", false))).toEqual(["TOOLSET_UNKNOWN"]);
  });
});
