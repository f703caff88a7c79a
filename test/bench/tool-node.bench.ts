/**
 * One tool call as a LangGraph node: ours beside LangGraph's own `ToolNode`, alone and in a graph of one node, in one
 * process: `node test/bench/tool-node.bench.ts`. A graph costs far more than either node, so an empty one stands beside. Each pair is the same tool and the same arguments. Ours journals the
 * call and keeps its audit record; the peer has neither. Ratios are of processor time, in rounds that alternate.
 */
import { AIMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { z } from "zod";
import { createMemoryStore, createToolRegistry, defineTool, toGraphNode, toolNode } from "../../src/index.ts";

const schema = z.object({
  customer: z.string().min(1).max(64),
  quantity: z.number().int().min(1).max(1000),
  priority: z.enum(["low", "normal", "high"]),
  gift: z.boolean().optional(),
  shipping: z.object({ street: z.string(), tags: z.array(z.string()).max(16) }),
});
const input: z.output<typeof schema> = {
  customer: "acme",
  quantity: 7,
  priority: "high",
  gift: true,
  shipping: { street: "1 Main", tags: ["a", "b"] },
};
const output = z.object({ total: z.number() });
const description = "Creates an order.";
const handler = async ({ quantity }: z.output<typeof schema>): Promise<{ total: number }> => ({ total: quantity * 3 });

/** A tool node needs neither skills nor a model. */
const nothing = (): Promise<never> => Promise.reject(new Error("A tool node asks for nothing but its tool."));

const theirs = new ToolNode([langchainTool(handler, { name: "create_order", description, schema })]);
let asked = 0;
const toolCalls = (): { messages: AIMessage[] } => {
  asked += 1;
  const call = { id: `c${asked}`, name: "create_order", args: input, type: "tool_call" } as const;
  return { messages: [new AIMessage({ content: "", tool_calls: [call] })] };
};
const theirGraph = new StateGraph(MessagesAnnotation)
  .addNode("tools", theirs)
  .addEdge(START, "tools")
  .addEdge("tools", END)
  .compile();

interface State {
  readonly order: typeof input;
  readonly total: number;
}
const order = defineTool({ name: "shop/order", description, effect: "read", input: schema, output, run: handler });
const node = toolNode({
  tool: order,
  input: (state: State) => state.order,
  save: ({ total }) => ({ total }),
});
const ours = toGraphNode(node, {
  tools: createToolRegistry({ tools: [order] }),
  skills: { list: () => [], get: nothing, resources: async () => [], readResource: nothing },
  model: { name: "none", respond: nothing },
  store: createMemoryStore(),
});
const OurState = Annotation.Root({ order: Annotation<typeof input>, total: Annotation<number> });
const ourGraph = new StateGraph(OurState)
  .addNode("tools", ours as never)
  .addEdge(START, "tools")
  .addEdge("tools", END)
  .compile();
const emptyGraph = new StateGraph(OurState)
  .addNode("tools", () => ({ total: 21 }))
  .addEdge(START, "tools")
  .addEdge("tools", END)
  .compile();
const config = (): { configurable: { thread_id: string } } => ({ configurable: { thread_id: `t${(asked += 1)}` } });

const cases: Readonly<Record<string, () => Promise<unknown>>> = {
  "ToolNode, alone": () => theirs.invoke(toolCalls()),
  "toolNode, alone": () => ours({ order: input, total: 0 }, config()),
  "an empty node, in a graph": () => emptyGraph.invoke({ order: input, total: 0 }, config()),
  "ToolNode, in a graph": () => theirGraph.invoke(toolCalls()),
  "toolNode, in a graph": () => ourGraph.invoke({ order: input, total: 0 }, config()),
};

async function microseconds(run: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < times; index += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

const best = new Map<string, number>();
for (let round = 0; round < Number(process.env["ROUNDS"] ?? 12); round += 1)
  for (const [name, run] of Object.entries(cases))
    best.set(name, Math.min(best.get(name) ?? Infinity, await microseconds(run, 300)));
for (const [name, time] of best) console.log(`${name.padEnd(26)} ${time.toFixed(1).padStart(8)} µs`);
for (const how of ["alone", "in a graph"]) {
  const ratio = best.get(`toolNode, ${how}`)! / best.get(`ToolNode, ${how}`)!;
  console.log(`ours to theirs, ${how}: ${ratio.toFixed(2)}`);
}
const empty = best.get("an empty node, in a graph")!;
const added = (name: string): number => best.get(`${name}, in a graph`)! - empty;
console.log(`ours to theirs, what each adds to a graph: ${(added("toolNode") / added("ToolNode")).toFixed(2)}`);
console.log(
  `the least that any node could have, in a graph: ${(empty / best.get("ToolNode, in a graph")!).toFixed(2)}`,
);
