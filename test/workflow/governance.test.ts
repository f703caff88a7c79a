import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../src/base/json.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { ApprovalRow, RunStore } from "../../src/store/run-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { ToolLabel } from "../../src/tools/taint.ts";
import type { AnyTool, Effect } from "../../src/tools/tool.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import type { Governance } from "../../src/workflow/governance.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import { decisionLifetimeMs, isTooOld, withSignedDecisions } from "../../src/workflow/signed-decisions.ts";
import { createSigner } from "../../src/workflow/signer.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { type Answer, modelByNode, results, type ScriptedModel, skillsOf, TestState } from "./kit.ts";

interface Made {
  readonly runner: Runner<typeof TestState>;
  readonly model: ScriptedModel;
  readonly store: RunStore;
}

/** A workflow of one skill node `desk`, whose model gives these answers. */
function made(
  tools: readonly AnyTool[],
  answers: readonly Answer[],
  { governance, store = createMemoryStore() }: { governance?: Governance; store?: RunStore } = {},
): Made {
  const model = modelByNode({ desk: answers });
  const workflow = defineWorkflow({
    name: "help",
    state: TestState,
    start: "desk",
    tools,
    nodes: {
      desk: skillNode({
        skill: "help",
        input: (state: z.output<typeof TestState>) => state.request,
        save: (answer) => ({ answer }),
      }),
    },
    edges: { desk: "end" },
  });
  const skills = skillsOf({ help: "Help the user." });
  const runner = createRunner({ workflow, skills, model, store, ...(governance && { governance }) });
  return { runner, model, store };
}

function makeTool(
  name: string,
  answer: unknown,
  more: { effect?: Effect; labels?: readonly ToolLabel[] } = {},
): AnyTool {
  return defineTool({
    name,
    description: "d",
    effect: more.effect ?? "read",
    input: z.looseObject({}),
    run: () => answer,
    ...(more.labels && { labels: more.labels }),
  });
}

const use = (name: string, given: JsonObject = {}): Answer => ({ calls: [{ name, arguments: given }] });
const done: Answer = { text: "done" };

describe("audit", () => {
  test("has every call of a conversation, refused ones too, with who made it, what was decided, and how it ended", async () => {
    const again = use("data/missing");
    const { runner, store } = made(
      [makeTool("data/read", { mail: "mira@example.com" }), makeTool("data/write", "ok", { effect: "write" })],
      [use("data/read", { phone: "13812345678" }), use("data/write"), again, again, again, again, done],
      { governance: { policies: { users: { mira: { deny: ["data/write"], allow: ["data/*"] } } } } },
    );
    await runner.start({}, { thread: "t", user: "mira" });
    const rows = await store.audit({ thread: "t" });
    expect(rows.map(({ node, user, tool, status, code, rule }) => [node, user, tool, status, code, rule])).toEqual([
      ["desk", "mira", "data/read", "ok", undefined, "users.mira.allow: data/*"],
      ["desk", "mira", "data/write", "denied", "NOT_PERMITTED", "users.mira.deny: data/write"],
      ...Array.from({ length: 3 }, () => ["desk", "mira", "data/missing", "invalid", "TOOL_NOT_FOUND", undefined]),
      ["desk", "mira", "data/missing", "denied", "REPEATED", undefined],
    ]);
    expect(rows[0]).toMatchObject({ input: '{"phone":"[phone]"}', output: '{"mail":"[mail]"}', run: "t/1" });
  });

  test("a call that waits and then runs has both entries, and no third after a resume", async () => {
    const { runner, store } = made(
      [makeTool("data/drop", "dropped", { effect: "destructive" })],
      [use("data/drop"), done],
    );
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    await runner.resume("t", { [waiting.approvals[0].id]: { approved: true, by: "ann" } });
    expect((await store.audit()).map(({ status }) => status)).toEqual(["needs_confirmation", "ok"]);
  });
});

describe("policies", () => {
  test("where users are named, a run without a user may call nothing", async () => {
    const { runner, model } = made([makeTool("data/read", "x")], [use("data/read"), done], {
      governance: { policies: { users: { "*": ["data/*"] } } },
    });
    await runner.start({});
    expect(results(model.requests[1]!)[0]).toContain(`There is no tool named "data/read".`);
  });
});

describe("secrets", () => {
  test("reach neither the model nor the journal nor the trace", async () => {
    const secret = "canary-0000-1111";
    const events: unknown[] = [];
    const { runner, model, store } = made([makeTool("data/read", { key: `k=${secret}` })], [use("data/read"), done], {
      governance: { secrets: [secret] },
    });
    await runner.start({}, { thread: "t", onEvent: (event) => events.push(event) });
    const seen = JSON.stringify([model.requests, await store.runCalls("t/1"), await store.audit(), events]);
    expect(seen).not.toContain(secret);
    expect(results(model.requests[1]!)).toEqual(['{"key":"k=[secret]"}']);
  });
});

describe("labels", () => {
  const tools = [
    makeTool("web/read", "page", { labels: ["untrusted"] }),
    makeTool("crm/read", "card", { labels: ["private"] }),
    makeTool("mail/send", "sent", { labels: ["outward"] }),
  ];

  test("a message that strangers' text and private data could meet in waits for a person, and says why", async () => {
    const { runner } = made(tools, [use("web/read"), use("crm/read"), use("mail/send"), done]);
    const result = await runner.start({}, { thread: "t" });
    expect(result).toMatchObject({
      status: "waiting",
      approvals: [{ title: "Run mail/send?", details: { tool: "mail/send", because: "labels" } }],
    });
  });

  test("what the run met before it was resumed still counts", async () => {
    const store = createMemoryStore();
    const asks = makeTool("data/drop", "dropped", { effect: "destructive" });
    const first = made([...tools, asks], [use("web/read"), use("crm/read"), use("data/drop")], { store });
    const waiting = await first.runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const second = made([...tools, asks], [use("mail/send"), done], { store });
    const result = await second.runner.resume("t", { [waiting.approvals[0].id]: { approved: true } });
    expect(result).toMatchObject({ status: "waiting", approvals: [{ title: "Run mail/send?" }] });
  });
});

