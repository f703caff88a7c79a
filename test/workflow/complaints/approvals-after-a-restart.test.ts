import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "../../../src/store/sqlite-store.ts";
import { approvalNode } from "../../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import { appendLog, TestState, type TestStateValue } from "../kit.ts";
import { bankTool, payment, played, questionOf, questionsOf, yes } from "./bank.ts";

/** A store in a file, opened anew as often as a program is started anew. */
function storeFile() {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-restart-"));
  const open = () => {
    const store = createSqliteStore({ file: join(folder, "store.db") });
    onTestFinished(() => store.close());
    return store;
  };
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return open;
}

const details = { list: [1, { a: null, 键: "值" }], text: "line\nline", flag: false, big: 1e21 };

/** A branch that ends at once beside one that asks, and a join. */
function branches() {
  const done: string[] = [];
  const step = (name: string) => () => {
    done.push(name);
    return { log: [name] };
  };
  const workflow = defineWorkflow({
    name: "branches",
    state: TestState,
    start: "split",
    nodes: {
      split: step("split"),
      quick: step("quick"),
      ask: approvalNode({
        ask: () => ({ title: "Go?", details }),
        save: ({ by }, _state: TestStateValue) => ({ log: [`asked ${by}`] }),
      }),
      join: step("join"),
    },
    edges: { split: ["quick", "ask"], quick: "join", ask: "join", join: "end" },
    reduce: { log: appendLog },
  });
  return { workflow, done };
}

describe("a run that waits, after its program was started anew", () => {
  test("still waits, and goes on: branches that had ended stay ended, and what comes after them runs", async () => {
    const open = storeFile();
    const { workflow, done } = branches();
    const asked = questionOf(await played(workflow, {}, open()).runner.start({}, { thread: "t" }));
    const { runner } = played(workflow, {}, open());
    const still = questionOf((await runner.get("t"))!);
    expect(still).toEqual(asked);
    expect(still.details).toEqual(details);
    const ended = await runner.resume("t", { [asked.id]: yes });
    expect(ended).toMatchObject({ status: "completed", state: { log: ["split", "asked ana", "quick", "join"] } });
    expect(done).toEqual(["split", "quick", "join"]);
  });

  test("gives each decision to its own call, in whatever order and process they are made", async () => {
    const open = storeFile();
    const { pay, paid } = bankTool();
    const side = (name: string) =>
      skillNode({ skill: "bank", input: () => name, save: (text) => ({ log: [`${name} ${text}`] }) });
    const workflow = defineWorkflow({
      name: "sides",
      state: TestState,
      start: "split",
      tools: [pay],
      nodes: { split: () => ({}), left: side("left"), right: side("right"), join: () => ({}) },
      edges: { split: ["left", "right"], left: "join", right: "join", join: "end" },
      reduce: { log: appendLog },
    });
    const script = {
      left: [{ calls: [payment("l1"), payment("l2")] }, { text: "left" }],
      right: [{ calls: [payment("r1")] }, { text: "right" }],
    };
    const asked = questionsOf(await played(workflow, script, open()).runner.start({}, { thread: "t" }));
    const idOf = (to: string) => asked.find(({ details: shown }) => JSON.stringify(shown).includes(`"${to}"`))!.id;
    const later = { left: [{ text: "left" }], right: [{ text: "right" }] };
    let status: string = "waiting";
    for (const [to, approved] of [
      ["r1", false],
      ["l2", true],
      ["l1", false],
    ] as const)
      ({ status } = await played(workflow, later, open()).runner.resume("t", { [idOf(to)]: { approved, by: to } }));
    expect({ status, paid }).toEqual({ status: "completed", paid: ["l2 1"] });
  });

  test("goes on with its whole conversation, each call with its result, and the call is in the audit", async () => {
    const open = storeFile();
    const { pay } = bankTool();
    const workflow = defineWorkflow({
      name: "one",
      state: TestState,
      start: "work",
      tools: [pay],
      nodes: { work: skillNode({ skill: "bank", input: () => "pay ana", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const first = played(workflow, { work: [{ calls: [payment("ana")] }] }, open());
    const asked = questionOf(await first.runner.start({}, { thread: "t" }));
    const store = open();
    const { runner, model } = played(workflow, { work: [{ text: "paid" }] }, store);
    expect((await runner.resume("t", { [asked.id]: yes })).status).toBe("completed");
    const { messages } = model.requests[0]!;
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    const [said, result] = messages.slice(2);
    expect(result).toMatchObject({ callId: said?.role === "assistant" ? said.calls[0]?.id : "none" });
    const trail = await store.audit({ thread: "t" });
    expect(trail.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      "bank/pay needs_confirmation",
      "bank/pay ok",
    ]);
  });

  test("does not ask again about a call that a person refused", async () => {
    const open = storeFile();
    const { pay, paid } = bankTool();
    const workflow = defineWorkflow({
      name: "refused",
      state: TestState,
      start: "work",
      tools: [pay],
      nodes: {
        work: skillNode({ skill: "bank", input: () => "pay", save: (text) => ({ answer: text }) }),
        after: approvalNode({ ask: () => ({ title: "After?" }), save: () => ({}) }),
      },
      edges: { work: "after", after: "end" },
    });
    const first = played(workflow, { work: [{ calls: [payment("ana")] }, { text: "not paid" }] }, open());
    const asked = questionOf(await first.runner.start({}, { thread: "t" }));
    await first.runner.resume("t", { [asked.id]: { approved: false, by: "ana" } });
    const { runner } = played(workflow, {}, open());
    const next = questionOf(await runner.resume("t"));
    expect(next.title).toBe("After?");
    expect((await runner.resume("t", { [next.id]: yes })).status).toBe("completed");
    expect(paid).toEqual([]);
  });
});
