import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { AnyState, WorkflowNode } from "../../src/workflow/node.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { type Answer, appendLog, modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";
import { block, call, sopStage, sopTools, statuses, waitsFor } from "./sop-kit.ts";

const look = "1. You MUST look with `a/one`.\n2. You MUST look with `a/two`.\n";

const lookNode = (name: string): WorkflowNode<TestStateValue> =>
  skillNode({
    skill: "look",
    input: (state: TestStateValue) => state.request,
    save: (text) => ({ log: [`${name} ${text}`] }),
  });

const tools = sopTools();

async function play(nodes: Readonly<Record<string, WorkflowNode<TestStateValue>>>, script: Record<string, Answer[]>) {
  const names = Object.keys(nodes);
  const workflow = defineWorkflow({
    name: "many",
    state: TestState,
    start: "split",
    tools,
    nodes: { split: () => ({}), ...nodes, join: () => ({}) },
    edges: { split: names, ...Object.fromEntries(names.map((name) => [name, "join"])), join: "end" } as never,
    reduce: { log: appendLog },
  });
  const store = createMemoryStore();
  const runner = createRunner({ workflow, skills: skillsOf({ look }), model: modelByNode(script), store });
  const result = await runner.start({}, { thread: "t" });
  const kept = async () => (await store.runs("t"))[0]!.conformance ?? [];
  return { result, runner, kept };
}

test("nodes that run side by side keep ledgers of their own", async () => {
  const { result, kept } = await play(
    { left: lookNode("left"), right: lookNode("right") },
    {
      left: [{ calls: [call("a/one"), call("a/two")] }, { text: "saw" }],
      right: [{ calls: [call("a/two")] }, { text: "early" }, { text: "early" }, { text: "saw not" }],
    },
  );
  expect(result).toMatchObject({ status: "degraded" });
  const rows = (await kept()).toSorted((a, b) => a.path.localeCompare(b.path));
  expect(rows.map((row) => [row.path, row.conforms, statuses(row), row.refused.length])).toEqual([
    ["left", true, { 1: "done", 2: "done" }, 0],
    ["right", false, { 1: "missing", 2: "missing" }, 1],
  ]);
});

test("a node of a sub-workflow is reported under its path", async () => {
  const inner = defineWorkflow({
    name: "inner",
    state: TestState,
    start: "work",
    tools,
    nodes: { work: lookNode("inner") as WorkflowNode<AnyState> as never },
    edges: { work: "end" },
    reduce: { log: appendLog },
  });
  const outer = workflowNode({ workflow: inner, input: () => ({}), save: () => ({ log: ["outer"] }) });
  const { result, kept } = await play(
    { outer },
    { "outer/work": [{ calls: [call("a/one"), call("a/two")] }, { text: "saw" }] },
  );
  expect(result).toMatchObject({ status: "completed" });
  expect(await kept()).toMatchObject([{ path: "outer/work", visit: 1, conforms: true }]);
});

test("the review before an approval is held to its SOP, and reported once", async () => {
  const approve = approvalNode({
    review: { skill: "look", input: (state: TestStateValue) => state.request },
    ask: (_state: TestStateValue, review) => ({ title: "Go on?", details: review ?? "" }),
    save: ({ approved }) => ({ flag: approved }),
  });
  const { result, runner, kept } = await play(
    { approve },
    { approve: [{ text: "early" }, { calls: [call("a/one"), call("a/two")] }, { text: "reviewed" }] },
  );
  expect(result).toMatchObject({ status: "waiting", approvals: [{ details: "reviewed" }] });
  expect(await kept()).toMatchObject([{ path: "approve", conforms: true }]);
  const [id = ""] = waitsFor(result);
  await runner.resume("t", { [id]: { approved: true, by: "Ana" } });
  expect(await kept()).toMatchObject([{ path: "approve", conforms: true }]);
});

const broken = `You MUST look with \`a/one\`.\n${block("steps:\n  - { id: look, tool: a/one, after: [nowhere] }\n")}`;

test("a node that enforces a skill with a broken block does not begin", async () => {
  const stage = sopStage({ body: broken, sop: "enforce", script: [] });
  expect(await stage.start()).toMatchObject({ answer: "rescued" });
  expect(stage.model.requests).toEqual([]);
  expect(notes(stage.events)).toContain(
    'work failed: The sop block of skill "work" has mistakes, and the node enforces it: /skills/work/SKILL.md:10:38 There is no step "nowhere".',
  );
});

test("a node that only guides takes the prose, and says that the block is broken", async () => {
  const stage = sopStage({
    body: `1. You MUST look with \`a/one\`.\n\n${block("steps:\n  - { id: look, tool: a/one, after: [nowhere] }\n")}`,
    script: [{ text: "early" }, { calls: [call("a/one")] }, { text: "done" }],
  });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(notes(stage.events)[0]).toBe(
    'warning: The sop block of skill "work" has mistakes, so the steps are read from its text alone: /skills/work/SKILL.md:11:38 There is no step "nowhere".',
  );
  expect(statuses((await stage.kept())[0])).toEqual({ 1: "done" });
});

const foreign = `1. You MUST look with \`a/one\`.\n\n${block("steps:\n  - { id: look, tool: a/wun }\nnever: [a/broken]\n")}`;

test("a block that names a tool nobody brings is broken for a node that enforces it, with its place", async () => {
  const stage = sopStage({ body: foreign, sop: "enforce", script: [] });
  expect(await stage.start()).toMatchObject({ answer: "rescued" });
  expect(stage.model.requests).toEqual([]);
  expect(notes(stage.events)).toContain(
    'work failed: The sop block of skill "work" has mistakes, and the node enforces it: /skills/work/SKILL.md:11:5 There is no tool "a/wun".',
  );
});

test("a block that names a tool nobody brings leaves the prose to a node that guides", async () => {
  const stage = sopStage({
    body: foreign,
    script: [{ text: "early" }, { calls: [call("a/one"), call("a/broken")] }, { text: "done" }],
  });
  expect(await stage.start()).toMatchObject({ answer: "done" });
  expect(notes(stage.events)[0]).toBe(
    'warning: The sop block of skill "work" has mistakes, so the steps are read from its text alone: /skills/work/SKILL.md:11:5 There is no tool "a/wun".',
  );
  expect(statuses((await stage.kept())[0])).toEqual({ 1: "done" });
});

test("a skill with a broken block runs as it is where nobody looks at its steps", async () => {
  const stage = sopStage({ body: foreign, sop: "off", script: [{ text: "done" }] });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(notes(stage.events)).toEqual([]);
});

function notes(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === "notice") return [`${event.level}: ${event.message}`];
    return event.type === "node-end" && event.note !== undefined
      ? [`${event.node} ${event.status}: ${event.note}`]
      : [];
  });
}
