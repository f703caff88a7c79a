import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import type { RunEvent } from "../../src/trace/run-event.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { NodeLimits } from "../../src/workflow/node-limits.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { type Answer, results, scriptedModel, skillsOf, TestState, type TestStateValue } from "./kit.ts";

const look = defineTool({
  name: "a/look",
  description: "Look.",
  effect: "read",
  input: z.object({ id: z.number() }),
  run: ({ id }) => ({ seen: id }),
});
const broken = defineTool({
  name: "a/broken",
  description: "Fails.",
  effect: "read",
  input: z.object({}),
  run: () => {
    throw toolError({ code: "DOWN", message: "the station is down", effect: "none" });
  },
});
const Result = z.object({ alert: z.enum(["red", "green"]), note: z.string().default("") });

interface Case {
  readonly limits?: Partial<NodeLimits>;
  readonly output?: boolean;
  readonly body?: string;
  readonly tools?: readonly string[];
}

/** One skill node, run once with a scripted model. */
async function run(answer: (asked: number, told: readonly string[]) => Answer, given: Case = {}) {
  const model = scriptedModel((request, asked) => answer(asked, results(request)));
  const shared = {
    skill: "work",
    input: (state: TestStateValue) => state.request,
    limits: given.limits ?? {},
    ...(given.tools && { tools: given.tools }),
  };
  const node = given.output
    ? skillNode({ ...shared, output: Result, save: (result) => ({ answer: JSON.stringify(result) }) })
    : skillNode({ ...shared, save: (text) => ({ answer: text }) });
  const workflow = defineWorkflow({
    name: "one",
    state: TestState,
    start: "work",
    tools: [look, broken],
    nodes: { work: node },
    edges: { work: "end" },
  });
  const events: RunEvent[] = [];
  const skills = skillsOf({ work: given.body ?? "1. Look with `a/look`.\n" });
  const runner = createRunner({ workflow, skills, model, store: createMemoryStore() });
  const result = await runner.start({ request: "go" }, { onEvent: (event) => events.push(event) });
  return { result, requests: model.requests, events };
}

const finish = (input: object) => ({ calls: [{ name: "node/finish", arguments: input as never }] });

