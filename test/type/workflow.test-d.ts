import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  approvalNode,
  createMemoryStore,
  createRunner,
  defineTool,
  defineWorkflow,
  routerNode,
  skillNode,
  toolNode,
  type ChatModel,
  type SkillSource,
} from "sopwith";

const State = z.object({
  request: z.string(),
  kind: z.enum(["refund", "other"]).default("other"),
  approved: z.boolean().optional(),
  total: z.number().default(0),
});
type StateValue = z.output<typeof State>;
const refund = defineTool({
  name: "orders/refund",
  description: "Refund.",
  effect: "write",
  input: z.object({ orderId: z.string(), cents: z.number().default(0) }),
  output: z.object({ refundId: z.string() }),
  run: ({ orderId, cents }) => {
    expectTypeOf(orderId).toEqualTypeOf<string>();
    expectTypeOf(cents).toEqualTypeOf<number>();
    return { refundId: "r" };
  },
});
const nodes = {
  sort: routerNode({
    input: (state: StateValue) => state.request,
    choices: { refund: "wants money back", other: "anything else" },
    save: (kind) => ({ kind }),
  }),
  ask: approvalNode({
    ask: (state: StateValue) => ({ title: state.request }),
    save: (decision) => ({ approved: decision.approved }),
  }),
  pay: toolNode({
    tool: refund,
    input: (state: StateValue) => ({ orderId: state.request, cents: 1 }),
    save: (receipt) => ({ request: receipt.refundId }),
  }),
  write: skillNode({
    skill: "write",
    input: (state: StateValue) => state,
    output: z.object({ total: z.number() }),
    save: (result) => ({ total: result.total }),
  }),
};
const edges = {
  sort: (state: StateValue) => (state.kind === "refund" ? "ask" : "write"),
  ask: "pay",
  pay: "write",
  write: "end",
} as const;

test("a workflow's state, node names and results are inferred", () => {
  const workflow = defineWorkflow({ name: "w", state: State, start: "sort", nodes, edges });
  const runner = createRunner({
    workflow,
    model: {} as ChatModel,
    skills: {} as SkillSource,
    store: createMemoryStore(),
  });
  expectTypeOf<typeof runner>().toHaveProperty("start").parameter(0).toEqualTypeOf<z.input<typeof State>>();
  const result = runner.start({ request: "x" });
  expectTypeOf<Awaited<typeof result>["state"]>().toEqualTypeOf<Partial<StateValue>>();
});

test("a waiting run has at least one approval", async () => {
  const workflow = defineWorkflow({ name: "w", state: State, start: "sort", nodes, edges });
  const result = await createRunner({
    workflow,
    model: {} as ChatModel,
    skills: {} as SkillSource,
    store: createMemoryStore(),
  }).start({ request: "x" });
  if (result.status === "waiting") expectTypeOf(result.approvals[0].id).toEqualTypeOf<string>();
});

const base = { name: "w", state: State, start: "sort", nodes, edges } as const;

test("mistakes in a definition do not compile", () => {
  const { write: _write, ...without } = edges;
  const astray = (state: StateValue) => (state.total > 1 ? "write" : "nowhere");
  // @ts-expect-error a node has no edge
  defineWorkflow({ ...base, edges: without });
  // @ts-expect-error an edge leads to a name that is no node
  defineWorkflow({ ...base, edges: { ...edges, pay: "nowhere" } });
  // @ts-expect-error a function edge may return a name that is no node
  defineWorkflow({ ...base, edges: { ...edges, pay: astray } });
  // @ts-expect-error a list of targets is never empty
  defineWorkflow({ ...base, edges: { ...edges, pay: [] } });
  // @ts-expect-error the start is no node
  defineWorkflow({ ...base, start: "begin" });
  // @ts-expect-error a fallback leads to a name that is no node
  defineWorkflow({ ...base, fallbacks: { pay: "nowhere" } });
  // @ts-expect-error `keep` names a key that the state does not have
  defineWorkflow({ ...base, keep: ["nothing"] });
  // @ts-expect-error a reducer's types are those of its key
  defineWorkflow({ ...base, reduce: { total: (a: string, b: string) => a + b } });
});

const from = (state: StateValue) => state.request;
const Total = z.object({ total: z.number() });

test("what nodes take and save is checked against the state", () => {
  // @ts-expect-error the tool's input lacks a field
  toolNode({ tool: refund, input: (_state: StateValue) => ({ cents: 1 }), save: () => ({}) });
  const input = (state: StateValue) => ({ orderId: state.request, cents: 1 });
  // @ts-expect-error the key has another type
  toolNode({ tool: refund, input, save: () => ({ total: "much" }) });
  // @ts-expect-error the output schema has no such field
  skillNode({ skill: "s", input: from, output: Total, save: (result) => ({ total: result.sum }) });
  // @ts-expect-error the choice is none of the closed set
  routerNode({ input: from, choices: ["a", "b"], default: "c", save: () => ({}) });
  skillNode({ skill: "s", input: from, save: (text) => ({ request: text }) });
});
