import { Annotation, Command, MemorySaver, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { ConfirmRule, Effect } from "../../src/tools/tool.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toGraphNode } from "../../src/workflow/to-graph-node.ts";
import { toolNode } from "../../src/workflow/tool-node.ts";
import type { WorkflowParts } from "../../src/workflow/run-context.ts";

const State = Annotation.Root({ id: Annotation<string>, got: Annotation<string> });

/** A graph of one tool node, and the ids its tool was called with. */
function graphOf({ effect = "read", confirm = "never" }: { effect?: Effect; confirm?: ConfirmRule }) {
  const ran: string[] = [];
  const tool = defineTool({
    name: "data/act",
    description: "d",
    effect,
    input: z.object({ id: z.string() }),
    output: z.string(),
    policy: { confirm },
    run: ({ id }) => {
      ran.push(id);
      return `got ${id}`;
    },
  });
  const node = toolNode({
    tool,
    input: (state: typeof State.State) => ({ id: state.id }),
    save: (got) => ({ got }),
  });
  const build = (parts?: Partial<WorkflowParts>) =>
    new StateGraph(State).addNode("act", toGraphNode(node, parts)).addEdge("__start__", "act");
  return { ran, build };
}

test.each(["read", "write"] as const)(
  "a %s needs no parts and no registry, and each invocation is its own",
  async (effect) => {
    const { ran, build } = graphOf({ effect });
    const graph = build().compile();
    const thread = { configurable: { thread_id: "t" } };
    expect(await graph.invoke({ id: "a" })).toEqual({ id: "a", got: "got a" });
    expect(await graph.invoke({ id: "b" })).toEqual({ id: "b", got: "got b" });
    expect(await graph.invoke({ id: "c" }, thread)).toEqual({ id: "c", got: "got c" });
    expect(await graph.invoke({ id: "d" }, thread)).toEqual({ id: "d", got: "got d" });
    expect(ran).toEqual(["a", "b", "c", "d"]);
  },
);

test("with a checkpointer a graph that waits goes on after the yes, and acts once", async () => {
  const { ran, build } = graphOf({ effect: "write", confirm: "always" });
  const store = createMemoryStore();
  const graph = build({ store }).compile({ checkpointer: new MemorySaver() });
  const thread = { configurable: { thread_id: "t" } };
  await graph.invoke({ id: "a" }, thread);
  expect(ran).toEqual([]);
  const [asked] = await store.approvals({ open: true });
  const at = new Date().toISOString();
  await store.decide(asked!.id, { approved: true, by: "ann", identity: "claimed", at }, Date.now());
  expect(await graph.invoke(new Command({ resume: true }), thread)).toEqual({ id: "a", got: "got a" });
  expect(await graph.invoke({ id: "b" }, thread)).toMatchObject({ __interrupt__: [expect.anything()] });
  expect(ran).toEqual(["a"]);
});

test("a node that a model works in is refused without a model and skills, when it is made", () => {
  const talk = skillNode({ skill: "talk", input: () => "go", save: (got) => ({ got }) });
  expect(() => toGraphNode(talk)).toThrow(
    expect.objectContaining({
      code: "GRAPH_NODE_PARTS",
      message: "toGraphNode was given no skills and model, and a skill node cannot do without.",
    }),
  );
});