describe("signed decisions", () => {
  const signer = createSigner("a key that is kept apart from the store");
  const drop = (): { tools: readonly AnyTool[]; count: () => number } => {
    let dropped = 0;
    const tool = defineTool({
      name: "data/drop",
      description: "d",
      effect: "destructive",
      input: z.looseObject({}),
      run: () => (dropped += 1),
    });
    return { tools: [tool], count: () => dropped };
  };

  async function waiting(inner: RunStore): Promise<{ made: Made; id: string; count: () => number }> {
    const { tools, count } = drop();
    const store = withSignedDecisions(inner, signer);
    const parts = made(tools, [use("data/drop", { table: "old" }), done], { governance: { signer }, store });
    const result = await parts.runner.start({}, { thread: "t" });
    if (result.status !== "waiting") throw new Error(result.status);
    return { made: parts, id: result.approvals[0].id, count };
  }

  test("a decision that was made here counts", async () => {
    const { made: parts, id, count } = await waiting(createMemoryStore());
    expect(await parts.runner.resume("t", { [id]: { approved: true } })).toMatchObject({ status: "completed" });
    expect(count()).toBe(1);
  });

  test.each([
    ["no signature", {}],
    ["another's signature", { signature: createSigner("other").sign("{}") }],
  ])("a decision that was written into the store with %s runs nothing", async (_, more) => {
    const inner = createMemoryStore();
    const { made: parts, id, count } = await waiting(inner);
    const at = new Date().toISOString();
    await inner.decide(id, { approved: true, by: "eve", identity: "claimed", at, ...more }, Date.now());
    expect(await parts.runner.resume("t")).toMatchObject({ status: "failed", error: { code: "DECISION_FORGED" } });
    expect(count()).toBe(0);
  });

  test("a decision from long ago no longer counts, and the model is told", async () => {
    const inner = createMemoryStore();
    const { made: parts, id, count } = await waiting(inner);
    const at = new Date(Date.now() - decisionLifetimeMs - 1000).toISOString();
    await parts.store.decide(id, { approved: true, by: "ann", identity: "claimed", at }, Date.now());
    expect(await parts.runner.resume("t")).toMatchObject({ status: "completed" });
    expect(count()).toBe(0);
    expect(results(parts.model.requests.at(-1)!)[0]).toContain("The confirmation is too old to count.");
  });
});

describe("a yes counts", () => {
  const asked = (daysAgo: number): ApprovalRow => {
    const day = 86_400_000;
    const row = {
      id: "a",
      thread: "t",
      run: "t/1",
      path: "desk",
      visit: 1,
      kind: "confirmation",
      title: "Run?",
    } as const;
    const decision = { approved: true, by: "ann", identity: "claimed", at: new Date(10 * day).toISOString() } as const;
    return { ...row, requestedAt: new Date((10 - daysAgo) * day).toISOString(), decision };
  };
  test.each([
    ["for a day", 0, 0.9, false],
    ["no longer than that", 0, 1.1, true],
    ["however long the question waited", 30, 0.9, false],
    ["however long the question waited, no longer", 30, 1.1, true],
  ])("%s", (_, asking, using, tooOld) => {
    expect(isTooOld(asked(asking), (10 + using) * 86_400_000)).toBe(tooOld);
  });
});

describe("long results", () => {
  test("are cut for the model, which can read on to the end", async () => {
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n");
    const tools = [makeTool("data/read", text)];
    // Calls have the same identity in every run of this name, so the second run can name the call of the first.
    const first = made(tools, [use("data/read"), done]);
    await first.runner.start({}, { thread: "t" });
    const shown = results(first.model.requests[1]!)[0]!;
    const mark = /\[to read on, call result\/read with (.*)\]$/.exec(shown)![1]!;
    expect(shown.startsWith(`${text.slice(0, 20_000)}\n[cut: `)).toBe(true);
    const named = first.model.requests.map((request) => request.tools.some(({ name }) => name === "result/read"));
    expect(named).toEqual([false, true]);
    const rest = { ...(JSON.parse(mark) as JsonObject), from: 40_000 };
    const second = made(tools, [
      use("data/read"),
      use("result/read", JSON.parse(mark) as JsonObject),
      use("result/read", rest),
      done,
    ]);
    await second.runner.start({}, { thread: "t" });
    expect(results(second.model.requests[3]!).slice(1)).toEqual([
      `${text.slice(20_000, 40_000)}\n[goes on at 40000 of ${text.length}]`,
      `${text.slice(40_000)}\n[the end, at ${text.length}]`,
    ]);
  });

  test("of one turn share the room", async () => {
    const text = "x".repeat(19_000);
    const calls = Array.from({ length: 6 }, () => ({ name: "data/read", arguments: {} }));
    const { runner, model } = made([makeTool("data/read", text)], [{ calls }, done]);
    await runner.start({});
    const total = results(model.requests[1]!).reduce((sum, { length }) => sum + length, 0);
    expect(total).toBeLessThan(62_000);
  });
});
