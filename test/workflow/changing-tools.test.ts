import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

function tool(name: string, run: () => unknown = () => name, description = `Does ${name}.`): AnyTool {
  return defineTool({ name, description, effect: "read", input: z.object({}), run });
}

/** Runs a skill over a registry; the model calls `names` one after another, one in each turn. */
async function runOver(
  registry: ToolRegistry,
  names: readonly string[],
  maxToolTokens = 100_000,
): Promise<ReturnType<typeof scriptedModel>> {
  const model = scriptedModel((_request, asked) => {
    const name = names[asked - 1];
    if (name === undefined) return { text: "done" };
    return { calls: [name.startsWith("?") ? { name: "tool/search", arguments: { query: name.slice(1) } } : { name }] };
  });
  const work = skillNode({
    skill: "work",
    input: (state: TestStateValue) => state.request,
    save: (answer) => ({ answer }),
    limits: { maxToolTokens },
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    nodes: { work },
    edges: { work: "end" },
  });
  const runner = createRunner({
    workflow,
    skills: skillsOf({ work: "Work." }),
    model,
    tools: registry,
    store: createMemoryStore(),
  });
  expect(await runner.start({ request: "go" })).toMatchObject({ status: expect.stringMatching(/completed|degraded/) });
  return model;
}

test("a tool that comes or goes while the model works is told of with its next turn", async () => {
  const registry = createToolRegistry();
  const grow = tool("s/grow", () => {
    registry.replace([grow, tool("s/grown")], "the server");
    return "growing";
  });
  registry.add([grow, tool("s/old")], "the server");
  const model = await runOver(registry, ["s/old", "s/grow", "s/grown", "s/old"]);
  const told = model.requests.map(({ tools }) => tools.map(({ name }) => name).filter((name) => name.startsWith("s/")));
  expect(told).toEqual([
    ["s/grow", "s/old"],
    ["s/grow", "s/old"],
    ["s/grow", "s/grown"],
    ["s/grow", "s/grown"],
    ["s/grow", "s/grown"],
  ]);
  expect(results(model.requests[4]!).slice(0, 3)).toEqual(["s/old", "growing", "s/grown"]);
  expect(results(model.requests[4]!)[3]).toContain("s/old");
});

test("the list stays the same one while nothing changes for this loop", async () => {
  const registry = createToolRegistry();
  const stir = tool("s/stir", () => {
    registry.setToolset("other", false);
    return "stirred";
  });
  registry.add([stir, tool("s/old")], "the server");
  registry.add([tool("other/a")], "others");
  const model = await runOver(registry, ["s/old", "s/old", "s/stir"]);
  const lists = model.requests.map(({ tools }) => tools);
  expect(lists[1]).toBe(lists[0]);
  expect(lists[2]).toBe(lists[0]);
  expect(lists[3]).not.toBe(lists[0]);
});

test("where not all tools fit, what was found is told of still after a change", async () => {
  const registry = createToolRegistry();
  const words = "x ".repeat(100);
  const many = Array.from({ length: 30 }, (_, index) =>
    tool(`s/do_${index}`, undefined, index === 20 ? "Converts money." : words),
  );
  const grow = tool("s/grow", () => {
    registry.replace([grow, ...many, tool("s/grown", undefined, "Paints a fence.")], "the server");
    return "growing";
  });
  registry.add([grow, ...many], "the server");
  const model = await runOver(registry, ["?convert money", "s/grow", "?paint fence", "s/grown"], 600);
  const told = model.requests.map(({ tools }) => tools.map(({ name }) => name));
  expect(told[0]).not.toContain("s/do_20");
  expect(told[1]).toContain("s/do_20");
  expect(told[2]).toContain("s/do_20");
  expect(told[3]).toEqual(expect.arrayContaining(["s/do_20", "s/grown", "tool/search"]));
  expect(results(model.requests[4]!).at(-1)).toBe("s/grown");
});
