import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { appendLog, results, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

/** A tool that notes what it does, and a model that uses it once in each node, then asks where the node's name says so. */
function parts() {
  const done: string[] = [];
  const act = defineTool({
    name: "a/act",
    description: "Act.",
    effect: "write",
    input: z.object({ by: z.string() }),
    output: z.object({ by: z.string() }),
    run: ({ by }) => {
      done.push(by);
      return { by };
    },
  });
  const model = scriptedModel((request) => {
    const node = /^Node: (.*)$/m.exec(request.messages[0]!.text)![1]!;
    const told = results(request).length;
    if (told === 0) return { calls: [{ name: "a/act", arguments: { by: node } }] };
    return told === 1 && node.includes("asks")
      ? { calls: [{ name: "user/ask", arguments: { question: `${node}?` } }] }
      : { text: node };
  });
  const step = skillNode({
    skill: "act",
    input: () => "go",
    save: (text) => ({ log: [text] }),
  });
  return { done, act, model, step, skills: skillsOf({ act: "Act." }), store: createMemoryStore() };
}

async function answerAll(
  runner: ReturnType<typeof createRunner<typeof TestState>>,
  thread: string,
): Promise<TestStateValue> {
  let result = await runner.resume(thread);
  while (result.status === "waiting")
    result = await runner.resume(thread, { [result.approvals[0].id]: { approved: true, answer: "yes" } });
  expect(result.status).toBe("completed");
  return result.state as TestStateValue;
}

describe("a fork of a run", () => {
  test("with branches side by side repeats neither the one that had ended nor the one that waits", async () => {
    const { act, step, done, ...shared } = parts();
    const workflow = defineWorkflow({
      name: "branches",
      state: TestState,
      start: "split",
      tools: [act],
      nodes: { split: () => ({}), quick: step, asks: step, join: () => ({ log: ["join"] }) },
      edges: { split: ["quick", "asks"], quick: "join", asks: "join", join: "end" },
      reduce: { log: appendLog },
    });
    const runner = createRunner({ workflow, ...shared });
    expect((await runner.start({}, { thread: "t" })).status).toBe("waiting");
    const points = await runner.points("t");
    for (const { number } of points) {
      await runner.fork("t", { at: number, into: `f${number}` });
      expect((await answerAll(runner, `f${number}`)).log).toEqual(["asks", "quick", "join"]);
    }
    expect(done.toSorted()).toEqual(["asks", "quick"]);
    expect(points.length).toBeGreaterThan(4);
  });

  test("with a sub-workflow in a loop goes on inside, in the visit at which it stood", async () => {
    const { act, step, done, ...shared } = parts();
    const inner = defineWorkflow({
      name: "inner",
      state: TestState,
      start: "first",
      tools: [act],
      nodes: { first: step, asks: step },
      edges: { first: "asks", asks: "end" },
      reduce: { log: appendLog },
    });
    const workflow = defineWorkflow({
      name: "outer",
      state: TestState,
      start: "in",
      nodes: {
        in: workflowNode({ workflow: inner, input: () => ({}), save: ({ log }) => ({ log }) }),
        note: toolNode({ tool: act, input: () => ({ by: "note" }), save: ({ by }) => ({ log: [by] }) }),
      },
      edges: { in: "note", note: (state: TestStateValue) => (state.log.length < 4 ? "in" : "end") },
      reduce: { log: appendLog },
    });
    const runner = createRunner({ workflow, ...shared });
    await runner.start({}, { thread: "t" });
    const whole = await answerAll(runner, "t");
    expect(whole.log).toEqual(["in/first", "in/asks", "note", "in#2/first", "in#2/asks", "note"]);
    const before = [...done];
    for (const { number } of await runner.points("t")) {
      await runner.fork("t", { at: number, into: `f${number}` });
      expect((await answerAll(runner, `f${number}`)).log).toEqual(whole.log);
    }
    expect(done).toEqual(before);
  });
});
