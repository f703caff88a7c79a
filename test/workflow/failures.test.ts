import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { flaky } from "./flaky-tool.ts";
import { appendLog, TestState, type TestStateValue } from "./kit.ts";
import { oneCall, oneNode, runnerOf } from "./one-node.ts";

const failing = () => {
  throw new Error("it broke");
};

describe("a node that fails", () => {
  test("fails the run without a fallback edge, with its own words", async () => {
    const workflow = oneNode(failing);
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
    const workflow = oneCall(tool, { retry: { maxAttempts: 3 } });
    expect(await runnerOf(workflow).start({})).toMatchObject({ status: "completed", answer: "works" });
    expect(runs.count).toBe(3);
  });

  test("is tried anew when a failed run is resumed", async () => {
    const { tool, runs } = flaky(1);
    const runner = runnerOf(oneCall(tool));
    expect(await runner.start({}, { thread: "t" })).toMatchObject({
      status: "failed",
      error: { code: "TOOL_NODE_FAILED" },
    });
    expect(await runner.resume("t")).toMatchObject({ status: "completed", answer: "works" });
    expect(runs.count).toBe(2);
  });

  test("advises a new run after a person's no, which a resumed run would meet again", async () => {
    const tool = defineTool({
      name: "a/wipe",
      description: "Wipes.",
      effect: "destructive",
      input: z.object({}),
      run: () => "gone",
    });
    const runner = runnerOf(oneCall(tool));
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const no = { [waiting.approvals[0].id]: { approved: false, reason: "too late" } };
    expect(await runner.resume("t", no)).toMatchObject({
      status: "failed",
      error: { code: "TOOL_NODE_FAILED", hint: expect.stringMatching(/^A person said no; start a new run\./) },
    });
    expect(await runner.resume("t")).toMatchObject({
      status: "failed",
      error: { hint: expect.stringMatching(/^A person said no; start a new run\./) },
    });
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
    const runner = runnerOf(oneCall(tool, { retry: { maxAttempts: 3 } }));
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
    const workflow = oneNode(node, tool);
    expect(await runnerOf(workflow).start({})).toMatchObject({
      status: "degraded",
      answer: "without it (failed)",
      reasons: [expect.stringContaining("not yet")],
    });
  });
});
