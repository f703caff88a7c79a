import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { flaky } from "./flaky-tool.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const runnerOf = (workflow: Workflow<typeof TestState>) =>
  createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });

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
