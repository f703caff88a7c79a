import { describe, expect, test } from "vitest";
import { Annotation, StateGraph } from "@langchain/langgraph";
import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { defineTool, type ToolPolicySpec } from "../../src/tools/define-tool.ts";
import type { AnyTool, Tool } from "../../src/tools/tool.ts";
import { compileWorkflow } from "../../src/workflow/compile-workflow.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import type { WorkflowParts } from "../../src/workflow/run-context.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toGraphNode } from "../../src/workflow/to-graph-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import { scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

/** What stands between a caller and the handler. */
interface Doors {
  readonly governance?: Governance;
  readonly policy?: ToolPolicySpec;
  /** What the skill allows. */
  readonly allowed?: string;
  readonly input?: object;
}

const closed: readonly (readonly [string, Doors, readonly string[]])[] = [
  ["a policy for users denies it", { governance: { policies: { users: { "*": { deny: ["*"] } } } } }, ["denied"]],
  ["a policy for agents does not name it", { governance: { policies: { agents: {} } } }, ["denied"]],
  [
    "a policy asks, and nobody answers",
    { governance: { policies: { agents: { "*": { ask: ["*"] } } } } },
    ["needs_confirmation"],
  ],
  ["it is confirmed each time, and nobody answers", { policy: { confirm: "each-call" } }, ["needs_confirmation"]],
  ["its arguments do not fit", { input: { id: 7 } }, ["invalid"]],
  ["its arguments have more than is known", { input: { id: "x", confirmed: true } }, ["invalid"]],
];

function makeTool(ran: string[], policy: ToolPolicySpec = {}): AnyTool {
  return defineTool({
    name: "data/act",
    description: "d",
    effect: "write",
    idempotency: "keyed",
    input: z.object({ id: z.string() }),
    policy,
    run: ({ id }) => {
      ran.push(id);
      return { id };
    },
  });
}

interface Scene {
  readonly tool: AnyTool;
  readonly input: object;
  readonly parts: WorkflowParts;
}

const viaSkill = (input: object) =>
  scriptedModel((_request, asked) =>
    asked === 1 ? { calls: [{ name: "data/act", arguments: input as never }] } : { text: "done" },
  );
const skill = skillNode({ skill: "act", input: () => "go", save: (answer) => ({ answer }) });
const direct = ({ tool, input }: Scene) =>
  toolNode({
    tool: tool as Tool<object>,
    input: () => input,
    save: (): Partial<TestStateValue> => ({ answer: "done" }),
  });
const workflowOf = ({ tool }: Scene, node: ReturnType<typeof direct>) =>
  defineWorkflow({
    name: "act",
    state: TestState,
    start: "act",
    tools: [tool],
    nodes: { act: node },
    edges: { act: "end" },
  });
const graphOf = (node: (state: object, config: never) => Promise<object>) =>
  new StateGraph(Annotation.Root({ answer: Annotation<string> }))
    .addNode("act", node as never)
    .addEdge("__start__", "act")
    .compile();

/** Every way from outside to a tool. */
const entries: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "a skill node in a run": (scene) =>
    createRunner({ ...scene.parts, workflow: workflowOf(scene, skill) }).start({}, { user: "mira" }),
  "a tool node in a run": (scene) =>
    createRunner({ ...scene.parts, workflow: workflowOf(scene, direct(scene)) }).start({}, { user: "mira" }),
  "a stream of a run": async (scene) => {
    const stream = createRunner({ ...scene.parts, workflow: workflowOf(scene, skill) }).stream({}, { user: "mira" });
    for await (const event of stream) if (event.type === "run-end") return event;
    return undefined;
  },
  "a compiled graph": async (scene) =>
    (await compileWorkflow(workflowOf(scene, skill), scene.parts)).invoke(
      {},
      {
        configurable: { thread_id: "g" },
      },
    ),
  "a node in a graph of one's own": async (scene) => {
    const node = toGraphNode(direct(scene), {
      ...scene.parts,
      tools: (await import("../../src/tools/tool-registry.ts")).createToolRegistry({ tools: [scene.tool] }),
    });
    return graphOf(node).invoke({}, { configurable: { thread_id: "g" } });
  },
};

async function enter(
  name: string,
  { governance, policy, input = { id: "x" } }: Doors,
): Promise<{ ran: string[]; store: RunStore }> {
  const ran: string[] = [];
  const store = createMemoryStore();
  const parts = { skills: skillsOf({ act: "Act." }), model: viaSkill(input), store, ...(governance && { governance }) };
  // A node that may not call its tool can fail; whether the handler ran is what counts.
  await entries[name]!({ tool: makeTool(ran, policy), input, parts }).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return { ran, store };
}

describe.each(Object.keys(entries))("%s", (name) => {
  test("reaches the handler through open doors once, and is on record", async () => {
    const { ran, store } = await enter(name, {});
    expect(ran).toEqual(["x"]);
    expect((await store.audit({ tool: "data/act" })).map(({ status }) => status)).toEqual(["ok"]);
  });

  test.each(closed)("does not reach the handler when %s, and is on record", async (_, doors, statuses) => {
    const { ran, store } = await enter(name, doors);
    expect(ran).toEqual([]);
    expect([...new Set((await store.audit({ tool: "data/act" })).map(({ status }) => status))]).toEqual(statuses);
  });
});

test("only the gateway's attempt, and what stands in for a tool under test, calls a handler", () => {
  const root = join(import.meta.dirname, "../../src");
  const callers = globSync("**/*.ts", { cwd: root }).filter((file) =>
    /\btool\w*!?\.(run|lookup!?)\(|\blookup!\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(callers.toSorted()).toEqual([
    "project/chaos/inject-faults.ts",
    "project/with-faults.ts",
    "tools/gateway/attempt.ts",
    "tools/gateway/replay.ts",
  ]);
});
