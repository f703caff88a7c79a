import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isSopwithError } from "../../src/base/errors.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";

function tool(name: string, ...fallback: string[]): AnyTool {
  return defineTool({
    name,
    description: "d",
    effect: "read",
    input: z.object({}),
    policy: { fallback },
    run: () => null,
  });
}

function mistakes(act: () => unknown): readonly string[] {
  try {
    act();
  } catch (error) {
    if (isSopwithError(error, "TOOL_REGISTRY"))
      return error.diagnostics.map((fault) => `${fault.code} ${fault.message}`);
    throw error;
  }
  return [];
}

test("holds tools by name, in the order in which they came", () => {
  const [first, second] = [tool("b/one"), tool("a/two")];
  const registry = createToolRegistry({ tools: [first, second] });
  expect(registry.list()).toEqual([first, second]);
  expect([registry.get("a/two"), registry.get("A/two"), registry.has("b/one"), registry.has("c/x")]).toEqual([
    second,
    undefined,
    true,
    false,
  ]);
});

test("counts changes, and gives the same list until one happens", () => {
  const registry = createToolRegistry();
  const [generation, list] = [registry.generation, registry.list()];
  registry.add([]);
  expect([registry.generation, registry.list()]).toEqual([generation, list]);
  registry.add([tool("a/b")]);
  expect(registry.generation).toBe(generation + 1);
});

describe("resolve", () => {
  const registry = createToolRegistry({ tools: [tool("web/search_all"), tool("web/get-page")] });
  test.each([
    ["web/search_all", "web/search_all"],
    ["Web/Search_All", "web/search_all"],
    ["web//search__all", "web/search_all"],
    ["web/get--page", "web/get-page"],
    ["web/search-all", undefined],
    ["web.search_all", undefined],
    ["search_all", undefined],
    [" web/search_all", undefined],
    ["", undefined],
  ])("%j finds %s", (name, found) => {
    expect(registry.resolve(name)?.name).toBe(found);
  });
});

describe("mistakes", () => {
  test("names both owners of a name that is taken", () => {
    const registry = createToolRegistry({ tools: [tool("a/b")], owner: 'workflow "one"' });
    expect(mistakes(() => registry.add([tool("a/b"), tool("A/b")], 'workflow "two"'))).toEqual([
      'TOOL_DUPLICATE Tool "a/b" of workflow "two" is already registered by workflow "one".',
      'TOOL_DUPLICATE Tool "A/b" of workflow "two" cannot be told from "a/b" of workflow "one": they differ in case or repeated separators only.',
    ]);
  });

  test("takes the same tool twice without complaint", () => {
    const shared = tool("a/b");
    const registry = createToolRegistry({ tools: [shared] });
    registry.add([shared], "another");
    expect(registry.list()).toEqual([shared]);
  });

  test("adds nothing of a batch with a mistake", () => {
    const registry = createToolRegistry();
    expect(mistakes(() => registry.add([tool("a/b"), tool("a/c", "a/d")]))).toHaveLength(1);
    expect([registry.list(), registry.generation, registry.has("a/b")]).toEqual([[], 0, false]);
  });

  test("names unknown fallbacks with what is near", () => {
    expect(
      mistakes(() => createToolRegistry({ tools: [tool("a/weather", "a/wether_2"), tool("a/weather_2")] })),
    ).toEqual([
      'TOOL_FALLBACK_UNKNOWN Tool "a/weather" names the fallback "a/wether_2", which is not registered. Did you mean "a/weather_2"?',
    ]);
  });

  test("tells each circle of fallbacks once", () => {
    const tools = [tool("a/a", "a/b"), tool("a/b", "a/c"), tool("a/c", "a/a"), tool("a/d", "a/d"), tool("a/e", "a/b")];
    expect(mistakes(() => createToolRegistry({ tools }))).toEqual([
      "TOOL_FALLBACK_CIRCLE The fallbacks a/a -> a/b -> a/c -> a/a lead back to where they start.",
      "TOOL_FALLBACK_CIRCLE The fallbacks a/d -> a/d lead back to where they start.",
    ]);
  });
});

test("tells its listeners of every change, until they ask no more", () => {
  const registry = createToolRegistry({ tools: [tool("a/weather")] });
  const heard: number[] = [];
  const stop = registry.onChange(() => heard.push(registry.generation));
  const before = registry.generation;
  registry.add([tool("a/other")]);
  registry.replace([tool("b/new")], "a server");
  registry.setToolset("b", false);
  registry.replace(registry.list(), "nobody new");
  stop();
  registry.remove(["a/other"]);
  expect(heard).toEqual([before + 1, before + 2, before + 3]);
});
