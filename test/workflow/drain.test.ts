import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { gate, results, scriptedModel, skillsOf, TestState } from "./kit.ts";

/** A run whose model, write or read stands still until `release` is called, the first time it is used. */
function held(where: "model" | "write" | "read") {
  const reached = gate();
  const release = gate();
  let holds = true;
  const hold = async (here: string): Promise<void> => {
    if (here !== where || !holds) return;
    holds = false;
    reached.open();
    await release.opened;
  };
  const ran: string[] = [];
  const write = defineTool({
    name: "a/write",
    description: "Write.",
    effect: "write",
    input: z.object({}),
    run: async () => {
      await hold("write");
      ran.push("write");
      return { written: true };
    },
  });
  const read = defineTool({
    name: "a/read",
    description: "Read.",
    effect: "read",
    input: z.object({}),
    run: async () => {
      await hold("read");
      ran.push("read");
      return { read: true };
    },
  });
  const model = scriptedModel(async (request) => {
    await hold("model");
    return results(request).length === 0
      ? { calls: [{ name: where === "read" ? "a/read" : "a/write" }] }
      : { text: "done" };
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    tools: [write, read],
    nodes: { work: skillNode({ skill: "work", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  const store = createMemoryStore();
  const runner = createRunner({ workflow, skills: skillsOf({ work: "Work." }), model, store });
  return { runner, store, model, ran, reached, release };
}

test.each(["model", "write"] as const)(
  "a %s under way is waited for and recorded, and nothing more is begun",
  async (where) => {
    const { runner, store, model, ran, reached, release } = held(where);
    const drain = new AbortController();
    const started = runner.start({}, { thread: "t", drain: drain.signal });
    await reached.opened;
    drain.abort();
    release.open();
    await expect(started).rejects.toMatchObject({ code: "RUN_STOPPED" });
    const calls = await store.runCalls("t/1");
    expect({
      turns: (await store.runTurns("t/1")).length,
      open: calls.filter((call) => call.status === "started"),
    }).toEqual({
      turns: 1,
      open: [],
    });
    expect(await runner.resume("t")).toMatchObject({ status: "completed", answer: "done" });
    expect({ asked: model.requests.length, ran }).toEqual({ asked: 2, ran: ["write"] });
  },
);

test("a read under way is cut off", async () => {
  const { runner, reached, release } = held("read");
  const drain = new AbortController();
  const started = runner.start({}, { thread: "t", drain: drain.signal });
  await reached.opened;
  drain.abort();
  await expect(started).rejects.toMatchObject({ code: "RUN_STOPPED" });
  release.open();
  expect(await runner.resume("t")).toMatchObject({ status: "completed" });
});

test("a run that is to stop before it has begun takes no step", async () => {
  const { runner, model } = held("model");
  await expect(runner.start({}, { thread: "t", drain: AbortSignal.abort() })).rejects.toMatchObject({
    code: "RUN_STOPPED",
  });
  expect(model.requests).toEqual([]);
  expect(await runner.get("t")).toMatchObject({ status: "running" });
});
