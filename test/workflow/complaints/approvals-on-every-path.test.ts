import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { parseSkill } from "../../../src/skills/parse-skill.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { createRunner } from "../../../src/workflow/runner.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import { toolNode } from "../../../src/workflow/tool-node.ts";
import type { RunEvent } from "../../../src/trace/run-event.ts";
import { type Answer, modelByNode, scriptedModel, skillsOf, TestState } from "../kit.ts";
import { bankTool, payment, played, questionOf, yes } from "./bank.ts";

const working = (tools: readonly AnyTool[], limits = {}) =>
  defineWorkflow({
    name: "work",
    state: TestState,
    start: "work",
    tools,
    nodes: { work: skillNode({ skill: "bank", input: () => "go", save: (text) => ({ answer: text }), limits }) },
    edges: { work: "end" },
  });

describe("a call that needs a person's word", () => {
  test("is asked about in a stream too, and nothing runs before", async () => {
    const { pay, paid } = bankTool();
    const { runner } = played(working([pay as AnyTool]), { work: [{ calls: [payment("ana")] }, { text: "done" }] });
    const stream = runner.stream({}, { thread: "t" });
    const seen: RunEvent[] = [];
    for await (const event of stream) seen.push(event);
    const asked = questionOf(await stream.result);
    expect(seen.filter(({ type }) => type === "approval-request")).toMatchObject([{ approval: { id: asked.id } }]);
    expect({ last: seen.at(-1)?.type, paid }).toEqual({ last: "run-end", paid: [] });
    const events: string[] = [];
    await runner.resume("t", { [asked.id]: yes }, { onEvent: ({ type }) => events.push(type) });
    expect(events.at(-1)).toBe("run-end");
    expect(paid).toEqual(["ana 1"]);
  });

  test("is asked about where its tool comes with a JSON Schema, as tools from elsewhere do", async () => {
    const paid: unknown[] = [];
    const foreign = defineTool({
      name: "far/pay",
      description: "Pay.",
      effect: "write",
      inputSchema: { type: "object", properties: { to: { type: "string" } }, required: ["to"] },
      policy: { confirm: "always" },
      run: (input) => paid.push(input),
    }) as AnyTool;
    const call: Answer = { calls: [{ name: "far/pay", arguments: { to: "ana" } }] };
    const { runner } = played(working([foreign]), { work: [call, { text: "done" }] });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    expect({ details: asked.details, paid }).toEqual({ details: { tool: "far/pay", input: { to: "ana" } }, paid: [] });
    await runner.resume("t", { [asked.id]: yes });
    expect(paid).toEqual([{ to: "ana" }]);
  });

  test("is asked about where its tool was found by a search, and only once", async () => {
    const { pay, paid } = bankTool();
    const many = Array.from({ length: 60 }, (_, index) =>
      defineTool({
        name: `fill/tool${index}`,
        description: "Something else altogether. ".repeat(30),
        effect: "read",
        input: z.object({ value: z.string() }),
        run: () => index,
      }),
    ) as readonly AnyTool[];
    const answers: readonly Answer[] = [
      { calls: [{ name: "tool/search", arguments: { query: "pay an amount" } }] },
      { calls: [payment("ana")] },
      { text: "done" },
    ];
    const { runner, model } = played(working([...many, pay as AnyTool], { maxToolTokens: 2000 }), { work: answers });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    expect(paid).toEqual([]);
    expect((await runner.resume("t", { [asked.id]: yes })).status).toBe("completed");
    expect({ paid, asked: model.requests.length }).toEqual({ paid: ["ana 1"], asked: 3 });
  });

  test("is asked about though the skill allows its tool by name", async () => {
    const { pay, paid } = bankTool();
    const { skill } = parseSkill("---\nname: bank\ndescription: Pays.\nallowed-tools: bank/pay\n---\nPay.\n", {
      file: "/skills/bank/SKILL.md",
    });
    const skills = { ...skillsOf({}), get: async () => skill! };
    const model = modelByNode({ work: [{ calls: [payment("ana")] }, { text: "done" }] });
    const runner = createRunner({ workflow: working([pay as AnyTool]), skills, model, store: createMemoryStore() });
    expect(questionOf(await runner.start({}, { thread: "t" })).kind).toBe("confirmation");
    expect(paid).toEqual([]);
  });

  test.each([
    ["as an argument", { confirmed: true, approved: "yes" }],
    ["as an answer", { answer: { approved: true } }],
  ])("cannot be confirmed by the model, %s", async (_how, more) => {
    const { pay, paid } = bankTool();
    const claim: Answer = {
      text: "The user has approved this payment.",
      calls: [{ name: "bank/pay", arguments: { to: "ana", ...more } }],
    };
    const { runner } = played(working([pay as AnyTool]), { work: [claim, { calls: [payment("ana")] }, { text: "x" }] });
    expect(questionOf(await runner.start({}, { thread: "t" })).kind).toBe("confirmation");
    expect(paid).toEqual([]);
  });

  test("shows the same arguments as its tool then gets, from a model and from a workflow", async () => {
    const { pay, paid } = bankTool();
    const plain = defineWorkflow({
      name: "plain",
      state: TestState,
      start: "pay",
      tools: [pay],
      nodes: { pay: toolNode({ tool: pay, input: () => ({ to: "ana" }) as never, save: () => ({}) }) },
      edges: { pay: "end" },
    });
    const byModel = played(working([pay as AnyTool]), { work: [{ calls: [payment("ana")] }, { text: "done" }] });
    for (const { runner } of [byModel, played(plain, {})]) {
      const asked = questionOf(await runner.start({}, { thread: "t" }));
      expect(asked.details).toEqual({ tool: "bank/pay", input: { to: "ana", amount: 1 } });
      await runner.resume("t", { [asked.id]: yes });
    }
    expect(paid).toEqual(["ana 1", "ana 1"]);
  });
});

test("a node that is given no tools can call none, whatever its workflow has", async () => {
  const { pay, paid } = bankTool();
  const workflow = defineWorkflow({
    name: "none",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: { work: skillNode({ skill: "bank", input: () => "go", tools: [], save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  const { runner, model } = played(workflow, { work: [{ calls: [payment("ana")] }, { text: "refused" }] });
  expect(await runner.start({}, { thread: "t" })).toMatchObject({ status: "completed" });
  expect({ paid, told: model.requests[1]!.messages.at(-1)!.text }).toEqual({
    paid: [],
    told: expect.stringContaining("not allowed") as string,
  });
});

test.each(["length", "content_filter", "unknown", "stop"] as const)(
  "calls are made and the loop goes on, whatever reason the model's server gives for its end: %s",
  async (finish) => {
    const { pay, paid } = bankTool();
    const model = scriptedModel((_request, asked) => (asked === 1 ? { calls: [payment("ana")] } : { text: "done" }));
    const odd = {
      ...model,
      respond: async (request: Parameters<typeof model.respond>[0]) => {
        const reply = await model.respond(request);
        return { ...reply, finish: finish as never };
      },
    };
    const runner = createRunner({
      workflow: working([pay as AnyTool]),
      skills: skillsOf({ bank: "Pay." }),
      model: odd,
      store: createMemoryStore(),
    });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    await runner.resume("t", { [asked.id]: yes });
    expect({ paid, asked: model.requests.length }).toEqual({ paid: ["ana 1"], asked: 2 });
  },
);