describe("a skill node", () => {
  test("gives the model the skill between tags and its tools, and takes the final text", async () => {
    const { result, requests } = await run((asked) =>
      asked === 1 ? { calls: [{ name: "a/look", arguments: { id: 1 } }] } : { text: "all seen" },
    );
    expect(result).toMatchObject({ status: "completed", answer: "all seen" });
    expect(requests[0]!.messages[0]!.text).toContain('<skill name="work">\n1. Look with `a/look`.\n</skill>');
    expect(requests[0]!.tools.map((tool) => tool.name)).toEqual(["a/look", "a/broken", "user/ask", "sop/skip"]);
    expect(requests[1]!.messages.slice(1)).toMatchObject([
      { role: "user", text: "go" },
      { role: "assistant" },
      { role: "tool", text: '{"seen":1}' },
    ]);
  });

  test("takes a structured result through node/finish, with defaults filled in", async () => {
    const { result } = await run(() => finish({ alert: "red" }), { output: true });
    expect(result).toMatchObject({ status: "completed", answer: '{"alert":"red","note":""}' });
  });

  test("takes a structured result that was written as text", async () => {
    const { result } = await run(() => ({ text: 'Here it is: ```json\n{"alert":"green"}\n```' }), { output: true });
    expect(result).toMatchObject({ status: "completed", answer: '{"alert":"green","note":""}' });
  });

  test("asks again for a result that does not fit, twice, then fails", async () => {
    const { result, requests } = await run(() => finish({ alert: "blue" }), { output: true });
    expect(result).toMatchObject({ status: "failed", error: { code: "OUTPUT_INVALID" } });
    expect(requests).toHaveLength(3);
    expect(results(requests[2]!)[0]).toContain("alert");
  });

  test("asks again when the model only talks", async () => {
    const { result, requests } = await run(
      (asked) => (asked === 1 ? { text: "It looks red to me." } : finish({ alert: "red" })),
      { output: true },
    );
    expect(result.status).toBe("completed");
    expect(requests[1]!.messages.at(-1)).toMatchObject({ role: "user", text: expect.stringContaining("node/finish") });
  });

  test("refuses node/finish beside other calls, and runs those", async () => {
    const both = {
      calls: [
        { name: "a/look", arguments: { id: 2 } },
        { name: "node/finish", arguments: { alert: "red" } },
      ],
    };
    const { result, requests } = await run((asked) => (asked === 1 ? both : finish({ alert: "green" })), {
      output: true,
    });
    expect(result).toMatchObject({ answer: `{"alert":"green","note":""}` });
    expect(results(requests[1]!)).toEqual(['{"seen":2}', expect.stringMatching(/alone/i)]);
  });

  test("runs at most so many calls of one turn, and says so of the others", async () => {
    const many = { calls: [1, 2, 3].map((id) => ({ name: "a/look", arguments: { id } })) };
    const { requests } = await run((asked) => (asked === 1 ? many : { text: "ok" }), {
      limits: { maxCallsPerTurn: 2 },
    });
    expect(results(requests[1]!)).toEqual(['{"seen":1}', '{"seen":2}', expect.stringContaining("2 calls")]);
  });

  test("answers an unknown tool and unreadable arguments, and goes on", async () => {
    const odd = {
      calls: [
        { name: "a/lok", arguments: { id: 1 } },
        { name: "a/look", problem: "The arguments are not JSON." },
      ],
    };
    const { result, requests } = await run((asked) => (asked === 1 ? odd : { text: "sorry" }));
    expect(result.status).toBe("completed");
    const [unknown, unreadable] = results(requests[1]!);
    expect(unknown).toContain("a/look");
    expect(unreadable).toContain("not JSON");
  });

  test("stops a call that fails alike again and again", async () => {
    const { requests } = await run((asked) => (asked < 6 ? { calls: [{ name: "a/broken" }] } : { text: "gave up" }));
    expect(results(requests.at(-1)!).at(-1)).toMatch(/not run again/);
  });

  test("is degraded when a tool it needed did not work, and says which", async () => {
    const { result } = await run((asked) => (asked === 1 ? { calls: [{ name: "a/broken" }] } : { text: "no data" }));
    expect(result).toMatchObject({
      status: "degraded",
      reasons: [expect.stringContaining("the station is down")],
      answer: "no data",
    });
  });

  test("tells the model that its last turn has come, and takes what it then hands in", async () => {
    const { result, requests } = await run(
      (asked) => (asked < 3 ? { calls: [{ name: "a/look", arguments: { id: asked } }] } : finish({ alert: "green" })),
      {
        limits: { maxTurns: 3 },
        output: true,
      },
    );
    expect(result.status).toBe("completed");
    expect(requests[2]!.tools.map((tool) => tool.name)).toEqual(["node/finish"]);
    expect(requests[2]!.messages.at(-1)!.text).toMatch(/last turn/);
  });

  test("fails when the model never stops calling tools", async () => {
    const { result } = await run((asked) => ({ calls: [{ name: "a/look", arguments: { id: asked } }] }), {
      limits: { maxTurns: 4 },
    });
    expect(result).toMatchObject({ status: "failed", error: { code: "LIMIT_REACHED" } });
  });

  test("lets old tool results make room, and tells the user", async () => {
    const long = "x".repeat(4000);
    const { result, requests, events } = await run(
      (asked) => (asked < 6 ? { text: long, calls: [{ name: "a/look", arguments: { id: asked } }] } : { text: "ok" }),
      {
        limits: { maxContextTokens: 3000 },
      },
    );
    expect(result.status).toBe("completed");
    expect(requests.at(-1)!.messages.length).toBe(12);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "notice", level: "warning", message: expect.stringContaining("3000 tokens") }),
    );
  });

  test("may use only what the skill's allowed-tools and the node allow", async () => {
    const { requests } = await run((asked) => (asked === 1 ? { calls: [{ name: "a/broken" }] } : { text: "ok" }), {
      tools: ["a/look"],
    });
    expect(requests[0]!.tools.map((tool) => tool.name)).toEqual(["a/look", "user/ask", "sop/skip"]);
    expect(results(requests[1]!)[0]).toMatch(/a\/look/);
  });

  test("streams text only when somebody listens", async () => {
    const { requests } = await run(() => ({ text: "hello" }));
    expect(requests[0]!.onText).toBeTypeOf("function");
  });
});

describe("user/ask", () => {
  test("waits like an approval and hands the answer to the model", async () => {
    const model = scriptedModel((_request, asked) =>
      asked === 1 ? { calls: [{ name: "user/ask", arguments: { question: "Which order?" } }] } : { text: "thanks" },
    );
    const workflow = defineWorkflow({
      name: "asks",
      state: TestState,
      start: "work",
      nodes: { work: skillNode({ skill: "work", input: () => "go", save: (text) => ({ answer: text }) }) },
      edges: { work: "end" },
    });
    const runner = createRunner({ workflow, skills: skillsOf({ work: "Ask." }), model, store: createMemoryStore() });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    expect(waiting.approvals[0]).toMatchObject({ kind: "question", title: "Which order?" });
    const id = waiting.approvals[0].id;
    await expect(runner.resume("t", { [id]: { approved: true } })).rejects.toMatchObject({ code: "DECISION_INVALID" });
    const done = await runner.resume("t", { [id]: { approved: true, answer: "number 7", by: "user" } });
    expect(done).toMatchObject({ status: "completed", answer: "thanks" });
    expect(results(model.requests[1]!)).toEqual(['{"answer":"number 7"}']);
  });
});
