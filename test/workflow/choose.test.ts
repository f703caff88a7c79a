import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { routerNode } from "../../src/workflow/router-node.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import type { SkillSource } from "../../src/workflow/run-context.ts";
import { type Answer, results, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

async function route(count: number, search?: SkillSource["search"]) {
  const choices = Array.from({ length: count }, (_, index) => `skill-${index}`);
  const model = scriptedModel(() => ({ calls: [{ name: "node/finish", arguments: { choice: "skill-7" } }] }));
  const workflow = defineWorkflow({
    name: "route",
    state: TestState,
    start: "route",
    nodes: {
      route: routerNode({
        choices,
        input: (state: TestStateValue) => state.request,
        save: (choice) => ({ answer: choice }),
      }),
    },
    edges: { route: "end" },
  });
  const bodies = Object.fromEntries(choices.map((name) => [name, ""]));
  const skills = { ...skillsOf(bodies), ...(search && { search }) };
  const events: RunEvent[] = [];
  const runner = createRunner({ workflow, skills, model, store: createMemoryStore() });
  const result = await runner.start({ request: "please do skill-7" }, { onEvent: (event) => events.push(event) });
  const names = [...model.requests[0]!.messages[0]!.text.matchAll(/^- (skill-\d+)(?=:|$)/gm)].map((match) => match[1]);
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  return { answer: result.state.answer, listed: names.length, first: names.slice(0, 3), notices };
}

test("a few skills are all shown", async () => {
  expect(await route(10)).toMatchObject({ answer: "skill-7", listed: 10, notices: [] });
});

test("of many skills those that fit the input are shown, and what is left out is said", async () => {
  const { answer, listed, notices } = await route(1000);
  expect(answer).toBe("skill-7");
  expect(listed).toBeLessThan(300);
  expect(notices).toEqual([
    `${listed} of 1000 skills are shown to the model, those that fit the input best; ${1000 - listed} are left out.`,
  ]);
});

test("skills that are all shown, but some by name alone, can be searched too", async () => {
  const { answer, listed, notices } = await route(150, async () => []);
  expect({ answer, listed, notices }).toEqual({
    answer: "skill-7",
    listed: 150,
    notices: ["All 150 skills are shown to the model, 142 of them by name alone."],
  });
});

test("a library's own search ranks them", async () => {
  const asked: string[] = [];
  const { first } = await route(1000, async (query) => {
    asked.push(query);
    return ["skill-993", "skill-7"].map((name) => ({ name, score: 1 }));
  });
  expect([asked, first]).toEqual([["please do skill-7"], ["skill-993", "skill-7", "skill-0"]]);
});

test("what a search says that could not compare meanings is told as the run goes on", async () => {
  const { notices } = await route(1000, async (_query, _limit, { signal, onNotice } = {}) => {
    expect(signal?.aborted).toBe(false);
    onNotice?.("Skills were compared by words alone: the server is down.");
    return [];
  });
  expect(notices[0]).toBe("Skills were compared by words alone: the server is down.");
});

/** Five hundred choices, of which the list shows what `ranked` names first; `save` is given the choice. */
function chooseAmong(
  ranked: () => readonly string[],
  answers: readonly Answer[],
  save: (choice: string) => string,
  hidden: readonly string[] = [],
) {
  const choices = Array.from({ length: 500 }, (_, index) => `skill-${index}`);
  const model = scriptedModel((_request, asked) => answers[asked - 1]!);
  const node = routerNode({
    choices,
    input: (state: TestStateValue) => state.request,
    save: (choice) => ({ answer: save(choice) }),
  });
  const workflow = defineWorkflow({
    name: "route",
    state: TestState,
    start: "route",
    nodes: { route: node },
    edges: { route: "end" },
  });
  const search = async (query: string): ReturnType<NonNullable<SkillSource["search"]>> =>
    (query === "other words" ? ["unknown", "skill-400"] : ranked()).map((name) => ({ name, score: 1 }));
  const all = skillsOf(Object.fromEntries(choices.map((name) => [name, ""])));
  const list = (): ReturnType<SkillSource["list"]> =>
    all.list().map((skill) => (hidden.includes(skill.name) ? { ...skill, notForModels: true } : skill));
  const skills = { ...all, list, search };
  return { model, runner: createRunner({ workflow, skills, model, store: createMemoryStore() }) };
}

const finish = (choice: string): Answer => ({ calls: [{ name: "node/finish", arguments: { choice } }] });
const unranked = (): readonly string[] => [];

test("a skill that is not listed is searched and chosen", async () => {
  const asked = { calls: [{ name: "skill/search", arguments: { query: "other words" } }] };
  const { model, runner } = chooseAmong(unranked, [asked, finish("skill-400")], (choice) => choice);
  const { state } = await runner.start({ request: "do it" });
  expect(state.answer).toBe("skill-400");
  expect(model.requests[0]!.messages[0]!.text).not.toContain("skill-400");
  expect(model.requests[0]!.messages[0]!.text).toContain("call skill/search first");
  expect(results(model.requests[1]!)).toEqual([
    expect.stringContaining('{"skills":[{"name":"skill-400","description":"Does skill-400."}]}'),
  ]);
});

test("a name that is none of the choices is asked for again", async () => {
  const { model, runner } = chooseAmong(unranked, [finish("skill-9000"), finish("skill-3")], (choice) => choice);
  expect((await runner.start({ request: "do it" })).state.answer).toBe("skill-3");
  expect(results(model.requests[1]!)).toEqual([expect.stringContaining("It is none of the names.")]);
});

test("an answer on record counts when another list would be shown now", async () => {
  let first = ["skill-400"];
  const lost = [new Error("the line broke")];
  const save = (choice: string): string => {
    const error = lost.pop();
    if (error) throw error;
    return choice;
  };
  const { model, runner } = chooseAmong(() => first, [finish("skill-400")], save);
  const { status } = await runner.start({ request: "do it" }, { thread: "t" });
  expect(status).toBe("failed");
  first = ["skill-1"];
  expect((await runner.resume("t")).state.answer).toBe("skill-400");
  expect(model.requests).toHaveLength(1);
});

test("a skill that is not for models is neither shown nor taken", async () => {
  const { model, runner } = chooseAmong(unranked, [finish("skill-0"), finish("skill-3")], (choice) => choice, [
    "skill-0",
  ]);
  expect((await runner.start({ request: "do it" })).state.answer).toBe("skill-3");
  expect(model.requests[0]!.messages[0]!.text).not.toMatch(/^- skill-0:/m);
  expect(results(model.requests[1]!)).toEqual([expect.stringContaining("It is none of the names.")]);
});
