import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { CallScope } from "../../src/tools/call-scope.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool, Caller } from "../../src/tools/tool.ts";
import { toolList } from "../../src/workflow/tool-list.ts";
import { createToolShelf } from "../../src/workflow/tool-shelf.ts";

const good = { name: "a/one", description: "d", effect: "read", input: z.object({}), run: () => 1 } as const;
function tool(changes: object): AnyTool {
  return defineTool({ ...good, ...changes });
}
function scope(caller: Partial<Caller> = {}): CallScope {
  return { caller: { run: "t/1", thread: "t", node: "desk", ...caller }, locale: "en" };
}
function names(tools: readonly AnyTool[], caller?: Partial<Caller>): readonly string[] {
  return toolList(createToolRegistry({ tools }), scope(caller)).map(({ name }) => name);
}

describe("a list of tools", () => {
  test("is the same array until something changes", () => {
    const registry = createToolRegistry({ tools: [tool({})] });
    const before = toolList(registry, scope());
    expect(toolList(registry, scope())).toBe(before);
    registry.add([tool({ name: "a/two" })]);
    expect(toolList(registry, scope())).not.toBe(before);
  });

  test("holds what is visible to the agent and the user only", () => {
    const tools = [
      tool({ name: "a/desk", visibility: { agents: ["desk"] } }),
      tool({ name: "a/inner", visibility: { agents: ["inner/*"] } }),
      tool({ name: "a/ann", visibility: { users: ["ann"] } }),
      tool({ name: "a/nobody", visibility: { users: [] } }),
    ];
    expect(names(tools)).toEqual(["a/desk"]);
    expect(names(tools, { node: "inner/desk", user: "ann" })).toEqual(["a/inner", "a/ann"]);
  });

  test("leaves out toolsets that are off", () => {
    const registry = createToolRegistry({ tools: [tool({}), tool({ name: "b/two" })] });
    registry.setToolset("a", false);
    expect(toolList(registry, scope()).map(({ name }) => name)).toEqual(["b/two"]);
  });

  test("leaves out tools whose environment is not set", () => {
    expect(names([tool({ available: { env: ["SOPWITH_TEST_NOT_SET"] } })])).toEqual([]);
  });

  test("shows each name once, with the schema of the version that the thread gets", () => {
    const tools = [1, 2].map((version) => tool({ version, input: z.object({ [`v${version}`]: z.string() }) }));
    const routes = [{ match: "a/one", version: 1, canary: { version: 2, share: 0.5 } }];
    const registry = createToolRegistry({ tools, routes });
    const seen = new Set<string>();
    for (let thread = 0; thread < 40; thread += 1) {
      const [shown, ...more] = toolList(registry, scope({ thread: `t${thread}` }));
      expect(more).toEqual([]);
      seen.add(Object.keys(shown!.parameters["properties"] as object).join(","));
    }
    expect([...seen].toSorted()).toEqual(["v1", "v2"]);
  });

  test("takes over what a tool says of itself now, and keeps its definition when that fails", () => {
    let note = "one";
    const changing = tool({ appearance: () => ({ description: note }) });
    const failing = tool({
      name: "a/two",
      appearance: () => {
        throw new Error("no");
      },
    });
    const registry = createToolRegistry({ tools: [changing, failing] });
    const before = toolList(registry, scope());
    expect(before.map(({ description }) => description)).toEqual(["one", "d"]);
    note = "two";
    expect(toolList(registry, scope()).map(({ description }) => description)).toEqual(["two", "d"]);
  });
});

test("shows what operators say in place of a description, unless the tool says itself what it looks like", () => {
  const own = tool({ name: "a/two", appearance: () => ({ description: "its own" }) });
  const registry = createToolRegistry({ tools: [tool({}), own, tool({ name: "b/off" })] });
  const words = (): readonly string[] => toolList(registry, scope()).map(({ description }) => description);
  expect(words()).toEqual(["d", "its own", "d"]);
  const descriptions = { "a/one": "theirs", "a/two": "theirs" };
  registry.adjust({ routes: [], offToolsets: [], offTools: ["b/off"], descriptions });
  expect(words()).toEqual(["theirs", "its own"]);
  registry.adjust({ routes: [], offToolsets: [], offTools: [], descriptions: {} });
  expect(words()).toEqual(["d", "its own", "d"]);
});

describe("a shelf of tools", () => {
  const tools = Array.from({ length: 300 }, (_, index) => ({
    name: `n${index}/do_${index}`,
    description: index === 250 ? "Converts an amount into another currency." : `Does task ${index}. ${"x".repeat(200)}`,
    parameters: { type: "object", properties: {} },
  }));

  test("lists what is needed, more as long as it fits, and finds the rest", async () => {
    const shelf = createToolShelf({ tools, maxTokens: 1000, isNeeded: (name) => name === "n299/do_299" });
    expect(shelf.listed.map(({ name }) => name)).toContain("n299/do_299");
    expect(shelf.listed.length).toBeLessThan(20);
    const [found] = await shelf.search("convert currencies");
    expect(found?.name).toBe("n250/do_250");
    const before = shelf.listed;
    shelf.putIn(["n250/do_250", "none/such"]);
    expect(shelf.listed).toEqual([...before, tools[250]]);
  });
});
