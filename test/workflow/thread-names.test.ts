import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { scriptedModel, skillsOf, TestState } from "./kit.ts";

function parts() {
  const store = createMemoryStore();
  const workflow = defineWorkflow({
    name: "short",
    state: TestState,
    start: "only",
    nodes: { only: () => ({ answer: "yes" }) },
    edges: { only: "end" },
  });
  const model = scriptedModel(() => ({ text: "" }));
  return { store, runner: createRunner({ workflow, skills: skillsOf({}), model, store }) };
}

const empty = (name: string) => `"${name}" cannot be the name of a thread: it is empty.`;
const odd = (name: string) => `"${name}" cannot be the name of a thread: it holds control characters or line ends.`;

test.each([
  ["", empty("")],
  ["  ", empty("  ")],
  ["a\nb\u001B[2J", odd("a\uFFFDb\uFFFD[2J")],
  ["a\u2028b", odd("a\uFFFDb")],
  ["a\u202Eb", odd("a\uFFFDb")],
  ["a\u009Bb", odd("a\uFFFDb")],
  ["a\uD800", odd("a\uFFFD")],
])("%j cannot be the name of a new thread", async (name, message) => {
  const { runner, store } = parts();
  await expect(runner.start({}, { thread: name })).rejects.toMatchObject({ code: "THREAD_NAME_INVALID", message });
  await runner.start({}, { thread: "t" });
  await expect(runner.fork("t", { into: name })).rejects.toMatchObject({ code: "THREAD_NAME_INVALID", message });
  expect((await store.threads()).map(({ id }) => id)).toEqual(["t"]);
});

test.each(["t-1", "Ana's trip", "客服/7", "a b", "עברית", "👩‍💻", "user@host:2"])("%j can", async (name) => {
  const { runner } = parts();
  expect((await runner.start({}, { thread: name })).status).toBe("completed");
  expect((await runner.fork(name, { into: `${name} 2` })).thread).toBe(`${name} 2`);
});

test("a thread cannot be forked into itself", async () => {
  const { runner } = parts();
  await expect(runner.fork("t", { into: "t" })).rejects.toMatchObject({ code: "THREAD_NOT_FOUND" });
  await runner.start({}, { thread: "t" });
  await expect(runner.fork("t", { into: "t" })).rejects.toMatchObject({ code: "FORK_THREAD_TAKEN" });
});
