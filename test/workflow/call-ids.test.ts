import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { scriptedModel, skillsOf, TestState } from "./kit.ts";

test("one id joins what the tool, the events, the journal, the audit and the log know of a call, and why another stood in", async () => {
  const keys: string[] = [];
  const logged: object[] = [];
  const common = { description: "d", effect: "read", input: z.object({}) } as const;
  const first = defineTool({
    ...common,
    name: "a/first",
    policy: { fallback: ["a/second"] },
    run: (_input, { callId }) => {
      keys.push(callId);
      throw toolError({ code: "DOWN", message: "It is down.", effect: "none" });
    },
  });
  const second = defineTool({ ...common, name: "a/second", run: (_input, { callId }) => void keys.push(callId) });
  const log = (facts: object): void => void logged.push(facts);
  const events: RunEvent[] = [];
  const store = createMemoryStore();
  const runner = createRunner({
    workflow: defineWorkflow({
      name: "one",
      state: TestState,
      start: "desk",
      tools: [first, second],
      nodes: { desk: skillNode({ skill: "work", input: () => "go", save: (answer) => ({ answer }) }) },
      edges: { desk: "end" },
    }),
    skills: skillsOf({ work: "Work." }),
    model: scriptedModel((_request, asked) =>
      asked === 1 ? { calls: [{ name: "a/first", arguments: {} }] } : { text: "done" },
    ),
    store,
    governance: { logger: { info: log, warn: log, error: log } },
  });
  await runner.start({}, { thread: "t", onEvent: (event) => events.push(event) });
  const [failed, stoodIn] = keys;
  expect(stoodIn).toBe(`${failed}~1`);
  const ids = (list: readonly object[]): unknown[] => [
    ...new Set(list.flatMap((entry) => ("callId" in entry ? [entry.callId] : []))),
  ];
  expect(ids(events)).toEqual(keys);
  expect(ids(logged)).toEqual(keys);
  expect((await store.runCalls("t/1")).map(({ id, fallbackOf }) => [id, fallbackOf])).toEqual([
    [failed, undefined],
    [stoodIn, failed],
  ]);
  expect(
    (await store.audit({ thread: "t" })).map(({ callId, status, fallbackOf }) => [callId, status, fallbackOf]),
  ).toEqual([
    [failed, "failed", undefined],
    [stoodIn, "ok", failed],
  ]);
});
