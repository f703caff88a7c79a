import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";
import { createRunner } from "../../../src/workflow/runner.ts";
import { skillNode } from "../../../src/workflow/skill-node.ts";
import { results, scriptedModel, skillsOf, TestState, type TestStateValue } from "../../workflow/kit.ts";
import type { McpServerConfig } from "../../../src/mcp/mcp-server-config.ts";
import { openServers, rawServer, stateWhere } from "./open-raw.ts";
import { peer } from "./peer.ts";

type Play = Parameters<typeof scriptedModel>[0];

/** A run over a server's tools, whose model calls `names` one after another, or plays what it is given. */
async function runOver(server: McpServerConfig, names: readonly string[] | Play) {
  const { registry, servers } = await openServers({ servers: { peer: server } });
  const model = scriptedModel(async (request, asked) => {
    if (typeof names === "function") return names(request, asked);
    const name = names[asked - 1];
    // A model takes longer than the list of a server; this one waits for it.
    if (name === "peer/weather") await stateWhere(servers, "peer", ({ tools }) => tools.includes("peer/grown"));
    return name === undefined ? { text: "done" } : { calls: [{ name }] };
  });
  const work = skillNode({
    skill: "work",
    input: (state: TestStateValue) => state.request,
    save: (answer) => ({ answer }),
  });
  const workflow = defineWorkflow({
    name: "w",
    state: TestState,
    start: "work",
    nodes: { work },
    edges: { work: "end" },
  });
  const store = createMemoryStore();
  const runner = createRunner({ workflow, skills: skillsOf({ work: "Work." }), model, tools: registry, store });
  return { runner, model, servers, store };
}

describe.each(["legacy", "modern"] as const)("%s", (era) => {
  const server = { ...peer("sdk-server.ts"), era, effects: { "*": "write" } } as const;

  test("a question of a server stops the run, and its answer lets it go on", async () => {
    const { runner, model } = await runOver(server, ["peer/greet"]);
    const waiting = await runner.start({ request: "go" }, { thread: "t" });
    expect(waiting).toMatchObject({
      status: "waiting",
      approvals: [
        {
          kind: "question",
          title: 'The MCP server "peer" asks: Who are you?',
          details: { server: "peer", tool: "peer/greet", fields: { name: { type: "string", required: true } } },
        },
      ],
    });
    const { approvals } = waiting as Extract<typeof waiting, { status: "waiting" }>;
    const ended = await runner.resume("t", { [approvals[0].id]: { approved: true, answer: "Ada", by: "ana" } });
    expect(ended).toMatchObject({ status: "completed" });
    expect(results(model.requests.at(-1)!)).toEqual([expect.stringMatching(/Hello Ada!$/)]);
  });

  test("a destructive tool that asks waits twice, and a yes is not asked for again", async () => {
    const { runner, model } = await runOver({ ...server, effects: {} }, ["peer/greet"]);
    const first = await runner.start({ request: "go" }, { thread: "t" });
    const [run] = (first as Extract<typeof first, { status: "waiting" }>).approvals;
    const second = await runner.resume("t", { [run.id]: { approved: true, by: "ana" } });
    const [question] = (second as Extract<typeof second, { status: "waiting" }>).approvals;
    expect([run.kind, question.kind]).toEqual(["confirmation", "question"]);
    const third = await runner.resume("t", { [question.id]: { approved: true, answer: "Ada", by: "ana" } });
    expect(third).toMatchObject({ status: "completed" });
    expect(results(model.requests.at(-1)!)[0]).toMatch(/Hello Ada!$/);
  });

  test("a no to a question is told to the server", async () => {
    const { runner, model } = await runOver(server, ["peer/greet"]);
    const waiting = await runner.start({ request: "go" }, { thread: "t" });
    const { approvals } = waiting as Extract<typeof waiting, { status: "waiting" }>;
    await runner.resume("t", { [approvals[0].id]: { approved: false, by: "ana" } });
    expect(results(model.requests.at(-1)!)).toEqual([expect.stringMatching(/Nobody \(decline\)\.$/)]);
  });

  test("a tool that the server gains in a run is told of with the next turn, and called", async () => {
    const { runner, model } = await runOver(server, ["peer/grow", "peer/weather", "peer/grown"]);
    await runner.start({ request: "go" });
    const told = model.requests.map(({ tools }) => tools.some(({ name }) => name === "peer/grown"));
    expect([told[0], told[2], told[3]]).toEqual([false, true, true]);
    expect(results(model.requests.at(-1)!).at(-1)).toMatch(/grown$/);
  });
});

test("a destructive tool of a server waits for a person's yes in a run", async () => {
  const pages = [[{ name: "drop", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }]];
  const script = { pages, calls: { drop: { result: { content: [{ type: "text", text: "dropped" }] } } } };
  const { effects: _, ...server } = rawServer(script);
  const { runner, model } = await runOver(server, ["peer/drop"]);
  const waiting = await runner.start({ request: "go" }, { thread: "t" });
  expect(waiting).toMatchObject({ status: "waiting", approvals: [{ kind: "confirmation", title: "Run peer/drop?" }] });
  const { approvals } = waiting as Extract<typeof waiting, { status: "waiting" }>;
  await runner.resume("t", { [approvals[0].id]: { approved: true, by: "ana" } });
  expect(results(model.requests.at(-1)!)[0]).toContain("dropped");
});

test("what is too long for the model is kept whole, and another tool reads on in it", async () => {
  const script = { pages: [[{ name: "dump", inputSchema: { type: "object" } }]], calls: { dump: { big: 90_000 } } };
  const { model, runner } = await runOver(rawServer(script), (request, asked) => {
    if (asked === 1) return { calls: [{ name: "peer/dump" }] };
    const [, call = ""] = /"call":"([^"]+)"/.exec(results(request)[0] ?? "") ?? [];
    return asked === 2 ? { calls: [{ name: "result/read", arguments: { call, from: 75_000 } }] } : { text: "done" };
  });
  expect(await runner.start({ request: "go" })).toMatchObject({ status: "completed" });
  const [cut = "", more = ""] = results(model.requests.at(-1)!);
  expect(cut.length).toBeLessThan(75_000);
  expect(more).toContain(`${"x".repeat(15_000)}\n[the end, at 90000]`);
});
