import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../src/model/model.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { forkRun } from "../../src/workflow/fork-run.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { skillNode } from "../../src/workflow/skill-node.ts";
import { type Answer, appendLog, modelByNode, results, scriptedModel, skillsOf, TestState } from "./kit.ts";

const call = (name: string, amount: number): Answer => ({ calls: [{ name, arguments: { amount } }] });

type Diligent = (request: ModelRequest) => Answer;

/** Makes the one call of each node, unless it has its result already. */
const diligent: Diligent = (request) => {
  const node = /^Node: (.*)$/m.exec(request.messages[0]!.text)![1]!;
  return results(request).length === 0 ? script[node]![0]! : script[node]![1]!;
};

/** A shop that looks, reserves, asks, and pays; it counts what was done to the world. */
function shop(script: Readonly<Record<string, readonly Answer[]>> | Diligent, store: RunStore = createMemoryStore()) {
  const done: string[] = [];
  const act = (name: string, confirm: "never" | "always") =>
    defineTool({
      name,
      description: `Does ${name}.`,
      effect: "write",
      input: z.object({ amount: z.number() }),
      policy: { confirm },
      run: ({ amount }) => {
        done.push(`${name} ${amount}`);
        if (amount === 13) throw new Error("the line broke");
        return { amount };
      },
    });
  const step = (name: string, grantedBy?: string) =>
    skillNode({
      skill: "shop",
      input: () => name,
      save: (text) => ({ log: [`${name}: ${text}`] }),
      ...(grantedBy !== undefined && { grantedBy }),
    });
  const workflow = defineWorkflow({
    name: "shop",
    state: TestState,
    start: "reserve",
    tools: [act("shop/reserve", "never"), act("shop/pay", "always")],
    nodes: {
      reserve: step("reserve"),
      approve: approvalNode({
        ask: () => ({ title: "Pay 5?" }),
        grants: () => [{ tool: "shop/pay", input: { amount: 5 } }],
        save: ({ approved }) => ({ flag: approved }),
      }),
      pay: step("pay", "approve"),
    },
    edges: { reserve: "approve", approve: "pay", pay: "end" },
    reduce: { log: appendLog },
    conversation: { maxTurns: 4 },
    answer: ({ log }) => log.at(-1),
  });
  const model = typeof script === "function" ? scriptedModel(script) : modelByNode(script);
  return { runner: createRunner({ workflow, skills: skillsOf({ shop: "Do it." }), model, store }), model, done, store };
}

const script: Readonly<Record<string, readonly Answer[]>> = {
  reserve: [call("shop/reserve", 5), { text: "reserved" }],
  pay: [call("shop/pay", 5), { text: "paid" }],
};

/** A run of the shop to its end, on thread `t`; `then` is what the model says in the node `pay` of a fork. */
async function completedShop(then?: readonly Answer[]) {
  const made = shop(then ? { ...script, pay: [...script["pay"]!, ...then] } : diligent);
  const waiting = await made.runner.start({}, { thread: "t" });
  if (waiting.status !== "waiting") throw new Error(waiting.status);
  const ended = await made.runner.resume("t", { [waiting.approvals[0].id]: { approved: true, by: "ana" } });
  expect(ended.status).toBe("completed");
  return made;
}

describe("the points of a run", () => {
  test("are its start, its turns with their calls, and the ends of its nodes", async () => {
    const { runner } = await completedShop();
    const points = await runner.points("t");
    expect(
      points.map(({ number, kind, nodes, turn, calls }) => [
        number,
        kind,
        nodes.map(({ path, visit, status }) => [path, visit, status]).join(),
        turn,
        calls.map(({ tool }) => tool).join(),
      ]),
    ).toEqual([
      [1, "start", "", undefined, ""],
      [2, "turn", "reserve,1,", 1, "shop/reserve"],
      [3, "turn", "reserve,1,", 2, ""],
      [4, "node", "reserve,1,completed", undefined, ""],
      [5, "node", "approve,1,completed", undefined, ""],
      [6, "turn", "pay,1,", 1, "shop/pay"],
      [7, "turn", "pay,1,", 2, ""],
      [8, "node", "pay,1,completed", undefined, ""],
    ]);
  });

  test("that are not there are refused, with those that are", async () => {
    const { runner } = await completedShop();
    await expect(runner.fork("t", { at: 9 })).rejects.toMatchObject({
      code: "FORK_POINT_UNKNOWN",
      message: 'Run "t/1" has no point 9; its points are 1 to 8.',
    });
    await expect(runner.points("t", 2)).rejects.toMatchObject({ message: 'Thread "t" has no run 2; it has 1 run.' });
    await expect(runner.points("x")).rejects.toMatchObject({ code: "THREAD_NOT_FOUND" });
    await expect(runner.fork("t", { into: "t" })).rejects.toMatchObject({ code: "FORK_THREAD_TAKEN" });
  });
});

