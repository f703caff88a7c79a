import { Annotation, Command, isInterrupted, MemorySaver, StateGraph } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { compileWorkflow } from "../../src/workflow/compile-workflow.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { toGraphNode } from "../../src/workflow/to-graph-node.ts";
import { modelByNode, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const approve = approvalNode({
  ask: (_state: TestStateValue) => ({ title: "Go on?" }),
  save: (decision) => ({ flag: decision.approved }),
});
const talk = skillNode({
  skill: "talk",
  input: (state: TestStateValue) => state.request,
  save: (text) => ({ answer: text }),
});

test("a compiled workflow runs as a LangGraph graph, waits for the store's decision, and goes on", async () => {
  const store = createMemoryStore();
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "approve",
    nodes: { approve, talk },
    edges: { approve: "talk", talk: "end" },
  });
  const graph = await compileWorkflow(workflow, {
    skills: skillsOf({ talk: "Talk." }),
    model: modelByNode({ talk: [{ text: "hello" }] }),
    store,
  });
  const config = { configurable: { thread_id: "t" } };
  const waiting = await graph.invoke({ request: "x" } as never, config);
  expect(isInterrupted(waiting)).toBe(true);
  // Woken without a decision it waits again; an interrupt carries none.
  expect(isInterrupted(await graph.invoke(new Command({ resume: { approved: true } }) as never, config))).toBe(true);
  const [asked] = await store.approvals({ open: true });
  await store.decide(
    asked!.id,
    { approved: true, by: "ana", identity: "claimed", at: new Date().toISOString() },
    Date.now(),
  );
  expect(await graph.invoke(new Command({ resume: true }) as never, config)).toMatchObject({
    flag: true,
    answer: "hello",
  });
});

test("a compiled workflow without a saver of ours takes the one of its host", async () => {
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "talk",
    nodes: { talk },
    edges: { talk: "end" },
  });
  const model = modelByNode({ talk: [{ text: "hello" }] });
  const graph = await compileWorkflow(
    workflow,
    { skills: skillsOf({ talk: "Talk." }), model, store: createMemoryStore() },
    { checkpointer: "none" },
  );
  expect(graph.checkpointer).toBeUndefined();
  expect(await graph.invoke({ request: "x" } as never)).toMatchObject({ answer: "hello" });
});

test("a node of ours works in a hand-written graph, and each visit is one of its own", async () => {
  const model = scriptedModel((_request, asked) => ({ text: `hello ${asked}` }));
  const parts = { skills: skillsOf({ talk: "Talk." }), model, store: createMemoryStore() };
  const HostState = Annotation.Root({
    request: Annotation<string>(),
    answer: Annotation<string>(),
    log: Annotation<string[]>(),
    flag: Annotation<boolean | undefined>(),
    count: Annotation<number>(),
  });
  const graph = new StateGraph(HostState)
    .addNode("talk", toGraphNode(talk, parts) as never)
    .addNode("again", (state) => ({ count: (state.count ?? 0) + 1 }))
    .addEdge("__start__", "talk")
    .addEdge("talk", "again")
    .addConditionalEdges("again", (state) => (state.count < 2 ? "talk" : "__end__"), ["talk", "__end__"])
    .compile({ checkpointer: new MemorySaver() });
  expect(await graph.invoke({ request: "x" }, { configurable: { thread_id: "t" } })).toMatchObject({
    answer: "hello 2",
    count: 2,
  });
  expect(model.requests).toHaveLength(2);
});
