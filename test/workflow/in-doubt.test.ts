import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonValue } from "../../src/base/json.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { RunResult } from "../../src/workflow/run-result.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState } from "./kit.ts";

/** Payments that break off as long as `breaks` says so; the fallback writes a letter. */
function payments({ breaks = 1, fallback = false, amounts = [5] } = {}) {
  const done: string[] = [];
  let attempts = 0;
  const pay = defineTool({
    name: "bank/pay",
    description: "Pay.",
    effect: "write",
    input: z.object({ amount: z.number() }),
    output: z.object({ paid: z.number() }),
    ...(fallback && { policy: { fallback: ["mail/write"] } }),
    run: ({ amount }) => {
      attempts += 1;
      if (attempts <= breaks) throw new Error("connection reset");
      done.push(`paid ${amount}`);
      return { paid: amount };
    },
  });
  const letter = defineTool({
    name: "mail/write",
    description: "Write a letter.",
    effect: "write",
    input: z.object({ amount: z.number() }),
    run: () => {
      done.push("letter");
      return { paid: 0 };
    },
  });
  const calls = amounts.map((amount) => ({ name: "bank/pay", arguments: { amount } }));
  const model = scriptedModel((request) => {
    const told = results(request);
    return told.length === 0 ? { calls } : { text: told.join("\n") };
  });
  const workflow = defineWorkflow({
    name: "pays",
    state: TestState,
    start: "pay",
    tools: [pay, letter],
    nodes: { pay: skillNode({ skill: "pay", input: () => "Pay.", save: (text) => ({ answer: text }) }) },
    edges: { pay: "end" },
  });
  const store = createMemoryStore();
  const runner = createRunner({ workflow, skills: skillsOf({ pay: "Pay." }), model, store });
  return { runner, store, model, done, attempts: () => attempts };
}

async function firstQuestion(result: Promise<RunResult<unknown>>) {
  const waiting = await result;
  if (waiting.status !== "waiting") throw new Error(`expected a question, seen: ${waiting.status}`);
  return waiting.approvals[0];
}

const found = (outcome: string, result?: JsonValue) => ({
  approved: true,
  by: "mira",
  answer: { outcome, ...(result !== undefined && { result }) },
});

describe("a call that may or may not have happened", () => {
  test("is put before a person, with the tool, its raw arguments, its attempts and what is known", async () => {
    const { runner, store } = payments();
    const question = await firstQuestion(runner.start({}, { thread: "t" }));
    expect(question).toMatchObject({
      node: "pay",
      kind: "in-doubt",
      title: "Did bank/pay happen?",
      details: {
        tool: "bank/pay",
        input: { amount: 5 },
        attempts: 1,
        known: expect.stringContaining("connection reset"),
      },
    });
    expect((await store.approval(question.id))?.schema).toMatchObject({ oneOf: expect.any(Array) });
    expect(await store.approvals({ open: true })).toHaveLength(1);
  });

  test("that happened gives the model the result that was found, and is not run", async () => {
    const { runner, attempts, store } = payments();
    const { id } = await firstQuestion(runner.start({}, { thread: "t" }));
    const ended = await runner.resume("t", { [id]: found("happened", { paid: 5 }) });
    expect(ended).toMatchObject({ status: "completed", answer: expect.stringContaining('"paid":5') });
    expect(attempts()).toBe(1);
    expect((await store.runCalls("t/1"))[0]?.outcome).toMatchObject({ status: "ok", output: { paid: 5 } });
    expect((await store.audit()).map((row) => row.status)).toEqual(["in_doubt", "ok"]);
  });

  test("that did not happen is a failure without effect, so that the fallback may act", async () => {
    const { runner, done, attempts } = payments({ fallback: true });
    const { id } = await firstQuestion(runner.start({}, { thread: "t" }));
    expect(done).toEqual([]);
    expect(await runner.resume("t", { [id]: found("not-happened") })).toMatchObject({ status: "completed" });
    expect({ done, attempts: attempts() }).toEqual({ done: ["letter"], attempts: 1 });
  });

  test("is started once more when a person says so", async () => {
    const { runner, done, store } = payments();
    const { id } = await firstQuestion(runner.start({}, { thread: "t" }));
    expect(await runner.resume("t", { [id]: found("again") })).toMatchObject({ status: "completed" });
    expect(done).toEqual(["paid 5"]);
    expect((await store.runCalls("t/1")).map((call) => call.attempts)).toEqual([2]);
  });

  test("that breaks off again is another question, which the first answer does not settle", async () => {
    const { runner, done } = payments({ breaks: 2 });
    const first = await firstQuestion(runner.start({}, { thread: "t" }));
    const second = await firstQuestion(runner.resume("t", { [first.id]: found("again") }));
    expect(second.id).not.toBe(first.id);
    expect(second.details).toMatchObject({ attempts: 2 });
    expect(await runner.resume("t", { [second.id]: found("again") })).toMatchObject({ status: "completed" });
    expect(done).toEqual(["paid 5"]);
  });

  test("is settled apart from another of the same turn", async () => {
    const { runner, store, model } = payments({ breaks: 2, amounts: [5, 6] });
    await firstQuestion(runner.start({}, { thread: "t" }));
    const open = await store.approvals({ open: true });
    const idOf = (amount: number): string =>
      open.find((row) => JSON.stringify(row.details).includes(`"amount":${amount}`))!.id;
    await firstQuestion(runner.resume("t", { [idOf(6)]: found("happened", { paid: 6 }) }));
    await runner.resume("t", { [idOf(5)]: found("not-happened") });
    const [five, six] = results(model.requests.at(-1)!);
    expect({ five: five!.includes("had not happened"), six: six!.includes('"paid":6') }).toEqual({
      five: true,
      six: true,
    });
  });

  test.each([
    ["a plain yes", { approved: true }],
    ["a plain no", { approved: false }],
    ["a word that is none of the three", { approved: true, answer: { outcome: "perhaps" } }],
  ])("is not settled by %s", async (_what, decision) => {
    const { runner, store } = payments();
    const { id } = await firstQuestion(runner.start({}, { thread: "t" }));
    await expect(runner.resume("t", { [id]: decision })).rejects.toMatchObject({ code: "DECISION_INVALID" });
    expect((await store.approval(id))?.decision).toBeUndefined();
  });
});
