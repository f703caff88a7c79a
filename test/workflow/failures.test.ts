import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { appendLog, modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const runnerOf = (workflow: Workflow<typeof TestState>) =>
  createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
const failing = () => {
  throw new Error("it broke");
};

/** A tool that fails so often before it works. */
function flaky(failures: number, effect: "read" | "write" = "read") {
  const runs = { count: 0 };
  const tool = defineTool({
    name: "a/flaky",
    description: "Works later.",
    effect,
    input: z.object({}),
    run: () => {
      runs.count += 1;
      if (runs.count <= failures) throw toolError({ code: "DOWN", message: "not yet", effect: "none" });
      return "works";
    },
  });
  return { tool, runs };
}

describe("a node that fails", () => {
  test("fails the run without a fallback edge, with its own words", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: { work: failing },
      edges: { work: "end" },
    });
    expect(await runnerOf(workflow).start({}, { thread: "t" })).toMatchObject({
      status: "failed",
      error: { code: "NODE_FAILED", message: 'Node "work" failed: it broke', hint: expect.stringContaining("resume") },
    });
  });

  test("leads to its fallback, which repairs the run", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: {
        work: failing,
        next: () => ({ log: ["next"] }),
        repair: () => ({ log: ["repaired"], answer: "by hand" }),
      },
      edges: { work: "next", next: "end", repair: "end" },
      fallbacks: { work: "repair" },
      reduce: { log: appendLog },
    });
    expect(await runnerOf(workflow).start({})).toMatchObject({
      status: "completed",
      answer: "by hand",
      state: { log: ["repaired"] },
    });
  });

  test("is tried again as often as its retry says, and each try of a tool node is a new call", async () => {
    const { tool, runs } = flaky(2);
    const node = toolNode({
      tool,
      input: (_state: TestStateValue) => ({}),
      save: (output) => ({ answer: String(output) }),
      retry: { maxAttempts: 3 },
    });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    expect(await runnerOf(workflow).start({})).toMatchObject({ status: "completed", answer: "works" });
    expect(runs.count).toBe(3);
  });

  test("is tried anew when a failed run is resumed", async () => {
    const { tool, runs } = flaky(1);
    const node = toolNode({
      tool,
      input: (_state: TestStateValue) => ({}),
      save: (output) => ({ answer: String(output) }),
    });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    expect(await runner.start({}, { thread: "t" })).toMatchObject({
      status: "failed",
      error: { code: "TOOL_NODE_FAILED" },
    });
    expect(await runner.resume("t")).toMatchObject({ status: "completed", answer: "works" });
    expect(runs.count).toBe(2);
  });

  test("is not tried again when the call may have happened: a person is asked, and says it happened", async () => {
    let runs = 0;
    const tool = defineTool({
      name: "a/pay",
      description: "Pays.",
      effect: "write",
      input: z.object({}),
      run: () => {
        runs += 1;
        throw new Error("connection reset");
      },
    });
    const node = toolNode({
      tool,
      input: (_state: TestStateValue) => ({}),
      save: (output) => ({ answer: JSON.stringify(output) }),
      retry: { maxAttempts: 3 },
    });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    expect(await runner.resume("t")).toMatchObject({ status: "waiting" });
    const decision = { approved: true, answer: { outcome: "happened", result: { id: 7 } } };
    expect(await runner.resume("t", { [waiting.approvals[0].id]: decision })).toMatchObject({
      status: "completed",
      answer: '{"id":7}',
    });
    expect(runs).toBe(1);
  });

  test("degrades the run when the node knows what to do without the tool", async () => {
    const { tool } = flaky(9);
    const node = toolNode({
      tool,
      input: (_state: TestStateValue) => ({}),
      save: () => ({}),
      degrade: (outcome) => ({ answer: `without it (${outcome.status})` }),
    });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    expect(await runnerOf(workflow).start({})).toMatchObject({
      status: "degraded",
      answer: "without it (failed)",
      reasons: [expect.stringContaining("not yet")],
    });
  });
});

