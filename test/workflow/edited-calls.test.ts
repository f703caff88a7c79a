import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { modelByNode, skillsOf, TestState } from "./kit.ts";

const procedure = `1. Pay.

\`\`\`sop
steps:
  - id: pay
    tool: bank/pay
    args: { to: ana }
\`\`\`
`;

/** A node that pays 5 to ana, then asks its user something, so that it is entered again after the payment. */
function bank(skill = "Pay.", confirm: "always" | "each-call" = "always") {
  const paid: string[] = [];
  const pay = defineTool({
    name: "bank/pay",
    description: "Pay.",
    effect: "write",
    input: z.object({ to: z.string(), amount: z.number().max(100), note: z.string().default("none") }),
    policy: { confirm },
    run: ({ to, amount, note }) => {
      paid.push(`${to} ${amount} ${note}`);
      return { paid: amount };
    },
  });
  const model = modelByNode({
    work: [
      { calls: [{ name: "bank/pay", arguments: { to: "ana", amount: 5 } }] },
      { calls: [{ name: "user/ask", arguments: { question: "Done?" } }] },
      { text: "done" },
    ],
  });
  const store = createMemoryStore();
  const workflow = defineWorkflow({
    name: "bank",
    state: TestState,
    start: "work",
    tools: [pay],
    nodes: { work: skillNode({ skill: "pay", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  return {
    runner: createRunner({ workflow, skills: skillsOf({ pay: skill }), model, store }),
    paid,
    model,
    store,
    pay,
  };
}

async function start(made: ReturnType<typeof bank>) {
  const waiting = await made.runner.start({}, { thread: "t" });
  if (waiting.status !== "waiting") throw new Error(waiting.status);
  return waiting.approvals[0].id;
}

const edit = (input: Record<string, string | number>) => ({ approved: true, by: "mira", answer: { input } });

describe("a call whose arguments a person has changed", () => {
  test.each(["always", "each-call"] as const)(
    "runs once with those, and the model is told (confirm: %s)",
    async (confirm) => {
      const made = bank("Pay.", confirm);
      const id = await start(made);
      const asked = await made.runner.resume("t", { [id]: edit({ to: "ana", amount: 3 }) });
      expect(asked).toMatchObject({ status: "waiting", approvals: [{ kind: "question" }] });
      if (asked.status !== "waiting") throw new Error(asked.status);
      const done = await made.runner.resume("t", { [asked.approvals[0].id]: { approved: true, answer: "yes" } });
      expect({ status: done.status, paid: made.paid }).toEqual({ status: "completed", paid: ["ana 3 none"] });
      expect(made.model.requests[1]!.messages.at(-1)!.text).toContain(
        'Before it ran, mira changed the arguments to {"to":"ana","amount":3}.',
      );
      const [call] = await made.store.runCalls("t/1");
      expect(call).toMatchObject({
        tool: "bank/pay",
        input: { to: "ana", amount: 3, note: "none" },
        status: "finished",
      });
      const audit = (await made.store.audit({})).filter(({ status, tool }) => tool === "bank/pay" && status === "ok");
      expect(audit.map(({ input }) => input)).toEqual([expect.stringContaining('"amount":3')]);
    },
  );

  test("is held against the tool's schema before the decision is stored", async () => {
    const made = bank();
    const id = await start(made);
    await expect(made.runner.resume("t", { [id]: edit({ to: "ana", amount: 500 }) })).rejects.toMatchObject({
      code: "DECISION_INVALID",
      details: [expect.stringMatching(/^amount: expected /)],
    });
    await expect(made.runner.resume("t", { [id]: { approved: true, answer: 3 } })).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    expect(await made.runner.get("t")).toMatchObject({ status: "waiting", approvals: [{ id }] });
    expect(made.paid).toEqual([]);
  });

  test("is held against the procedure again, as another call", async () => {
    const made = bank(procedure);
    const id = await start(made);
    const asked = await made.runner.resume("t", { [id]: edit({ to: "eve", amount: 5 }) });
    expect({ status: asked.status, paid: made.paid }).toEqual({ status: "waiting", paid: [] });
    expect(made.model.requests[1]!.messages.at(-1)!.text).toContain("SKILL.md");
  });

  test("keeps its place in a node without a model", async () => {
    const { pay, paid } = bank();
    const workflow = defineWorkflow({
      name: "plain",
      state: TestState,
      start: "pay",
      tools: [pay],
      nodes: {
        pay: toolNode({
          tool: pay,
          input: () => ({ to: "ana", amount: 5, note: "x" }),
          save: () => ({ answer: "paid" }),
        }),
      },
      edges: { pay: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const done = await runner.resume("t", { [waiting.approvals[0].id]: edit({ to: "ana", amount: 2 }) });
    expect({ status: done.status, paid }).toEqual({ status: "completed", paid: ["ana 2 none"] });
  });
});
