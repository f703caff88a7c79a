import { describe, expect, test } from "vitest";
import { isSopwithError } from "../../src/base/errors.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { toMermaid } from "../../src/workflow/to-mermaid.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { TestState, type TestStateValue } from "./kit.ts";

const step = () => ({});

/** The mistakes that a definition is refused for. */
function faultsOf(spec: object): readonly string[] {
  try {
    defineWorkflow({
      name: "w",
      state: TestState,
      start: "a",
      nodes: { a: step },
      edges: { a: "end" },
      ...spec,
    });
    return [];
  } catch (error) {
    if (!isSopwithError(error, "WORKFLOW_INVALID")) throw error;
    return error.diagnostics.map((fault) => fault.message);
  }
}

describe("a definition is refused", () => {
  const cases: readonly (readonly [string, object, string])[] = [
    ["without nodes", { nodes: {}, edges: {} }, "The workflow has no nodes."],
    [
      "with a name that a command line cannot take",
      { name: "my workflow" },
      'The workflow\'s name "my workflow" has characters',
    ],
    [
      "with a node named end",
      { nodes: { a: step, end: step }, edges: { a: "end", end: "end" } },
      'A node is named "end"',
    ],
    [
      "with a colon in a node's name",
      { nodes: { a: step, "b:c": step }, edges: { a: "b:c", "b:c": "end" } },
      'The node name "b:c" holds',
    ],
    [
      "with a node named like a key of the state",
      { nodes: { a: step, log: step }, edges: { a: "log", log: "end" } },
      'The node "log" is named like a key',
    ],
    ["with an unknown start", { start: "b" }, 'The workflow starts at "b", which is not a node.'],
    ["with an unknown target", { edges: { a: "ned" } }, 'The edge of "a" leads to "ned", which is not a node.'],
    ["with a node without an edge", { nodes: { a: step, b: step }, edges: { a: "b" } }, 'The node "b" has no edge'],
    ["with an empty list of targets", { edges: { a: [] } }, 'The edge of "a" is an empty list.'],
    [
      "with a node that nothing leads to",
      { nodes: { a: step, b: step }, edges: { a: "end", b: "end" } },
      'Nothing leads to the node "b".',
    ],
    ["with an edge of no node", { edges: { a: "end", c: "end" } }, 'There is an edge for "c"'],
    ["with an unknown fallback", { fallbacks: { a: "b" } }, 'The fallback of "a" is "b"'],
    [
      "with an unknown granter",
      { nodes: { a: skillNode({ skill: "s", input: () => "", grantedBy: "b", save: () => ({}) }) } },
      'The node "a" is granted by "b"',
    ],
    ["with a reducer of no key", { reduce: { nothing: () => 1 } }, '`reduce` names "nothing"'],
    ["whose fallback is the node itself", { fallbacks: { a: "a" } }, 'The fallback of "a" is the node itself'],
    ["without a step to take", { maxSteps: 0 }, "`maxSteps` is 0."],
    ["keeping no key", { keep: ["nothing"] }, '`keep` names "nothing"'],
  ];
  test.each(cases)("%s", (_title, spec, message) => {
    expect(faultsOf(spec)).toContainEqual(expect.stringContaining(message));
  });

  test("with all its mistakes at once, each with what to do", () => {
    expect(faultsOf({ start: "b", edges: { a: "c" } })).toHaveLength(2);
  });
});

test("a node that only a function's written-out targets reach is reached", () => {
  const table: Record<string, "b"> = { x: "b" };
  expect(
    faultsOf({ nodes: { a: step, b: step }, edges: { a: { to: ["b", "end"], choose: () => table["x"]! }, b: "end" } }),
  ).toEqual([]);
});

test("a definition is plain data and takes text by its request key", () => {
  const workflow = defineWorkflow({ name: "w", state: TestState, start: "a", nodes: { a: step }, edges: { a: "end" } });
  expect(workflow.fromText?.("hello")).toEqual({ request: "hello" });
  expect(workflow.answer({ answer: "yes" })).toBe("yes");
  expect(workflow).toMatchObject({ maxSteps: 100, keep: [], conversationTurns: 0, limits: { maxTurns: 200 } });
});

test("a workflow draws itself as Mermaid text, with fallbacks dotted", () => {
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "assess",
    nodes: {
      assess: skillNode({ skill: "event-safety", input: (state: TestStateValue) => state.request, save: () => ({}) }),
      approve: approvalNode({ ask: (_state: TestStateValue) => ({ title: "?" }), save: () => ({}) }),
      repair: step,
    },
    edges: { assess: (state) => (state.flag ? "approve" : "end"), approve: ["repair"], repair: "end" },
    fallbacks: { assess: "repair" },
  });
  expect(toMermaid(workflow)).toBe(`flowchart TD
  start([start])
  start --> assess_
  assess_("assess<br><small>event-safety</small>")
  approve_{{"approve"}}
  repair_>"repair"]
  assess_ --> approve_
  assess_ --> end_
  assess_ -. failed .-> repair_
  approve_ --> repair_
  repair_ --> end_
  end_([end])
`);
});

test("a tool node names its tool", () => {
  expect(toolNode({ tool: { name: "a/b" } as never, input: () => ({}), save: () => ({}) })).toMatchObject({
    kind: "tool",
    tools: ["a/b"],
  });
});
