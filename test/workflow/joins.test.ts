import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { appendLog, modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const parts = () => ({ skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
const step = (name: string) => () => ({ log: [name] });

/** Runs a graph of steps that each write their name, and gives the names in the order of their supersteps. */
async function logOf(workflow: Parameters<typeof createRunner>[0]["workflow"]): Promise<readonly string[]> {
  const result = await createRunner({ workflow, ...parts() }).start({});
  expect(result.status).toBe("completed");
  return (result.state as TestStateValue).log;
}

describe("a node with several incoming edges", () => {
  test("runs once, after branches of equal length", async () => {
    const workflow = defineWorkflow({
      name: "diamond",
      state: TestState,
      start: "a",
      nodes: { a: step("a"), b: step("b"), c: step("c"), join: step("join") },
      edges: { a: ["b", "c"], b: "join", c: "join", join: "end" },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "c", "join"]);
  });

  test("runs once, after branches of unequal length", async () => {
    const workflow = defineWorkflow({
      name: "unequal",
      state: TestState,
      start: "a",
      nodes: { a: step("a"), b: step("b"), c1: step("c1"), c2: step("c2"), c3: step("c3"), join: step("join") },
      edges: { a: ["b", "c1"], b: "join", c1: "c2", c2: "c3", c3: "join", join: "end" },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "c1", "c2", "c3", "join"]);
  });

  test("waits for a join before it, and runs once", async () => {
    const workflow = defineWorkflow({
      name: "nested",
      state: TestState,
      start: "a",
      nodes: {
        a: step("a"),
        b: step("b"),
        c: step("c"),
        d: step("d"),
        inner: step("inner"),
        mid: step("mid"),
        outer: step("outer"),
      },
      edges: { a: ["b", "c", "d"], b: "inner", c: "inner", d: "outer", inner: "mid", mid: "outer", outer: "end" },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "c", "d", "inner", "mid", "outer"]);
  });

  test("waits for a join before it that is written after it", async () => {
    const workflow = defineWorkflow({
      name: "nested-late",
      state: TestState,
      start: "a",
      nodes: { outer: step("outer"), a: step("a"), b: step("b"), c: step("c"), d: step("d"), inner: step("inner") },
      edges: { a: ["b", "c", "d"], b: "inner", c: "inner", d: "outer", inner: "outer", outer: "end" },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "c", "d", "inner", "outer"]);
  });

  test("runs once when only some of its branches were taken", async () => {
    const workflow = defineWorkflow({
      name: "some",
      state: TestState,
      start: "a",
      nodes: { a: step("a"), b: step("b"), c: step("c"), d: step("d"), join: step("join") },
      edges: { a: { to: ["b", "c", "d"], choose: () => ["b", "d"] }, b: "join", c: "join", d: "join", join: "end" },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "d", "join"]);
  });

  test("is entered again by a loop", async () => {
    const workflow = defineWorkflow({
      name: "loop",
      state: TestState,
      start: "work",
      nodes: { work: step("work"), check: step("check") },
      edges: { work: "check", check: (state: TestStateValue) => (state.log.length < 6 ? "work" : "end") },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["work", "check", "work", "check", "work", "check"]);
  });

  test("ends the run when a branch ends beside it", async () => {
    const workflow = defineWorkflow({
      name: "ends",
      state: TestState,
      start: "a",
      nodes: { a: step("a"), b: step("b"), c: step("c"), join: step("join") },
      edges: {
        a: ["b", "c"],
        b: "end",
        c: "join",
        join: (state: TestStateValue) => (state.log.includes("again") ? "join" : "end"),
      },
      reduce: { log: appendLog },
    });
    expect(await logOf(workflow)).toEqual(["a", "b", "c", "join"]);
  });
});
