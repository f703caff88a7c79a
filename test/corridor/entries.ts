import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Annotation, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { serveMcp } from "../../src/mcp/server/serve-mcp.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { defineTool, type ToolPolicySpec } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { runInThread } from "../../src/tools/isolation/run-isolated.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool, Tool } from "../../src/tools/tool.ts";
import { compileWorkflow } from "../../src/workflow/compile-workflow.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import type { WorkflowParts } from "../../src/workflow/run-context.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { createSigner } from "../../src/workflow/signer.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toGraphNode } from "../../src/workflow/to-graph-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { workflowNode } from "../../src/workflow/workflow-node.ts";
import { scriptedModel, skillsOf, TestState, type TestStateValue } from "../workflow/kit.ts";

/** What stands between a caller and the handler of `data/act`. */
export interface Doors {
  readonly governance?: Governance;
  readonly policy?: ToolPolicySpec;
  /** What else its definition says. */
  readonly more?: object;
  readonly input?: object;
}

/** What became of it: the handler's calls, and the statuses on record. */
export interface Passed {
  readonly ran: readonly string[];
  readonly statuses: readonly string[];
}

interface Scene {
  readonly tool: AnyTool;
  readonly input: object;
  readonly parts: WorkflowParts;
}

const Id = z.object({ id: z.string() });
const isolated = runInThread<{ id: string }, { id: string }>({ module: new URL("./echo-work.ts", import.meta.url) });

function makeTool(ran: string[], { policy = {}, more = {} }: Doors): AnyTool {
  const act = ({ id }: { readonly id: string }): object => {
    ran.push(id);
    return { id };
  };
  const spec = { name: "data/act", description: "d", effect: "write", idempotency: "keyed", input: Id } as const;
  return defineTool({ ...spec, policy, run: act, ...more });
}

const calling = (name: string, input: object) =>
  scriptedModel((_request, asked) =>
    asked === 1 ? { calls: [{ name, arguments: input as never }] } : { text: "done" },
  );
const skill = skillNode({ skill: "act", input: () => "go", save: (answer) => ({ answer }) });
const direct = ({ tool, input }: Scene) =>
  toolNode({
    tool: tool as Tool<object>,
    input: () => input,
    save: (): Partial<TestStateValue> => ({ answer: "done" }),
  });
function workflowOf(tools: readonly AnyTool[], node: ReturnType<typeof direct>): Workflow<typeof TestState> {
  return defineWorkflow({
    name: "act",
    state: TestState,
    start: "act",
    tools,
    nodes: { act: node },
    edges: { act: "end" },
  });
}
const start = (scene: Scene, workflow: Workflow<typeof TestState>): Promise<unknown> =>
  createRunner({ ...scene.parts, workflow }).start({}, { user: "mira" });

/** Every way from outside to a tool. Each makes one call, for the user mira where there are users. */
const entries: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "a skill node in a run": (scene) => start(scene, workflowOf([scene.tool], skill)),
  "a tool node in a run": (scene) => start(scene, workflowOf([scene.tool], direct(scene))),
  "a stream of a run": async (scene) => {
    const runner = createRunner({ ...scene.parts, workflow: workflowOf([scene.tool], skill) });
    for await (const event of runner.stream({}, { user: "mira" })) if (event.type === "run-end") return event;
    return undefined;
  },
  "a workflow inside another": (scene) => {
    const inner = workflowOf([scene.tool], direct(scene));
    const node = workflowNode({ workflow: inner, input: () => ({}), save: () => ({ answer: "done" }) });
    return start(scene, workflowOf([], node));
  },
  "a fallback of another tool": (scene) => {
    const first = defineTool({
      name: "data/first",
      description: "d",
      effect: "read",
      input: z.object({}),
      policy: { fallback: [{ tool: "data/act", map: () => scene.input as never }] },
      run: () => {
        throw toolError({ code: "DOWN", message: "down", effect: "none" });
      },
    });
    const model = calling("data/first", {});
    return start({ ...scene, parts: { ...scene.parts, model } }, workflowOf([scene.tool, first], skill));
  },
  "work in a thread of its own": (scene) => {
    const tool = {
      ...scene.tool,
      run: async (given: never, context: never): Promise<unknown> =>
        scene.tool.run(await isolated(given, context), context),
    };
    return start({ ...scene, tool }, workflowOf([tool], skill));
  },
  "a compiled graph": async (scene) =>
    (await compileWorkflow(workflowOf([scene.tool], skill), scene.parts)).invoke({}, asGraph),
  "a node in a graph of one's own": (scene) => {
    const node = toGraphNode(direct(scene), { ...scene.parts, tools: createToolRegistry({ tools: [scene.tool] }) });
    return new StateGraph(Annotation.Root({ answer: Annotation<string> }))
      .addNode("act", node as never)
      .addEdge("__start__", "act")
      .compile()
      .invoke({}, asGraph);
  },
  "a client of the MCP server": async ({ tool, input, parts: { store, governance } }) => {
    const registry = createToolRegistry({ tools: [tool] });
    const signed = { signer: createSigner("a key of the tests, long enough"), ...governance };
    const options = { tools: ["*"], overHttp: true, http: { port: 0 }, identify: () => "mira" };
    const served = await serveMcp({ registry, workflows: [], store, governance: signed }, options);
    const client = new Client({ name: "test", version: "1" });
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL(served.url!), { requestInit: { headers: token } }),
      );
      return await client.callTool({ name: "data__act", arguments: input as never });
    } finally {
      await client.close();
      await served.close();
    }
  },
  "a gateway of one's own": async ({ tool, input, parts: { governance } }) => {
    const registry = createToolRegistry({ tools: [tool] });
    const gateway = createGateway({ registry, ...(governance?.policies && { policies: governance.policies }) });
    const caller = { run: "t/1", thread: "t", node: "act", user: "mira" };
    return gateway.call({ callId: "c", tool: "data/act", input }, { caller, locale: "en" });
  },
};
const token = { authorization: "Bearer of-mira-and-long-enough" };
const asGraph = { configurable: { thread_id: "g" } };

/** The ways, by name. */
export const entryNames: readonly string[] = Object.keys(entries);
/** The ways on which there is no user. */
export const withoutUser: readonly string[] = ["a compiled graph", "a node in a graph of one's own"];
/** The ways on which nobody keeps a record. */
export const withoutRecord: readonly string[] = ["a gateway of one's own"];

/** Goes one way through these doors. */
export async function enter(name: string, doors: Doors): Promise<Passed> {
  const ran: string[] = [];
  const store: RunStore = createMemoryStore();
  const { governance, input = { id: "x" } } = doors;
  const skills = skillsOf({ act: "Act." });
  const parts = { skills, model: calling("data/act", input), store, ...(governance && { governance }) };
  // A node that may not call its tool can fail; whether the handler ran is what counts.
  await entries[name]!({ tool: makeTool(ran, doors), input, parts }).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  const rows = await store.audit({ tool: "data/act" });
  return { ran, statuses: [...new Set(rows.map(({ status }) => status))] };
}
