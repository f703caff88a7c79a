import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { approvalNode } from "../../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { createRunner } from "../../../src/workflow/runner.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import type { Visit } from "../../../src/workflow/visit.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "../kit.ts";
import { bankTool, payment, played, questionOf, questionsOf, yes } from "./bank.ts";

const asks = (name = "asks") =>
  defineWorkflow({
    name,
    state: TestState,
    start: "ask",
    nodes: { ask: approvalNode({ ask: () => ({ title: "Go?" }), save: ({ approved }) => ({ flag: approved }) }) },
    edges: { ask: "end" },
  });

describe("a resume", () => {
  test("of a thread that nobody knows, or whose run has ended, is refused and never silent", async () => {
    const { runner } = played(asks(), {});
    await expect(runner.resume("t")).rejects.toMatchObject({ code: "THREAD_NOT_FOUND" });
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    await runner.resume("t", { [asked.id]: yes });
    await expect(runner.resume("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
    await expect(runner.resume("t", { [asked.id]: yes })).rejects.toMatchObject({ code: "APPROVAL_DECIDED" });
  });

  test("without a decision leaves the question open, as often as it is tried", async () => {
    const { runner } = played(asks(), {});
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    for (let time = 0; time < 3; time += 1) expect(questionOf(await runner.resume("t")).id).toBe(asked.id);
    expect(await runner.approvals()).toHaveLength(1);
  });

  test("with a decision that does not fit is refused, and the next one counts", async () => {
    const { runner } = played(asks(), {});
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    await expect(runner.resume("t", { [asked.id]: "yes" as never })).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    expect(await runner.resume("t", { [asked.id]: yes })).toMatchObject({ status: "completed", state: { flag: true } });
  });

  test("by another workflow is refused, though the store is one", async () => {
    const { runner, store } = played(asks(), {});
    const asked = questionOf(await runner.start({}, { thread: "t" }));
    const other = played(asks("other"), {}, store);
    await expect(other.runner.resume("t", { [asked.id]: yes })).rejects.toMatchObject({ code: "RUN_OTHER_WORKFLOW" });
    expect(await runner.get("t")).toMatchObject({ status: "waiting" });
  });
});

test("nothing of a run is told to a tracing service while tracing is off, though one is set up", async () => {
  let told = 0;
  const service = createServer((_request, response) => {
    told += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => service.once("listening", resolve));
  const { port } = service.address() as AddressInfo;
  const before = { ...process.env };
  onTestFinished(() => {
    process.env = before;
    service.close();
  });
  Object.assign(process.env, {
    LANGSMITH_TRACING: "false",
    LANGSMITH_ENDPOINT: `http://127.0.0.1:${port}`,
    LANGSMITH_API_KEY: "key",
  });
  const { runner } = played(asks("untold"), {});
  const asked = questionOf(await runner.start({}, { thread: "t" }));
  expect(await runner.resume("t", { [asked.id]: yes })).toMatchObject({ status: "completed" });
  expect(told).toBe(0);
});

test("new input on a thread that waits is refused, and what it waits for stays", async () => {
  const { runner } = played(asks(), {});
  const asked = questionOf(await runner.start({}, { thread: "t" }));
  await expect(runner.start({ request: "else" }, { thread: "t" })).rejects.toMatchObject({ code: "THREAD_OPEN" });
  expect(questionOf((await runner.get("t"))!).id).toBe(asked.id);
});

test("of several calls in one turn each has its own decision: those approved run, those refused do not", async () => {
  const { pay, paid } = bankTool();
  const workflow = defineWorkflow({
    name: "mixed",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: { work: skillNode({ skill: "bank", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  const { runner, model } = played(workflow, {
    work: [{ calls: [payment("a"), payment("b"), payment("c")] }, { text: "done" }],
  });
  const asked = questionsOf(await runner.start({}, { thread: "t" }));
  const decisions = Object.fromEntries(asked.map(({ id }, index) => [id, { approved: index !== 1, by: "ana" }]));
  expect((await runner.resume("t", decisions)).status).toBe("completed");
  expect(paid).toEqual(["a 1", "c 1"]);
  const last = model.requests.at(-1)!.messages;
  const calls = last.flatMap((message) => (message.role === "assistant" ? message.calls.map(({ id }) => id) : []));
  const answered = last.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  expect(answered).toEqual(calls);
});

test.each([
  ["goes on", (): unknown => ({ answer: "went on" })],
  [
    "fails because of it",
    (): unknown => {
      throw new Error("it was stopped");
    },
  ],
])("a node that catches what stops it, and %s, waits all the same", async (_what, then) => {
  const question = { position: "mine", kind: "approval", title: "Go?" } as const;
  const node = async (_state: TestStateValue, visit: Visit) => {
    try {
      const [decision] = await visit.ask([question]);
      return { answer: decision!.by };
    } catch {
      return then() as { answer: string };
    }
  };
  const workflow = defineWorkflow({
    name: "catches",
    state: TestState,
    start: "node",
    nodes: { node: node as never },
    edges: { node: "end" },
  });
  const { runner } = played(workflow, {});
  const asked = questionOf(await runner.start({}, { thread: "t" }));
  const done = await runner.resume("t", { [asked.id]: yes });
  expect(done).toMatchObject({ status: "completed", state: { answer: "ana" } });
});

test.each(["a text", undefined, null, 42, { odd: true }])(
  "a node that throws %j fails the run in our words",
  async (thrown) => {
    const workflow = defineWorkflow({
      name: "throws",
      state: TestState,
      start: "node",
      nodes: {
        node: () => {
          // oxlint-disable-next-line typescript/only-throw-error -- what people throw
          throw thrown;
        },
      },
      edges: { node: "end" },
    });
    const { runner } = played(workflow, {});
    expect(await runner.start({}, { thread: "t" })).toMatchObject({ status: "failed", error: { code: "NODE_FAILED" } });
  },
);

test("a tool that throws is answered to the model, whatever watches the calls", async () => {
  const breaks = defineTool({
    name: "a/break",
    description: "Break.",
    effect: "read",
    input: z.object({}),
    run: () => {
      throw new Error("the pipe burst");
    },
  });
  const workflow = defineWorkflow({
    name: "breaks",
    state: TestState,
    start: "work",
    tools: [breaks],
    nodes: { work: skillNode({ skill: "bank", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  const model = modelByNode({ work: [{ calls: [{ name: "a/break" }] }, { text: "it broke" }] });
  const { store } = played(workflow, {});
  const governance = { secrets: ["a secret of eight"], mask: [{ label: "pipe", pattern: /pipe/g }] };
  const runner = createRunner({ workflow, skills: skillsOf({ bank: "Pay." }), model, store, governance });
  const done = await runner.start({}, { thread: "t", onEvent: () => {} });
  expect(done).toMatchObject({ status: "degraded", state: { answer: "it broke" } });
  expect(model.requests[1]!.messages.at(-1)!.text).toContain("the pipe burst");
});
