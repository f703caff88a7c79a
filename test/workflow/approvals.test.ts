import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { DecisionInput } from "../../src/workflow/run-result.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { appendLog, modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";
import { pay, payTool } from "./pay-tool.ts";

describe("confirmations", () => {
  test("three in each of two parallel nodes, decided in mixed order, each reach their own call", async () => {
    const { tool, paid } = payTool();
    const script = (side: string) => [
      { calls: [pay(`${side}1`), pay(`${side}2`), pay(`${side}3`)] },
      { text: `${side} done` },
    ];
    const model = modelByNode({ left: script("l"), right: script("r") });
    const side = (name: string) =>
      skillNode({
        skill: "pay",
        input: (state: TestStateValue) => state.request,
        save: (text) => ({ log: [`${name}: ${text}`] }),
      });
    const workflow = defineWorkflow({
      name: "payments",
      state: TestState,
      start: "split",
      tools: [tool],
      nodes: { split: () => ({}), left: side("left"), right: side("right"), join: () => ({}) },
      edges: { split: ["left", "right"], left: "join", right: "join", join: "end" },
      reduce: { log: appendLog },
    });
    const runner = createRunner({
      workflow,
      skills: skillsOf({ pay: "1. Pay with `bank/pay`." }),
      model,
      store: createMemoryStore(),
    });
    let result = await runner.start({}, { thread: "t" });
    if (result.status !== "waiting") throw new Error(result.status);
    const idOf = new Map(
      result.approvals.map((approval) => [(approval.details as { input: { to: string } }).input.to, approval.id]),
    );
    expect([...idOf.keys()].toSorted()).toEqual(["l1", "l2", "l3", "r1", "r2", "r3"]);
    const decide = (to: string, decision: DecisionInput) => runner.resume("t", { [idOf.get(to)!]: decision });
    for (const to of ["r3", "l2", "r1", "l1"]) {
      result = await decide(to, { approved: to !== "r1", by: "ana", reason: to === "r1" ? "wrong account" : "fine" });
      expect(result.status).toBe("waiting");
    }
    await decide("l3", { approved: false, reason: "too much" });
    result = await decide("r2", { approved: true });
    expect(result.status).toBe("completed");
    expect(paid.toSorted()).toEqual(["l1:1", "l2:1", "r2:1", "r3:1"]);
    expect(model.requests).toHaveLength(4);
    const told = model.requests.flatMap((request) => request.messages).filter((message) => message.role === "tool");
    expect(told.filter((message) => message.text.includes("wrong account"))).toHaveLength(1);
    expect(told.filter((message) => message.text.includes("too much"))).toHaveLength(1);
  });

  test("a call that needs none runs before the person is asked, and not again after", async () => {
    const { tool, paid } = payTool();
    let looked = 0;
    const look = defineTool({
      name: "bank/look",
      description: "Look at an account.",
      effect: "read",
      input: z.object({}),
      run: () => (looked += 1),
    });
    const model = modelByNode({ work: [{ calls: [pay("a"), { name: "bank/look" }] }, { text: "done" }] });
    const workflow = defineWorkflow({
      name: "mixed",
      state: TestState,
      start: "work",
      tools: [tool, look],
      nodes: { work: skillNode({ skill: "pay", input: () => "go", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({ pay: "Pay." }), model, store: createMemoryStore() });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    expect({ looked, paid: [...paid] }).toEqual({ looked: 1, paid: [] });
    const done = await runner.resume("t", { [waiting.approvals[0].id]: { approved: true } });
    expect({ status: done.status, looked, paid, asked: model.requests.length }).toEqual({
      status: "completed",
      looked: 1,
      paid: ["a:1"],
      asked: 2,
    });
  });

  test("a rejected call is not run, and the model reads who said no and why", async () => {
    const { tool, paid } = payTool();
    const model = modelByNode({ work: [{ calls: [pay("a")] }, { text: "not paid" }] });
    const workflow = defineWorkflow({
      name: "rejects",
      state: TestState,
      start: "work",
      tools: [tool],
      nodes: { work: skillNode({ skill: "pay", input: () => "go", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({ pay: "Pay." }), model, store: createMemoryStore() });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const done = await runner.resume("t", {
      [waiting.approvals[0].id]: { approved: false, by: "ana", reason: "budget is spent" },
    });
    expect({ status: done.status, paid }).toEqual({ status: "completed", paid: [] });
    expect(model.requests[1]!.messages.at(-1)!.text).toContain("budget is spent");
  });
});

describe("an approval node", () => {
  const Answer = z.object({ limit: z.number() });
  function asking(deadline?: { afterMs: number; decide: "approve" | "reject" }) {
    const workflow = defineWorkflow({
      name: "asks",
      state: TestState,
      start: "approve",
      nodes: {
        approve: approvalNode({
          ask: (state: TestStateValue) => ({ title: `Allow ${state.request}?`, details: { request: state.request } }),
          answer: Answer,
          ...(deadline && { deadline }),
          save: (decision) => ({
            flag: decision.approved,
            answer: `${decision.by}: ${decision.answer?.limit ?? decision.reason}`,
          }),
        }),
      },
      edges: { approve: "end" },
    });
    return createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store: createMemoryStore() });
  }

  test("takes the answer its schema asks for, and stores nothing that does not fit", async () => {
    const runner = asking();
    const waiting = await runner.start({ request: "x" }, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const id = waiting.approvals[0].id;
    await expect(runner.resume("t", { [id]: { approved: true, answer: { limit: "many" } } })).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    const done = await runner.resume("t", { [id]: { approved: true, answer: { limit: 3 }, by: "ana" } });
    expect(done).toMatchObject({ status: "completed", answer: "ana: 3" });
  });

  test("refuses a decision for an unknown approval, twice, or on an ended run", async () => {
    const runner = asking();
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const id = waiting.approvals[0].id;
    await expect(runner.resume("t", { ask_none: { approved: true } })).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
      data: { open: [id] },
    });
    await runner.resume("t", { [id]: { approved: false } });
    await expect(runner.resume("t", { [id]: { approved: true } })).rejects.toMatchObject({ code: "APPROVAL_DECIDED" });
    await expect(runner.resume("t")).rejects.toMatchObject({ code: "RUN_ENDED" });
  });

  test("lets a deadline that has passed decide, and refuses a late decision", async () => {
    const runner = asking({ afterMs: 0, decide: "reject" });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    await expect(
      runner.resume("t", { [waiting.approvals[0].id]: { approved: true, answer: { limit: 1 } } }),
    ).rejects.toMatchObject({ code: "APPROVAL_EXPIRED" });
    const done = await runner.resume("t");
    expect(done).toMatchObject({ status: "completed", state: { flag: false } });
  });
});

describe("a decision that is no decision", () => {
  const forms: readonly (readonly [string, unknown])[] = [
    ["a text for yes", { approved: "yes" }],
    ["a text for no", { approved: "false" }],
    ["a number", { approved: 1 }],
    ["nothing", {}],
    ["null", null],
    ["a bare true", true],
    ["a list", []],
    ["an unknown key", { approved: true, confirmed: true }],
  ];
  test.each(forms)("%s is refused, nothing is stored and nothing runs", async (_title, decision) => {
    const { tool, paid } = payTool();
    const node = toolNode({ tool, input: (_state: TestStateValue) => ({ to: "a", amount: 1 }), save: () => ({}) });
    const workflow = defineWorkflow({
      name: "strict",
      state: TestState,
      start: "pay",
      tools: [tool],
      nodes: { pay: node },
      edges: { pay: "end" },
    });
    const store = createMemoryStore();
    const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const id = waiting.approvals[0].id;
    await expect(runner.resume("t", { [id]: decision as DecisionInput })).rejects.toMatchObject({
      code: "DECISION_INVALID",
    });
    expect({ paid, decision: (await store.approval(id))?.decision }).toEqual({ paid: [], decision: undefined });
  });
});
