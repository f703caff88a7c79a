import { expect, test } from "vitest";
import { z } from "zod";
import { callLines, attemptLines } from "../../src/cli/view-call.ts";
import { createPaint } from "../../src/cli/paint.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createThrownReader } from "../../src/tools/sum-up-thrown.ts";
import { logRun } from "../../src/trace/log-run.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const folder = import.meta.dirname;
const thrown = {
  name: "RangeError",
  message: "No line.",
  code: "E_LINE",
  at: expect.stringMatching(/^debug\.test\.ts:\d+:\d+$/),
  causes: [{ name: "Error", message: "the key is [secret]" }],
};

/** A run whose one call fails twice; the second attempt is the last. */
async function failingRun(governance: Governance) {
  const ring = defineTool({
    name: "desk/ring",
    description: "d",
    effect: "read",
    input: z.object({}),
    policy: { retry: { maxAttempts: 2, backoffMs: 0 } },
    run: () => {
      throw Object.assign(new RangeError("No line.\nMore.", { cause: new Error("the key is canary-0000") }), {
        code: "E_LINE",
      });
    },
  });
  const model = modelByNode({ desk: [{ calls: [{ name: "desk/ring", arguments: {} }] }, { text: "It failed." }] });
  const workflow = defineWorkflow({
    name: "help",
    state: TestState,
    start: "desk",
    tools: [ring],
    nodes: { desk: skillNode({ skill: "help", input: (state: TestStateValue) => state.request, save: () => ({}) }) },
    edges: { desk: "end" },
  });
  const events: RunEvent[] = [];
  const logged: object[] = [];
  const keep = (facts: object): void => void logged.push(facts);
  const store = createMemoryStore();
  const log = logRun({ info: keep, warn: keep, error: keep });
  const runner = createRunner({ workflow, skills: skillsOf({ help: "Help." }), model, store, governance });
  await runner.start(
    {},
    {
      thread: "t",
      onEvent: (event) => {
        events.push(event);
        log(event);
      },
    },
  );
  const told = [model.requests, await store.audit()];
  return { events, logged, told: JSON.stringify(told), calls: await store.runCalls("t/1") };
}

const secrets = ["canary-0000"];

test("while debugging, a failure is summed up in events, log and journal, and nowhere else", async () => {
  const { events, logged, told, calls } = await failingRun({ secrets, debug: createThrownReader({ folder }) });
  const of = (type: RunEvent["type"]) => events.filter((event) => event.type === type);
  expect([...of("tool-attempt"), ...of("tool-result")].map((event) => "thrown" in event && event.thrown)).toEqual([
    thrown,
    thrown,
    thrown,
  ]);
  expect(logged.filter((facts) => "tool" in facts)).toMatchObject([{ thrown }, { thrown }, { thrown }]);
  expect(calls).toMatchObject([{ outcome: { status: "failed", reason: "No line.\nMore.", thrown } }]);
  expect(told).toContain("No line.");
  expect(told).not.toMatch(/RangeError|debug\.test|the key|thrown|canary/);
  expect(JSON.stringify([events, logged, calls])).not.toMatch(/canary|\\n +at /);
});

test("without debugging there is none", async () => {
  const { events, logged, calls } = await failingRun({ secrets });
  expect(JSON.stringify([events, logged, calls])).not.toMatch(/"thrown"|RangeError/);
});

test("the view of a run shows it below the call, and attempts that are repeated", async () => {
  const { events } = await failingRun({ secrets, debug: createThrownReader({ folder }) });
  const style = { paint: createPaint(false), live: false, playsDecisions: false };
  const lines = events.flatMap((event) => {
    if (event.type === "tool-attempt") return attemptLines(event, style);
    return event.type === "tool-result" ? callLines(event, undefined, style) : [];
  });
  const place = lines.findIndex((line) => line.includes("debug.test.ts:"));
  const told = [lines[place], "    caused by Error: the key is [secret]"];
  expect(lines[place]).toMatch(/^ {4}RangeError E_LINE: No line\., at debug\.test\.ts:\d+:\d+$/);
  expect(lines).toEqual([
    "  ! desk/ring attempt 1 failed",
    ...told,
    expect.stringMatching(/^ {2}✗ desk\/ring .*failed, 2 attempts$/),
    "    No line. More.",
    ...told,
  ]);
});
