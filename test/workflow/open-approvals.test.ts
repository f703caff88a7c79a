import { describe, expect, test } from "vitest";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { approvalNode, type ApprovalNodeSpec } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { addresseeOf } from "../../src/workflow/to-run-result.ts";
import { modelByNode, skillsOf, TestState, type TestStateValue } from "./kit.ts";

type Spec = Pick<ApprovalNodeSpec<TestStateValue, undefined, undefined>, "to" | "escalate" | "deadline">;

const hour = 3_600_000;

function runnerOf(name: string, spec: Spec, store = createMemoryStore()) {
  const workflow = defineWorkflow({
    name,
    state: TestState,
    start: "ask",
    nodes: {
      ask: approvalNode({
        ask: () => ({ title: "?" }),
        save: ({ approved, by }) => ({ answer: `${approved} by ${by}` }),
        ...spec,
      }),
    },
    edges: { ask: "end" },
  });
  return { store, runner: createRunner({ workflow, skills: skillsOf({}), model: modelByNode({}), store }) };
}

describe("what waits for a person", () => {
  test("is listed by workflow, thread and who is to decide, and no more once its run has ended", async () => {
    const { runner, store } = runnerOf("first", { to: "desk" });
    const other = runnerOf("second", { to: "head" }, store);
    await runner.start({}, { thread: "a" });
    await runner.start({}, { thread: "b" });
    await other.runner.start({}, { thread: "c" });
    const threads = async (...filter: Parameters<typeof runner.approvals>) =>
      (await runner.approvals(...filter)).map(({ thread }) => thread);
    expect(await threads()).toEqual(["a", "b"]);
    expect(await threads({ thread: "b" })).toEqual(["b"]);
    expect(await threads({ to: "head" })).toEqual([]);
    await runner.cancel("a");
    expect(await threads({ to: "desk" })).toEqual(["b"]);
  });

  test("goes to a second addressee after a time, and the first decision still counts, whoever makes it", async () => {
    const { runner } = runnerOf("late", { to: "desk", escalate: { afterMs: hour, to: "head" } });
    const waiting = await runner.start({}, { thread: "t" });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    expect(waiting.approvals[0].to).toBe("desk");
    const [row] = await runner.approvals();
    const asked = Date.parse(row!.requestedAt);
    expect(row).toMatchObject({ to: "desk", escalation: { at: new Date(asked + hour).toISOString(), to: "head" } });
    expect([asked, asked + hour - 1, asked + hour].map((now) => addresseeOf(row!, now))).toEqual([
      "desk",
      "desk",
      "head",
    ]);
    const done = await runner.resume("t", { [row!.id]: { approved: true, by: "desk" } });
    expect(done).toMatchObject({ status: "completed", state: { answer: "true by desk" } });
  });

  test("is escalated at once where its time is over", async () => {
    const { runner } = runnerOf("now", { to: "desk", escalate: { afterMs: 0, to: "head" } });
    expect(await runner.start({}, { thread: "t" })).toMatchObject({ approvals: [{ to: "head" }] });
    expect(await runner.approvals({ to: "desk" })).toEqual([]);
    expect(await runner.approvals({ to: "head" })).toHaveLength(1);
  });

  test.each(["approve", "reject"] as const)(
    "is decided by its deadline when somebody touches the run: %s",
    async (decide) => {
      const { runner } = runnerOf("over", { deadline: { afterMs: -1, decide } });
      await runner.start({}, { thread: "t" });
      expect(await runner.resume("t")).toMatchObject({
        status: "completed",
        state: { answer: `${decide === "approve"} by deadline` },
      });
    },
  );
});
