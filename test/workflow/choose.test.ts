import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { routerNode } from "../../src/workflow/router-node.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import type { SkillSource } from "../../src/workflow/run-context.ts";
import { scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

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
  const names = [...model.requests[0]!.messages[0]!.text.matchAll(/^- (skill-\d+):/gm)].map((match) => match[1]);
  const notices = events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  return { answer: result.state.answer, listed: names.length, first: names.slice(0, 3), notices };
}

test("a few skills are all shown", async () => {
  expect(await route(10)).toMatchObject({ answer: "skill-7", listed: 10, notices: [] });
});

test("of many skills those that fit the input are shown, and what is left out is said", async () => {
  const { answer, listed, notices } = await route(1000);
  expect(answer).toBe("skill-7");
  expect(listed).toBeLessThan(100);
  expect(notices).toEqual([
    `${listed} of 1000 skills are shown to the model, those that fit the input best; ${1000 - listed} are left out.`,
  ]);
});

test("a library's own search ranks them", async () => {
  const asked: string[] = [];
  const { first } = await route(1000, async (query) => {
    asked.push(query);
    return ["skill-993", "skill-7"].map((name) => ({ name, score: 1 }));
  });
  expect([asked, first]).toEqual([["please do skill-7"], ["skill-993", "skill-7", "skill-0"]]);
});