describe("a run never ends without a word", () => {
  const one = (choose: (state: TestStateValue) => never) =>
    defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: { work: () => ({}) },
      edges: { work: { to: ["end"], choose } },
    });

  test("when an edge returns an empty list", async () => {
    expect(await runnerOf(one(() => [] as never)).start({})).toMatchObject({
      status: "failed",
      error: { code: "EDGE_EMPTY" },
    });
  });

  test("when an edge returns a name that is no node", async () => {
    expect(await runnerOf(one(() => "wrok" as never)).start({})).toMatchObject({
      status: "failed",
      error: { code: "EDGE_UNKNOWN", hint: 'Nearest: "work".' },
    });
  });

  test("when an edge returns nothing at all", async () => {
    expect(await runnerOf(one(() => undefined as never)).start({})).toMatchObject({
      status: "failed",
      error: { code: "EDGE_UNKNOWN" },
    });
  });

  test("when a node writes a key that the state does not have, or a wrong value", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: { work: () => ({ anwser: "x", flag: "yes" }) as never },
      edges: { work: "end" },
    });
    const result = await runnerOf(workflow).start({});
    expect(result).toMatchObject({ status: "failed", error: { code: "STATE_INVALID" } });
  });

  test("when the input does not fit the schema: the start is refused and nothing is stored", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: { work: () => ({}) },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    const refused = runner.start({ flag: "yes", requst: "x" } as never, { thread: "t" });
    await expect(refused).rejects.toMatchObject({
      code: "STATE_INVALID",
      details: [expect.stringContaining("flag"), expect.stringContaining('did you mean "request"')],
    });
    expect(await runner.get("t")).toBeUndefined();
  });

  test("when two parallel nodes write one key: both are named", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "split",
      nodes: { split: () => ({}), left: () => ({ answer: "l" }), right: () => ({ answer: "r" }) },
      edges: { split: ["left", "right"], left: "end", right: "end" },
    });
    const result = await runnerOf(workflow).start({});
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "STATE_CONFLICT", message: expect.stringMatching(/"left" and "right".*"answer"/) },
    });
  });

  test("when its edges go in a circle", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "a",
      nodes: { a: () => ({}), b: () => ({}) },
      edges: { a: "b", b: "a" },
      maxSteps: 10,
    });
    expect(await runnerOf(workflow).start({})).toMatchObject({
      status: "failed",
      error: { code: "STEP_LIMIT", hint: expect.stringContaining("maxSteps") },
    });
  });

  test("takes more than LangGraph's own 25 steps", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "a",
      nodes: { a: () => ({ log: ["a"] }) },
      edges: { a: (state: TestStateValue) => (state.log.length < 60 ? "a" : "end") },
      reduce: { log: appendLog },
    });
    expect(await runnerOf(workflow).start({})).toMatchObject({ status: "completed" });
  });
});

describe("a run that is cancelled", () => {
  test("ends for good, and its thread is free again", async () => {
    const { tool } = flaky(9);
    const node = toolNode({ tool, input: (_state: TestStateValue) => ({}), save: () => ({}) });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    await runner.start({}, { thread: "t" });
    expect(await runner.cancel("t", "not needed")).toMatchObject({ status: "cancelled" });
    await expect(runner.resume("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
    await expect(runner.cancel("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
    expect(await runner.start({}, { thread: "t" })).toMatchObject({ run: "t/2" });
  });

  test("while it works stops its tools", async () => {
    const aborted = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const tool = defineTool({
      name: "a/slow",
      description: "Slow.",
      effect: "read",
      input: z.object({}),
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.resolve();
            reject(new Error("aborted"));
          });
          started.resolve();
        }),
    });
    const node = toolNode({ tool, input: (_state: TestStateValue) => ({}), save: () => ({}) });
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: node },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    const run = runner.start({}, { thread: "t" });
    run.catch(() => undefined);
    await started.promise;
    expect(await runner.cancel("t")).toMatchObject({ status: "cancelled" });
    await expect(run).rejects.toMatchObject({ code: "RUN_STOPPED" });
    await aborted.promise;
  });

  test("an unknown thread is said to be unknown, with the nearest names", async () => {
    const workflow = defineWorkflow({
      name: "w",
      state: TestState,
      start: "work",
      nodes: { work: () => ({}) },
      edges: { work: "end" },
    });
    const runner = runnerOf(workflow);
    await runner.start({}, { thread: "ticket-4711" });
    await expect(runner.resume("ticket-471")).rejects.toMatchObject({
      code: "THREAD_NOT_FOUND",
      data: { nearest: ["ticket-4711"] },
    });
    await expect(runner.cancel("nothing-like-it")).rejects.toMatchObject({ code: "THREAD_NOT_FOUND" });
    expect(await runner.get("x")).toBeUndefined();
  });
});

test("a function node can say that it is only half a success", async () => {
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    nodes: {
      work: (_state, visit) => {
        visit.degrade("One source was missing.");
        return { answer: "half" };
      },
    },
    edges: { work: "end" },
  });
  expect(await runnerOf(workflow).start({})).toMatchObject({
    status: "degraded",
    answer: "half",
    reasons: ["work: One source was missing."],
  });
});

test("a tool node's fallback answers in its place", async () => {
  const { tool } = flaky(9);
  const main = defineTool({
    name: "a/main",
    description: "Fails.",
    effect: "read",
    input: z.object({}),
    policy: { fallback: ["a/spare"] },
    run: tool.run as () => never,
  });
  const spare = defineTool({
    name: "a/spare",
    description: "Works.",
    effect: "read",
    input: z.object({}),
    run: () => "spare",
  });
  const node = toolNode({
    tool: main,
    input: (_state: TestStateValue) => ({}),
    save: (output) => ({ answer: String(output) }),
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: [main, spare],
    nodes: { work: node },
    edges: { work: "end" },
  });
  expect(await runnerOf(workflow).start({})).toMatchObject({ status: "completed", answer: "spare" });
});

test("a tool node does not hand on an answer that breaks the tool's promise, and does not repeat the write", async () => {
  let runs = 0;
  const tool = defineTool({
    name: "a/book",
    description: "Books.",
    effect: "write",
    input: z.object({}),
    output: z.object({ id: z.string() }),
    run: () => {
      runs += 1;
      return { id: 7 } as never;
    },
  });
  const node = toolNode({
    tool,
    input: (_state: TestStateValue) => ({}),
    save: ({ id }) => ({ answer: id }),
    retry: { maxAttempts: 3 },
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: [tool],
    nodes: { work: node },
    edges: { work: "end" },
  });
  expect(await runnerOf(workflow).start({})).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining("carried out") },
  });
  expect(runs).toBe(1);
});
