import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { modelByNode, skillsOf, TestState } from "./kit.ts";

/** A release of a program: a skill, a tool's contract, and the name of the node that asks. */
interface Release {
  readonly skill: string;
  readonly input: z.ZodObject;
  readonly asks: string;
}

const first: Release = { skill: "Look.", input: z.object({ amount: z.number() }), asks: "ask" };

function runnerOf({ skill, input, asks }: Release, store = createMemoryStore()) {
  const pay = defineTool({ name: "bank/pay", description: "Pay.", effect: "write", input, run: () => ({}) });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: {
      work: skillNode({ skill: "look", input: () => "go", save: () => ({}) }),
      [asks]: approvalNode({ ask: () => ({ title: "?" }), save: () => ({}) }),
    },
    edges: { work: asks, [asks]: "end" },
  });
  const model = modelByNode({ work: [{ text: "looked" }, { text: "looked" }] });
  return { store, runner: createRunner({ workflow, skills: skillsOf({ look: skill }), model, store }) };
}

describe("a run that waits while a new release comes out", () => {
  test("is refused under another contract, with the shape and the skills that changed beside it", async () => {
    const { runner, store } = runnerOf(first);
    await runner.start({}, { thread: "t" });
    const next = runnerOf({ ...first, skill: "Look twice.", input: z.object({ cents: z.int() }) }, store);
    await expect(next.runner.resume("t")).rejects.toMatchObject({
      code: "RUN_TOOLS_CHANGED",
      details: [
        expect.stringMatching(/^bank\/pay: it was [0-9a-f]{16} and is [0-9a-f]{16} now\.$/),
        expect.stringMatching(/^skill "look": it was [0-9a-f]{12} and is [0-9a-f]{12} now; the run keeps its own\.$/),
      ],
      hint: expect.stringMatching(/resume t --migrate.*threads fork t.*threads cancel t/),
    });
  });

  test("is refused where its node is gone, and goes on from a fork before that", async () => {
    const { runner, store } = runnerOf(first);
    await runner.start({}, { thread: "t" });
    const next = runnerOf({ ...first, asks: "confirm" }, store);
    await expect(next.runner.resume("t")).rejects.toMatchObject({
      code: "RUN_NODE_GONE",
      details: [
        "Nodes now: work, confirm.",
        expect.stringMatching(/^workflow "w": its shape was [0-9a-f]{16} and is [0-9a-f]{16} now\.$/),
      ],
      hint: expect.stringMatching(/threads history t.*threads cancel t/),
    });
    await next.runner.fork("t", { at: 2, into: "f" });
    expect(await next.runner.resume("f")).toMatchObject({ status: "waiting", approvals: [{ node: "confirm" }] });
  });

  test("goes on by itself where only a skill has changed, with the text it began with", async () => {
    const { runner, store } = runnerOf(first);
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const next = runnerOf({ ...first, skill: "Look twice." }, store);
    const ended = await next.runner.resume("t", { [waiting.approvals[0].id]: { approved: true } });
    expect(ended.status).toBe("completed");
  });
});
