import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { appendLog, gate, modelByNode, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

/** A run of four skill nodes, each of which writes once; `stopAt` makes one tool call fail the run or stop it there. */
function fourWriters(fail: (call: number) => void) {
  const written: string[] = [];
  let calls = 0;
  const write = defineTool({
    name: "log/write",
    description: "Write.",
    effect: "write",
    idempotency: "keyed",
    input: z.object({ text: z.string() }),
    run: ({ text }) => {
      calls += 1;
      written.push(text);
      return { written: text };
    },
  });
  const node = (name: string) => skillNode({ skill: "write", input: () => name, save: (text) => ({ log: [text] }) });
  const workflow = defineWorkflow({
    name: "writers",
    state: TestState,
    start: "a",
    tools: [write],
    nodes: { a: node("a"), b: node("b"), c: node("c"), d: node("d") },
    edges: { a: ["b", "c"], b: "d", c: "d", d: "end" },
    reduce: { log: appendLog },
  });
  let asked = 0;
  const model = scriptedModel((request) => {
    asked += 1;
    fail(asked);
    const name = /^Node: (.*)$/m.exec(request.messages[0]!.text)![1]!;
    return request.messages.some((message) => message.role === "tool")
      ? { text: `${name} done` }
      : { calls: [{ name: "log/write", arguments: { text: name } }] };
  });
  const store = createMemoryStore();
  const make = () => createRunner({ workflow, skills: skillsOf({ write: "Write." }), model, store });
  return { make, written, calls: () => calls };
}

describe("a run that was broken off", () => {
  test("at any model call gives the same state when resumed, and each write happened once", async () => {
    const whole = fourWriters(() => undefined);
    const expected = await whole.make().start({}, { thread: "t" });
    expect(expected).toMatchObject({ status: "completed", state: { log: ["a done", "b done", "c done", "d done"] } });
    for (let failAt = 1; failAt <= 8; failAt += 1) {
      const broken = fourWriters((asked) => {
        if (asked === failAt) throw new Error("the line broke");
      });
      const failed = await broken.make().start({}, { thread: "t" });
      expect(failed, `break at model call ${failAt}`).toMatchObject({
        status: "failed",
        error: { code: "NODE_FAILED" },
      });
      // A new runner on the same store: what another process would have.
      const resumed = await broken.make().resume("t");
      expect(resumed.state, `break at model call ${failAt}`).toEqual(expected.state);
      expect(broken.written.toSorted(), `break at model call ${failAt}`).toEqual(["a", "b", "c", "d"]);
    }
  });

  test("by a signal stays open, says how to go on, and goes on", async () => {
    const abort = new AbortController();
    const model = scriptedModel(async (request, asked) => {
      if (asked === 1) return { calls: [{ name: "a/look" }] };
      if (asked === 2) {
        abort.abort();
        request.signal?.throwIfAborted();
      }
      return { text: "done" };
    });
    const look = defineTool({
      name: "a/look",
      description: "Look.",
      effect: "read",
      input: z.object({}),
      run: () => 1,
    });
    const workflow = defineWorkflow({
      name: "stops",
      state: TestState,
      start: "work",
      tools: [look],
      nodes: { work: skillNode({ skill: "work", input: () => "go", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({ work: "Look." }), model, store: createMemoryStore() });
    await expect(runner.start({}, { thread: "t", signal: abort.signal })).rejects.toMatchObject({
      code: "RUN_STOPPED",
      hint: expect.stringContaining("sopwith resume t"),
    });
    expect(await runner.get("t")).toMatchObject({ status: "running" });
    expect(await runner.resume("t")).toMatchObject({ status: "completed", answer: "done" });
    expect(model.requests).toHaveLength(3);
  });

  test("keeps the skill text it started with, though the file has changed", async () => {
    const skills = skillsOf({ work: "Version one." });
    const model = modelByNode({
      work: [{ calls: [{ name: "user/ask", arguments: { question: "?" } }] }, { text: "done" }],
      again: [],
    });
    const workflow = defineWorkflow({
      name: "pins",
      state: TestState,
      start: "work",
      nodes: { work: skillNode({ skill: "work", input: () => "go", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const runner = createRunner({ workflow, skills, model, store: createMemoryStore() });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    skills.set("work", "Version two.");
    await runner.resume("t", { [waiting.approvals[0].id]: { approved: true, answer: "yes" } });
    expect(model.requests[1]!.messages[0]!.text).toContain("Version one.");
  });

  test("stands at a node that is gone: the resume is refused and names it", async () => {
    const approve = approvalNode({
      ask: (_state: TestStateValue) => ({ title: "?" }),
      save: (decision) => ({ flag: decision.approved }),
    });
    const shared = { skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() };
    const before = defineWorkflow({
      name: "w",
      state: TestState,
      start: "ask",
      nodes: { ask: approve },
      edges: { ask: "end" },
    });
    const after = defineWorkflow({
      name: "w",
      state: TestState,
      start: "confirm",
      nodes: { confirm: approve },
      edges: { confirm: "end" },
    });
    await createRunner({ workflow: before, ...shared }).start({}, { thread: "t" });
    const resumed = createRunner({ workflow: after, ...shared }).resume("t");
    await expect(resumed).rejects.toMatchObject({ code: "RUN_NODE_GONE", data: { nodes: ["ask"] } });
    expect(await createRunner({ workflow: before, ...shared }).get("t")).toMatchObject({ status: "waiting" });
  });
});

describe("a thread", () => {
  test("is worked on by one runner at a time", async () => {
    const { opened, open } = gate();
    const workflow = defineWorkflow({
      name: "slow",
      state: TestState,
      start: "wait",
      nodes: { wait: async () => opened.then(() => ({ answer: "ok" })) },
      edges: { wait: "end" },
    });
    const shared = { workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() };
    const started = gate();
    const first = createRunner(shared).start(
      {},
      { thread: "t", onEvent: (event) => event.type === "node-start" && started.open() },
    );
    await started.opened;
    await expect(createRunner(shared).resume("t")).rejects.toMatchObject({ code: "THREAD_BUSY" });
    await expect(createRunner(shared).start({}, { thread: "t" })).rejects.toMatchObject({ code: "THREAD_BUSY" });
    open();
    expect(await first).toMatchObject({ status: "completed" });
  });

  test("begins its next run from defaults, kept keys and the input alone", async () => {
    const workflow = defineWorkflow({
      name: "keeps",
      state: TestState,
      start: "work",
      nodes: {
        work: (state: TestStateValue) => ({
          log: [`${state.request}/${state.flag}/${state.answer}`],
          flag: true,
          answer: "a",
        }),
      },
      edges: { work: "end" },
      reduce: { log: appendLog },
      keep: ["flag"],
    });
    const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
    await runner.start({ request: "one" }, { thread: "t" });
    const second = await runner.start({ request: "two" }, { thread: "t" });
    expect(second).toMatchObject({ run: "t/2", state: { log: ["two/true/undefined"] } });
    expect((await runner.threadHistory("t")).map((entry) => entry.run.id)).toEqual(["t/1", "t/2"]);
  });

  test("tells a node of the conversation so far", async () => {
    const model = scriptedModel((request) => ({ text: `answer to ${request.messages.at(-1)!.text}` }));
    const workflow = defineWorkflow({
      name: "talks",
      state: TestState,
      start: "work",
      nodes: {
        work: skillNode({
          skill: "work",
          input: (state: TestStateValue) => state.request,
          save: (text) => ({ answer: text }),
        }),
      },
      edges: { work: "end" },
      conversation: { maxTurns: 2 },
    });
    const runner = createRunner({ workflow, skills: skillsOf({ work: "Talk." }), model, store: createMemoryStore() });
    for (const text of ["one", "two", "three", "four"]) await runner.start({ request: text }, { thread: "t", text });
    expect(model.requests[3]!.messages.slice(1).map((message) => message.text)).toEqual([
      "two",
      "answer to two",
      "three",
      "answer to three",
      "four",
    ]);
  });
});

test("a failed run shows the state it had come to", async () => {
  const workflow = defineWorkflow({
    name: "fails-late",
    state: TestState,
    start: "one",
    nodes: {
      one: () => ({ log: ["one"] }),
      two: () => {
        throw new Error("no");
      },
    },
    edges: { one: "two", two: "end" },
    reduce: { log: appendLog },
  });
  const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
  expect(await runner.start({ request: "x" }, { thread: "t" })).toMatchObject({
    status: "failed",
    state: { request: "x", log: ["one"] },
  });
});

test("two starts on one new thread: one runs, the other is told that the thread is taken", async () => {
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "a",
    nodes: { a: () => ({}) },
    edges: { a: "end" },
  });
  const shared = { workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() };
  const results = await Promise.allSettled([
    createRunner(shared).start({}, { thread: "t" }),
    createRunner(shared).start({}, { thread: "t" }),
  ]);
  expect(
    results
      .map((result) => (result.status === "fulfilled" ? result.value.status : (result.reason as { code: string }).code))
      .toSorted(),
  ).toEqual(["THREAD_BUSY", "completed"]);
});
