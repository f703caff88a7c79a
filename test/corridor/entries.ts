import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Annotation, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { serveMcp } from "../../src/mcp/server/serve-mcp.ts";
import { drillTool } from "../../src/project/chaos/drill-tool.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { defineTool, type ToolPolicySpec } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { compileWorkflow } from "../../src/workflow/compile-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import type { WorkflowParts } from "../../src/workflow/run-context.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { createSigner } from "../../src/workflow/signer.ts";
import { toGraphNode } from "../../src/workflow/to-graph-node.ts";
import { actSkill, bySkill, calling, direct, routes, type Scene, workflowOf } from "./routes.ts";

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

interface Entry extends Scene {
  readonly parts: WorkflowParts;
}

const Id = z.object({ id: z.string() });

/** The tool that all ways lead to. */
export function makeTool(act: (id: string) => void, { policy = {}, more = {} }: Doors): AnyTool {
  const run = ({ id }: { readonly id: string }): object => {
    act(id);
    return { id };
  };
  const spec = { name: "data/act", description: "d", effect: "write", idempotency: "keyed", input: Id } as const;
  return defineTool({ ...spec, policy, run, ...more });
}

/** Ways from outside to a tool that are no run of ours. Each makes one call, for the user mira where there are users. */
const others: Readonly<Record<string, (entry: Entry) => Promise<unknown>>> = {
  "a stream of a run": async (entry) => {
    const runner = createRunner({ ...entry.parts, workflow: workflowOf([entry.tool], bySkill) });
    for await (const event of runner.stream({}, { user: "mira" })) if (event.type === "run-end") return event;
    return undefined;
  },
  "a compiled graph": async (entry) =>
    (await compileWorkflow(workflowOf([entry.tool], bySkill), entry.parts)).invoke({}, asGraph),
  "a node in a graph of one's own": (entry) => {
    const node = toGraphNode(direct(entry), { ...entry.parts, tools: createToolRegistry({ tools: [entry.tool] }) });
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
  "a drill with real work": ({ tool, input, parts: { governance } }) =>
    drillTool({
      registry: createToolRegistry({ tools: [tool] }),
      tool,
      input: input as never,
      plan: {},
      real: true,
      policies: governance?.policies,
      caller: { node: "act", user: "mira" },
      locale: "en",
    }),
};
const token = { authorization: "Bearer of-mira-and-long-enough" };
const asGraph = { configurable: { thread_id: "g" } };

/** The ways, by name. */
export const entryNames: readonly string[] = [...Object.keys(routes), ...Object.keys(others)];
/** The ways on which there is no user. */
export const withoutUser: readonly string[] = ["a compiled graph", "a node in a graph of one's own"];
/** The ways on which nobody keeps a record. */
export const withoutRecord: readonly string[] = ["a gateway of one's own", "a drill with real work"];

/** Goes one way through these doors. */
export async function enter(name: string, doors: Doors): Promise<Passed> {
  const ran: string[] = [];
  const store: RunStore = createMemoryStore();
  const { governance, input = { id: "x" } } = doors;
  const parts = { skills: actSkill, model: calling("data/act", input), store, ...(governance && { governance }) };
  const scene = { tool: makeTool((id) => ran.push(id), doors), input };
  const route = routes[name];
  const going = route
    ? createRunner({ ...parts, ...route(scene) }).start({}, { user: "mira" })
    : others[name]!({ ...scene, parts });
  // A node that may not call its tool can fail; whether the handler ran is what counts.
  await going.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  const rows = await store.audit({ tool: "data/act" });
  const ended = rows.flatMap(({ status }) => (status === "started" ? [] : [status]));
  return { ran, statuses: [...new Set(ended)] };
}
