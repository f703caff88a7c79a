import { expect, test } from "vitest";
import type { ModelMessage } from "../../src/model/model.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRequestChain } from "../../src/workflow/request-chain.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { modelByNode, skillsOf, TestState } from "./kit.ts";

const say = (text: string): ModelMessage => ({ role: "user", text });

test("a chain depends on all that was told, and on nothing that made room later", () => {
  const chain = createRequestChain();
  const messages = [say("a")];
  const first = chain.next(messages);
  messages[0] = say("made room");
  messages.push(say("b"));
  const second = chain.next(messages);
  const again = createRequestChain();
  expect([again.next([say("a")]), again.next([say("x"), say("b")])]).toEqual([first, second]);
  expect(createRequestChain().next([say("a"), say("b")])).not.toBe(second);
  expect(new Set([first, second, createRequestChain().next([say("b")])]).size).toBe(3);
});

test("a departure from the record is told once", () => {
  const chain = createRequestChain();
  const hash = chain.next([say("a")]);
  expect([chain.departsFrom(undefined), chain.departsFrom(hash)]).toEqual([false, false]);
  expect([chain.departsFrom("other"), chain.departsFrom("other")]).toEqual([true, false]);
});

test("each turn keeps the hash of its question; a resume under another skill text says where it departs", async () => {
  const store = createMemoryStore();
  const skills = skillsOf({ work: "Work." });
  const model = modelByNode({
    work: [{ calls: [{ name: "user/ask", arguments: { question: "Go on?" } }] }, { text: "done" }],
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    nodes: { work: skillNode({ skill: "work", input: () => "go", save: (text) => ({ answer: text }) }) },
    edges: { work: "end" },
  });
  const runner = createRunner({ workflow, skills, model, store });
  const waiting = await runner.start({}, { thread: "t" });
  if (waiting.status !== "waiting") throw new Error(waiting.status);
  const notices = async (options: { readonly skills?: "latest" }, answer?: string): Promise<readonly string[]> => {
    const seen: RunEvent[] = [];
    const decisions = answer === undefined ? {} : { [waiting.approvals[0].id]: { approved: true, answer } };
    await runner.resume("t", decisions, { ...options, onEvent: (event) => seen.push(event) });
    return seen.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  };
  expect(await notices({})).toEqual([]);
  skills.set("work", "Work harder.");
  expect(await notices({ skills: "latest" }, "yes")).toEqual([
    expect.stringMatching(/^The skill "work" moves on/) as string,
    "Before turn 1 the model had been told something else than it would be now; its answers are kept.",
  ]);
  const turns = await store.runTurns("t/1");
  expect(turns.map(({ turn, request }) => [turn, request])).toEqual([
    [0, expect.stringMatching(/^[0-9a-f]{16}$/)],
    [1, expect.stringMatching(/^[0-9a-f]{16}$/)],
  ]);
});