describe("a fork", () => {
  test("goes on from its point with the state, and asks no model for turns before it", async () => {
    const { runner, model, done, store } = await completedShop([{ text: "not paid" }]);
    const asked = model.requests.length;
    const fork = await runner.fork("t", { at: 5 });
    expect(fork).toMatchObject({ thread: "t-fork-1", run: "t-fork-1/1", of: "t/1", point: { number: 5 } });
    expect(fork.shared.map(({ tool }) => tool)).toEqual(["shop/reserve", "shop/pay"]);
    expect(await runner.resume("t-fork-1")).toMatchObject({
      status: "completed",
      state: { flag: true, log: ["reserve: reserved", "pay: not paid"] },
    });
    expect(model.requests.length - asked).toBe(1);
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5"]);
    expect(await store.run("t/1")).toMatchObject({
      status: "completed",
      state: { log: [expect.anything(), "pay: paid"] },
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("at point %i repeats nothing that the run has changed", async (at) => {
    const { runner, done, model } = await completedShop();
    const fork = await runner.fork("t", { at, into: "f" });
    expect(fork.point.number).toBe(at);
    let result = await runner.resume("f");
    if (result.status === "waiting")
      result = await runner.resume("f", { [result.approvals[0].id]: { approved: true, by: "bo" } });
    expect(result).toMatchObject({
      status: "completed",
      state: { flag: true, log: ["reserve: reserved", "pay: paid"] },
    });
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5"]);
    const told = model.requests.at(-1)!.messages.filter(({ role }) => role === "tool");
    expect(told.every(({ text }) => text.includes("amount"))).toBe(true);
  });

  test("asks anew for what is new in it, and leaves the other run's decisions where they are", async () => {
    const { runner, done } = await completedShop([call("shop/pay", 7), { text: "paid 7" }]);
    await runner.fork("t", { at: 5, into: "f" });
    const waiting = await runner.resume("f");
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    expect(waiting.approvals.map(({ title, kind }) => [title, kind])).toEqual([["Run shop/pay?", "confirmation"]]);
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5"]);
    const ended = await runner.resume("f", { [waiting.approvals[0].id]: { approved: true } });
    expect(ended.status).toBe("completed");
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5", "shop/pay 7"]);
  });

  test("of a run that waits asks its own question; each decision reaches its own", async () => {
    const { runner, done } = shop(diligent);
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const fork = await runner.fork("t");
    expect(fork.leftBehind.map(({ id }) => id)).toEqual([waiting.approvals[0].id]);
    const asked = await runner.resume(fork.thread);
    if (asked.status !== "waiting") throw new Error(asked.status);
    expect(asked.approvals[0].id).not.toBe(waiting.approvals[0].id);
    await expect(runner.resume(fork.thread, { [waiting.approvals[0].id]: { approved: true } })).rejects.toMatchObject({
      code: "APPROVAL_NOT_FOUND",
    });
    const rejected = await runner.resume("t", { [waiting.approvals[0].id]: { approved: false } });
    expect(rejected).toMatchObject({ status: "waiting", state: { flag: false } });
    const approved = await runner.resume(fork.thread, { [asked.approvals[0].id]: { approved: true } });
    expect(approved).toMatchObject({ status: "completed", state: { flag: true } });
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5"]);
  });

  test("takes as often what the run did twice, and does itself what comes on top", async () => {
    const twice = [call("shop/reserve", 5), call("shop/reserve", 5), { text: "twice" }];
    const thrice = [...twice.slice(0, 2), call("shop/reserve", 5), { text: "thrice" }];
    const { runner, done } = shop({ reserve: [...twice, ...thrice] });
    await runner.start({}, { thread: "t" });
    await runner.fork("t", { at: 1 });
    await runner.resume("t-fork-1");
    expect(done).toEqual(["shop/reserve 5", "shop/reserve 5", "shop/reserve 5"]);
  });

  test("of a fork shares what either has changed", async () => {
    const { runner, done, store } = await completedShop([
      call("shop/pay", 5),
      call("shop/reserve", 9),
      { text: "both" },
      call("shop/reserve", 9),
      { text: "all" },
    ]);
    await runner.fork("t", { at: 5, into: "f" });
    expect((await runner.resume("f")).status).toBe("completed");
    await runner.fork("f", { at: 4, into: "g" });
    expect((await runner.resume("g")).status).toBe("completed");
    expect(done).toEqual(["shop/reserve 5", "shop/pay 5", "shop/reserve 9"]);
    const origins = (await store.runCalls("g/1")).map(({ tool, sharedFrom }) => [tool, sharedFrom !== undefined]);
    expect(origins).toEqual([
      ["shop/reserve", true],
      ["shop/reserve", true],
    ]);
  });

  test("asks a person about a call whose end the run does not know either", async () => {
    const { runner, done } = shop({
      reserve: [call("shop/reserve", 13), call("shop/reserve", 13)],
    });
    await runner.start({}, { thread: "t" });
    const fork = await runner.fork("t", { at: 1 });
    expect(fork.inDoubt.map(({ tool }) => tool)).toEqual(["shop/reserve"]);
    const asked = await runner.resume(fork.thread);
    expect(asked).toMatchObject({
      status: "waiting",
      approvals: [{ kind: "in-doubt", title: "Did shop/reserve happen?" }],
    });
    expect(done).toEqual(["shop/reserve 13"]);
  });

  test("of a later run knows the conversation before it", async () => {
    const { runner, model } = shop({
      reserve: [{ text: "one" }, { text: "two" }, { text: "three" }],
      pay: [{ text: "p1" }, { text: "p2" }],
    });
    const decide = async (thread: string) => {
      const now = await runner.get(thread);
      if (now?.status === "waiting") await runner.resume(thread, { [now.approvals[0].id]: { approved: true } });
    };
    await runner.start({}, { thread: "t", text: "first question" });
    await decide("t");
    await runner.start({}, { thread: "t", text: "second question" });
    await decide("t");
    await runner.fork("t", { at: 1, into: "f" });
    await runner.resume("f");
    const texts = model.requests.at(-1)!.messages.map(({ text }) => text);
    expect(texts.slice(1)).toEqual(["first question", "pay: p1", "reserve"]);
  });

  test("writes nothing into the audit trail for what it shares", async () => {
    const { runner, store } = await completedShop();
    const before = (await store.audit({})).length;
    await runner.fork("t", { at: 1, into: "f" });
    const waiting = await runner.resume("f");
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    await runner.resume("f", { [waiting.approvals[0].id]: { approved: true } });
    expect((await store.audit({})).length).toBe(before);
  });

  test("that breaks off in its making leaves no thread, and can be made again", async () => {
    const { runner, store } = await completedShop();
    const full = { ...store, putRun: () => Promise.reject(new Error("disk full")) };
    await expect(forkRun(full, "t", { at: 6, into: "f" })).rejects.toThrow("disk full");
    expect(await store.thread("f")).toBeUndefined();
    await runner.fork("t", { at: 6, into: "f" });
    expect(await runner.resume("f")).toMatchObject({ status: "completed" });
    expect((await store.runCalls("f/1")).map(({ tool }) => tool)).toEqual(["shop/reserve", "shop/pay"]);
  });

  test("is refused while a process works on the thread, and needs a thread of its own", async () => {
    const { runner, store } = await completedShop();
    await store.takeLease("t", "process 1 on elsewhere (abc)", { ttlMs: 60_000, now: Date.now() });
    await expect(runner.fork("t")).rejects.toMatchObject({ code: "THREAD_BUSY" });
    await store.dropLease("t", "process 1 on elsewhere (abc)");
    await runner.fork("t", { into: "f" });
    await expect(runner.fork("t", { into: "f" })).rejects.toMatchObject({ code: "FORK_THREAD_TAKEN" });
  });
});
