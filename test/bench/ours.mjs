// The project's cases for a harness that runs other frameworks' cases beside them. The harness hands over what the
// cases have in common (the tool, its handler, the scripted turns) in `lib/spec.mjs`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import {
  createChatModel,
  createGateway,
  createMemoryStore,
  createRunner,
  createSqliteStore,
  createToolRegistry,
  defineTool,
  defineWorkflow,
  parseSkill,
  skillNode,
} from "../../src/index.ts";

const { zodSchema, handler, flaky, verifyTool, sample, turn, calls, ANSWER, DESCRIPTION } = await import(
  pathToFileURL(path.join(path.dirname(process.argv[1]), "../lib/spec.mjs"))
);

export { contextCost, hotReload, skillIndex } from "./skill-cases.mjs";

export const version = "0.1.0";

const orderTool = (run, retry) =>
  defineTool({
    name: "orders/create_order",
    description: DESCRIPTION,
    effect: "read",
    input: zodSchema(z),
    run: (input) => run(input),
    ...(retry && { policy: { retry } }),
  });

/** A gateway with every stage, a scope as a node has it, and the records of the last thousand calls kept in memory. */
function callThroughGateway(tool) {
  const gateway = createGateway({ registry: createToolRegistry({ tools: [tool] }) });
  const audit = Array.from({ length: 1024 });
  let at = 0;
  const scope = {
    caller: { run: "r", thread: "t", node: "n", user: "u" },
    locale: "en",
    grants: [{ allow: ["orders/*"], source: 'node "n"', code: "NOT_GRANTED" }],
    emit: (event) => (audit[at++ & 1023] = event),
  };
  let id = 0;
  return async (input) => {
    const outcome = await gateway.call({ callId: `c${id++}`, tool: "orders/create_order", input }, scope);
    if (outcome.status !== "ok") throw new Error(outcome.status);
    return outcome.output;
  };
}

export const toolCall = {
  async plain() {
    const call = callThroughGateway(orderTool(handler));
    return { run: () => call(sample), verify: () => verifyTool(call) };
  },
  async fault() {
    const call = callThroughGateway(orderTool(flaky(), { maxAttempts: 3, backoffMs: 0 }));
    return { run: () => call(sample), verify: () => verifyTool(call) };
  },
};

/** Plays the harness's turns in this process. */
const scripted = {
  name: "scripted",
  async respond({ messages }) {
    let results = 0;
    for (const message of messages) if (message.role === "tool") results += 1;
    const next = turn(results);
    const usage = { inputTokens: 10, outputTokens: 5 };
    if (next.text) return { text: next.text, calls: [], usage, finish: "stop", model: "scripted" };
    return {
      text: "",
      calls: [{ id: next.id, name: "orders/create_order", arguments: next.args }],
      usage,
      finish: "calls",
      model: "scripted",
    };
  },
};

/** The harness's server knows the tool without its namespace. */
function withoutNamespace(model) {
  return {
    name: model.name,
    async respond(request) {
      const reply = await model.respond(request);
      return { ...reply, calls: reply.calls.map((call) => ({ ...call, name: "orders/create_order" })) };
    },
  };
}

const { skill } = parseSkill("---\nname: orders\ndescription: Process orders.\n---\nYou process orders.\n", {
  file: "/skills/orders/SKILL.md",
});
const skills = {
  list: () => [skill],
  get: async () => skill,
  resources: async () => [],
  readResource: async () => ({ text: "", path: "" }),
};

function runnerOf(workflow, model, openStore = createMemoryStore) {
  let runner;
  let store;
  const reset = () => {
    void store?.close();
    store = openStore();
    runner = createRunner({ workflow, skills, model, store });
  };
  reset();
  return { start: (input) => runner.start(input), reset };
}

/** Stores in files of their own, which go with the process. */
function sqliteStores() {
  const folder = mkdtempSync(path.join(tmpdir(), "sopwith-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  let files = 0;
  return () => createSqliteStore({ file: path.join(folder, `${(files += 1)}.db`) });
}

/** Ten reads and an answer, each turn and call in the journal: in memory, and in a file. */
export const agentLoop = {
  run: (given) => agentLoopOn(given, createMemoryStore),
  sqlite: (given) => agentLoopOn(given, sqliteStores()),
};

async function agentLoopOn({ baseURL }, openStore) {
  const State = z.object({ request: z.string(), answer: z.string().optional() });
  const workflow = defineWorkflow({
    name: "orders",
    state: State,
    start: "work",
    tools: [orderTool(handler)],
    nodes: {
      work: skillNode({ skill: "orders", input: (state) => state.request, save: (text) => ({ answer: text }) }),
    },
    edges: { work: "end" },
  });
  const model = baseURL ? withoutNamespace(createChatModel({ models: ["fake"], apiKey: "x", baseURL })) : scripted;
  const { start, reset } = runnerOf(workflow, model, openStore);
  const run = async () => (await start({ request: "go" })).answer;
  const verify = async () => {
    const before = calls.n;
    const answer = await run();
    if (answer !== ANSWER || calls.n - before !== 10) throw new Error(`bad: ${answer}, ${calls.n - before} calls`);
  };
  return { run, verify, reset };
}

const Count = z.object({ n: z.number().default(0), last: z.number().default(-1), to: z.number().default(0) });

export const graph = {
  async linear10() {
    const names = Array.from({ length: 10 }, (_, index) => `s${index}`);
    const nodes = Object.fromEntries(names.map((name, index) => [name, (state) => ({ n: state.n + 1, last: index })]));
    const edges = Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? "end"]));
    const { start, reset } = runnerOf(
      defineWorkflow({ name: "linear", state: Count, start: "s0", nodes, edges }),
      scripted,
    );
    const run = async () => (await start({})).state;
    return { run, reset, verify: async () => check((await run()).n === 10) };
  },
  async router5() {
    const branches = Array.from({ length: 5 }, (_, index) => `b${index}`);
    const nodes = {
      router: (state) => ({ n: state.n + 1 }),
      ...Object.fromEntries(branches.map((name, index) => [name, (state) => ({ n: state.n + 1, last: index })])),
    };
    const edges = {
      router: { to: branches, choose: (state) => `b${state.to}` },
      ...Object.fromEntries(branches.map((name) => [name, "end"])),
    };
    const { start, reset } = runnerOf(
      defineWorkflow({ name: "router", state: Count, start: "router", nodes, edges }),
      scripted,
    );
    const run = async (index = 0) => (await start({ to: index % 5 })).state;
    return { run, reset, verify: async () => check((await run(3)).last === 3) };
  },
};

function check(holds) {
  if (!holds) throw new Error("wrong result");
}
