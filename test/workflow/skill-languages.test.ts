import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { results, scriptedModel, TestState, type TestStateValue } from "./kit.ts";

/** A library with a skill in two languages that requires another one. */
function library() {
  const root = mkdtempSync(join(tmpdir(), "sopwith-languages-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("greet/SKILL.md", "---\nname: greet\ndescription: Greets.\nmetadata:\n  requires: manners\n---\nSay hello.\n");
  write("greet/SKILL.zh.md", "---\nname: greet\ndescription: 问候。\n---\n请说你好。\n");
  write("manners/SKILL.md", "---\nname: manners\ndescription: Manners.\n---\nBow first.\n");
  return createSkillLibrary({ roots: [root] });
}

const node = skillNode({
  skill: "greet",
  input: (state: TestStateValue) => state.request,
  save: (text) => ({ answer: text }),
});
const workflow = defineWorkflow({
  name: "one",
  state: TestState,
  start: "greet",
  nodes: { greet: node },
  edges: { greet: "end" },
});

test.each([
  ["en", "Say hello."],
  ["zh", "请说你好。"],
] as const)("a run in %s reads the skill in its language", async (locale, words) => {
  const systems: string[] = [];
  const model = scriptedModel((request) => {
    const [first] = request.messages;
    systems.push(first?.role === "system" ? first.text : "");
    return { text: "done" };
  });
  const runner = createRunner({ workflow, skills: library(), model, store: createMemoryStore(), locale });
  const result = await runner.start({ request: "go" });
  expect(result.status).toBe("completed");
  expect(systems[0]).toContain(`>\n${words}\n</skill>`);
});

test("a required skill is read when the model asks for it", async () => {
  const model = scriptedModel((request, asked) =>
    asked === 1
      ? { calls: [{ name: "skill/read", arguments: { path: "skill:manners" } }] }
      : { text: results(request).join(" ") },
  );
  const runner = createRunner({ workflow, skills: library(), model, store: createMemoryStore() });
  expect((await runner.start({ request: "go" })).state).toMatchObject({
    answer: expect.stringContaining("Bow first.") as string,
  });
});
