import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const many = Array.from({ length: 60 }, (_, index) =>
  defineTool({
    name: `n${index}/do_${index}`,
    description: index === 50 ? "Converts an amount into another currency." : `Does task ${index}. ${"x ".repeat(100)}`,
    effect: "read",
    input: z.object({}),
    run: () => `ran ${index}`,
  }),
);

test("a tool that did not fit into the list is found, told of, and called", async () => {
  const model = scriptedModel((_request, asked) => {
    if (asked === 1) return { calls: [{ name: "tool/search", arguments: { query: "convert currency" } }] };
    if (asked === 2) return { calls: [{ name: "n50/do_50" }] };
    return { text: "done" };
  });
  const work = skillNode({
    skill: "work",
    input: (state: TestStateValue) => state.request,
    save: (answer) => ({ answer }),
    limits: { maxToolTokens: 600 },
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: many,
    nodes: { work },
    edges: { work: "end" },
  });
  const skills = skillsOf({ work: "1. You MAY call `n59/do_59`." });
  const runner = createRunner({ workflow, skills, model, store: createMemoryStore() });
  expect(await runner.start({ request: "go" })).toMatchObject({ status: "completed" });
  const listed = model.requests.map(({ tools }) => tools.map(({ name }) => name));
  expect(listed[0]).toContain("tool/search");
  expect(listed[0]).toContain("n59/do_59");
  expect(listed[0]).not.toContain("n50/do_50");
  expect(listed[1]).toContain("n50/do_50");
  expect(results(model.requests[1]!)[0]).toContain("Converts an amount");
  expect(results(model.requests[2]!)[1]).toBe("ran 50");
});
