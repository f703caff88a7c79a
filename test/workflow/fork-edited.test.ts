import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState } from "./kit.ts";

/** A node that wants to pay 500, then says so. A payment of 13 goes out and its answer is lost. */
function bank() {
  const paid: number[] = [];
  const pay = defineTool({
    name: "bank/pay",
    description: "Pay.",
    effect: "write",
    input: z.object({ amount: z.number(), note: z.string().default("none") }),
    policy: { confirm: "always" },
    run: ({ amount }) => {
      paid.push(amount);
      if (amount === 13) throw new Error("the line broke");
      return { paid: amount };
    },
  });
  const model = scriptedModel((request) =>
    results(request).length === 0 ? { calls: [{ name: "bank/pay", arguments: { amount: 500 } }] } : { text: "done" },
  );
  const store = createMemoryStore();
  const workflow = defineWorkflow({
    name: "bank",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: { work: skillNode({ skill: "pay", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  return { runner: createRunner({ workflow, skills: skillsOf({ pay: "Pay." }), model, store }), paid, model, store };
}

type Decision = Parameters<Runner<typeof TestState>["resume"]>[1];

/** Decides the one open question of a thread; gives how the run stands then, and its next question. */
async function decide({ runner }: ReturnType<typeof bank>, thread: string, decision: NonNullable<Decision>[string]) {
  const now = await runner.get(thread);
  if (now?.status !== "waiting") throw new Error(now?.status);
  return standing(await runner.resume(thread, { [now.approvals[0].id]: decision }));
}

function standing(result: Awaited<ReturnType<Runner<typeof TestState>["resume"]>>) {
  const asked = result.status === "waiting" ? result.approvals[0] : undefined;
  return { status: result.status, kind: asked?.kind, details: asked?.details };
}

const completed = { status: "completed", kind: undefined, details: undefined };

/** A run whose call a person has changed. */
async function edited(amount: number) {
  const made = bank();
  await made.runner.start({}, { thread: "t" });
  const ended = await decide(made, "t", { approved: true, by: "mira", answer: { input: { amount } } });
  return { ...made, ended };
}

describe("a fork of a run in which a person changed a call's arguments", () => {
  test.each([1, 2, 3])("at point %i takes what was done with them, and asks nobody", async (at) => {
    const made = await edited(1);
    expect(made.ended).toEqual(completed);
    await made.runner.fork("t", { at, into: "f" });
    expect(standing(await made.runner.resume("f"))).toEqual(completed);
    await made.runner.fork("f", { at: 1, into: "g" });
    expect(standing(await made.runner.resume("g"))).toEqual(completed);
    expect(made.paid).toEqual([1]);
    expect(await made.store.runCalls("g/1")).toMatchObject([{ input: { amount: 1, note: "none" } }]);
    const told = made.model.requests.at(-1)!.messages.find(({ role }) => role === "tool")!.text;
    expect(told).toContain('Before it ran, mira changed the arguments to {"amount":1}.');
  });

  test.each([1, 2])("at point %i asks about the changed call where nobody knows its end", async (at) => {
    const made = await edited(13);
    expect(made.ended).toMatchObject({ kind: "in-doubt", details: { input: { amount: 13 } } });
    await made.runner.fork("t", { at, into: "f" });
    const doubt = standing(await made.runner.resume("f"));
    expect(doubt).toMatchObject({ kind: "in-doubt", details: { input: { amount: 13, note: "none" } } });
    expect(doubt.details).toMatchObject({ known: expect.stringContaining("mira changed the arguments") as string });
    expect(await decide(made, "f", { approved: true, answer: { outcome: "happened" } })).toEqual(completed);
    expect(made.paid).toEqual([13]);
  });

  test("begins a changed call in doubt again only after a yes of its own", async () => {
    const made = await edited(13);
    await made.runner.fork("t", { at: 1, into: "f" });
    await made.runner.resume("f");
    const asked = await decide(made, "f", { approved: true, answer: { outcome: "again" } });
    expect(asked).toMatchObject({ kind: "confirmation", details: { input: { amount: 13 } } });
    expect(made.paid).toEqual([13]);
    expect(await decide(made, "f", { approved: true, by: "bo", answer: { input: { amount: 2 } } })).toEqual(completed);
    expect(made.paid).toEqual([13, 2]);
    const audit = await made.store.audit({});
    expect(audit.filter(({ thread }) => thread === "f").map(({ status }) => status)).toEqual(["ok"]);
  });

  test("pays what the other run paid when its own model asks for that", async () => {
    const made = await edited(500);
    await made.runner.fork("t", { at: 1, into: "f" });
    expect(standing(await made.runner.resume("f"))).toEqual(completed);
    expect(made.paid).toEqual([500]);
  });
});
