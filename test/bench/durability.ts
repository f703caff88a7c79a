import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { appendLog, modelByNode, results, scriptedModel, skillsOf, TestState } from "../workflow/kit.ts";

/** What durability costs, one figure a line: `node --conditions=sopwith-source test/bench/durability.ts`. */
const folder = mkdtempSync(join(tmpdir(), "sopwith-durability-"));
let files = 0;
const sqlite = (): RunStore => createSqliteStore({ file: join(folder, `${(files += 1)}.db`) });
const say = (name: string, value: number, unit: string): void =>
  void process.stdout.write(`${name.padEnd(64)} ${value.toFixed(value < 10 ? 2 : 0)} ${unit}\n`);

async function perSecond(work: (index: number) => Promise<unknown>, count = 200): Promise<number> {
  for (let index = 0; index < 20; index += 1) await work(-1 - index);
  const rates = [];
  for (let batch = 0; batch < 5; batch += 1) {
    const startedAt = performance.now();
    for (let index = 0; index < count / 5; index += 1) await work(batch * count + index);
    rates.push(count / 5 / ((performance.now() - startedAt) / 1000));
  }
  return median(rates);
}

/**
 * Runs a second of each, in turn, so that what else the machine does meets all alike; and how many runs each makes in the CPU
 * time in which the first makes one.
 */
async function inTurn(
  works: readonly ((index: number) => Promise<unknown>)[],
): Promise<readonly { readonly rate: number; readonly ofFirst: number }[]> {
  const rounds = works.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
  let index = 0;
  for (let round = -5; round < 30; round += 1) {
    for (const [which, work] of works.entries()) {
      const [startedAt, before] = [performance.now(), process.cpuUsage()];
      for (let run = 0; run < 8; run += 1) await work((index += 1));
      const { user, system } = process.cpuUsage(before);
      if (round < 0) continue;
      rounds[which]!.wall.push(performance.now() - startedAt);
      rounds[which]!.cpu.push(user + system);
    }
  }
  return rounds.map(({ wall, cpu }) => ({
    rate: 8000 / median(wall),
    ofFirst: median(cpu.map((time, round) => rounds[0]!.cpu[round]! / time)),
  }));
}

function plainLangGraph(): (index: number) => Promise<unknown> {
  const State = Annotation.Root({ log: Annotation<string[]>({ reducer: appendLog, default: () => [] }) });
  const node = (name: string) => () => ({ log: [name] });
  const graph = new StateGraph(State)
    .addNode("a", node("a"))
    .addNode("b", node("b"))
    .addNode("c", node("c"))
    .addNode("d", node("d"))
    .addNode("e", node("e"))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", "c")
    .addEdge("c", "d")
    .addEdge("d", "e")
    .addEdge("e", END)
    .compile({ checkpointer: new MemorySaver() });
  return (index) => graph.invoke({ log: [] }, { configurable: { thread_id: `t${index}` } });
}

function ours(store: RunStore): (index: number) => Promise<unknown> {
  const node = (name: string) => () => ({ log: [name] });
  const workflow = defineWorkflow({
    name: "five",
    state: z.object({ log: z.array(z.string()).default([]) }),
    start: "a",
    nodes: { a: node("a"), b: node("b"), c: node("c"), d: node("d"), e: node("e") },
    edges: { a: "b", b: "c", c: "d", d: "e", e: "end" },
    reduce: { log: appendLog },
  });
  const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store });
  return (index) => runner.start({}, { thread: `t${index}` });
}

