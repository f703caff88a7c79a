import { describe, expect, test } from "vitest";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { appendLog, TestState, type TestStateValue } from "./kit.ts";
import { oneNode, runnerOf } from "./one-node.ts";

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

  test.each(["constructor", "toString", "__proto__"])(
    "when an edge returns %s, which every object has",
    async (name) => {
      expect(await runnerOf(one(() => name as never)).start({})).toMatchObject({
        status: "failed",
        error: { code: "EDGE_UNKNOWN" },
      });
    },
  );

  test("when an edge throws, or answers with a promise or a number", async () => {
    const broken = one(() => {
      throw new Error("boom");
    });
    expect(await runnerOf(broken).start({})).toMatchObject({
      status: "failed",
      error: { code: "EDGE_FAILED", message: expect.stringContaining('node "work"') },
    });
    for (const answer of [Promise.resolve("end"), 5])
      expect(await runnerOf(one(() => answer as never)).start({})).toMatchObject({
        status: "failed",
        error: { code: "EDGE_UNKNOWN" },
      });
  });

  test("when an edge returns nothing at all", async () => {
    expect(await runnerOf(one(() => undefined as never)).start({})).toMatchObject({
      status: "failed",
      error: { code: "EDGE_UNKNOWN" },
    });
  });

  test("when a node writes a key that the state does not have, or a wrong value", async () => {
    const workflow = oneNode(() => ({ anwser: "x", flag: "yes" }) as never);
    const result = await runnerOf(workflow).start({});
    expect(result).toMatchObject({ status: "failed", error: { code: "STATE_INVALID" } });
  });

  test("when the input does not fit the schema: the start is refused and nothing is stored", async () => {
    const runner = runnerOf(oneNode(() => ({})));
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