/** A node of `turns` turns with one call in each; then the run ends, or asks its user something. */
function longRun(
  store: RunStore,
  run: { readonly turns: number; readonly effect: "read" | "write"; readonly asks?: boolean },
) {
  const { turns, effect, asks = false } = run;
  const tool = defineTool({
    name: "a/act",
    description: "Act.",
    effect,
    input: z.object({ step: z.number() }),
    run: ({ step }) => ({ step, text: "a result of a usual length, as tools give them" }),
  });
  const model = scriptedModel((request) => {
    const told = results(request).length;
    if (told < turns) return { calls: [{ name: "a/act", arguments: { step: told } }] };
    return asks ? { calls: [{ name: "user/ask", arguments: { question: "Go on?" } }] } : { text: "done" };
  });
  const limits = { maxTurns: turns + 10, maxCalls: turns + 10 };
  const workflow = defineWorkflow({
    name: "long",
    state: TestState,
    start: "work",
    tools: [tool],
    nodes: {
      work: skillNode({
        skill: "work",
        input: () => "go",
        save: (text) => ({ answer: text }),
        limits: { maxTurns: limits.maxTurns },
      }),
    },
    edges: { work: "end" },
    limits,
  });
  return { runner: createRunner({ workflow, skills: skillsOf({ work: "Work." }), model, store }), model };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

async function microsecondsPerTurn(store: RunStore, effect: "read" | "write"): Promise<number> {
  const { runner } = longRun(store, { turns: 50, effect });
  await runner.start({}, { thread: "warm" });
  const times = [];
  for (let index = 0; index < 7; index += 1) {
    const startedAt = performance.now();
    await runner.start({}, { thread: `t${index}` });
    times.push(((performance.now() - startedAt) / 50) * 1000);
  }
  return median(times);
}

/** Enters a node of 50 turns again, which replays them all and comes to its question once more. */
async function resumeOf50(store: RunStore): Promise<number> {
  const { runner, model } = longRun(store, { turns: 50, effect: "read", asks: true });
  const times = [];
  for (let index = 0; index < 9; index += 1) {
    await runner.start({}, { thread: `r${index}` });
    const asked = model.requests.length;
    const startedAt = performance.now();
    await runner.resume(`r${index}`);
    times.push(performance.now() - startedAt);
    if (model.requests.length !== asked) throw new Error("A model was asked again.");
  }
  return median(times);
}

async function bytesPerTurn(): Promise<number> {
  const file = join(folder, "bytes.db");
  const store = createSqliteStore({ file });
  const { runner } = longRun(store, { turns: 50, effect: "read" });
  await runner.start({}, { thread: "first" });
  await store.close();
  const before = statSync(file).size;
  const again = createSqliteStore({ file });
  const more = longRun(again, { turns: 50, effect: "read" });
  for (let index = 0; index < 10; index += 1) await more.runner.start({}, { thread: `b${index}` });
  await again.close();
  return (statSync(file).size - before) / 500;
}

/** A start beside so many threads that have ended, in ms. */
async function startBeside(threads: number): Promise<number> {
  const store = sqlite();
  const at = "2026-05-01T10:00:00.000Z";
  for (let index = 0; index < threads; index += 1)
    await store.putRun({
      id: `old${index}/1`,
      thread: `old${index}`,
      ordinal: 1,
      workflow: "five",
      workflowHash: "",
      status: "completed",
      input: {},
      skills: {},
      usage: { inputTokens: 0, outputTokens: 0 },
      startedAt: at,
      endedAt: at,
    });
  const rate = await perSecond(ours(store), 100);
  await store.close();
  return 1000 / rate;
}

/** Listing, deciding and going on with one of so many threads that wait, in ms. */
async function decideBeside(threads: number): Promise<number> {
  const store = sqlite();
  const workflow = defineWorkflow({
    name: "waits",
    state: TestState,
    start: "ask",
    nodes: { ask: approvalNode({ ask: () => ({ title: "?" }), save: () => ({}) }) },
    edges: { ask: "end" },
  });
  const runner = createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store });
  for (let index = 0; index < threads; index += 1) await runner.start({}, { thread: `w${index}` });
  const times = [];
  for (let index = 0; index < 9; index += 1) {
    const startedAt = performance.now();
    const [approval] = await store.approvals({ thread: `w${index}`, open: true });
    await runner.resume(`w${index}`, { [approval!.id]: { approved: true } });
    times.push(performance.now() - startedAt);
  }
  await store.close();
  return median(times);
}

const [plain, memory, file] = await inTurn([plainLangGraph(), ours(createMemoryStore()), ours(sqlite())]);
say("plain LangGraph with MemorySaver, five nodes", plain!.rate, "runs/s");
say("the same nodes, memory store", memory!.rate, `runs/s (${memory!.ofFirst.toFixed(2)} of plain, by CPU time)`);
say("the same nodes, sqlite store", file!.rate, `runs/s (${file!.ofFirst.toFixed(2)} of plain, by CPU time)`);
say("a turn with a read, memory store", await microsecondsPerTurn(createMemoryStore(), "read"), "us");
say("a turn with a read, sqlite store", await microsecondsPerTurn(sqlite(), "read"), "us");
say("a turn with a write, sqlite store (two durable commits)", await microsecondsPerTurn(sqlite(), "write"), "us");
say("a node of 50 turns entered again, memory store", await resumeOf50(createMemoryStore()), "ms");
say("a node of 50 turns entered again, sqlite store", await resumeOf50(sqlite()), "ms");
say("store", await bytesPerTurn(), "bytes a turn");
say("a start beside 100 ended threads", await startBeside(100), "ms");
say("a start beside 10,000 ended threads", await startBeside(10_000), "ms");
say("deciding one of 10 waiting threads", await decideBeside(10), "ms");
say("deciding one of 1,000 waiting threads", await decideBeside(1000), "ms");
rmSync(folder, { recursive: true });
