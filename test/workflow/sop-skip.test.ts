import { expect, test } from "vitest";
import { results } from "./kit.ts";
import { block, call, skip, sopStage, statuses, waitsFor } from "./sop-kit.ts";

const body = block(`
steps:
  - id: look
    tool: a/one
  - id: act
    tool: a/two
    when: { step: look, path: storm, equals: true }
`);

test("a step is skipped with a reason, which the trace and the report tell", async () => {
  const stage = sopStage({ body, script: [{ calls: [skip("look", "Nothing to see.")] }, { text: "done" }] });
  expect(await stage.start()).toMatchObject({ status: "completed" });
  expect(stage.events.filter((event) => event.type === "sop-step")).toMatchObject([
    { step: "look", status: "skipped", reason: "Nothing to see.", line: 9 },
  ]);
  expect((await stage.kept())[0]!.steps[0]).toMatchObject({ status: "skipped", reason: "Nothing to see." });
});

test("a reason of blanks is no reason", async () => {
  const stage = sopStage({
    body,
    script: [{ calls: [skip("look", " \n")] }, { calls: [call("a/one")] }, { text: "done" }],
  });
  expect(await stage.start()).toMatchObject({ status: "completed" });
  expect(results(stage.model.requests[1]!)[0]).toContain("reason");
  expect(statuses((await stage.kept())[0])).toMatchObject({ look: "done" });
});

test.each([
  ["a step that does not exist", "lok", 'There is no step "lok"; the steps are "look", "act".'],
  ["a step whose condition is not known yet", "act", 'Whether step "act" (line 11) is due is not known yet'],
  ["a MUST without a condition, in enforce", "look", "is a MUST without a condition; it cannot be skipped"],
])("%s cannot be skipped", async (_what, step, reason) => {
  const stage = sopStage({
    body,
    sop: "enforce",
    script: [{ calls: [skip(step)] }, { calls: [call("a/one")] }, { text: "done" }],
  });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(results(stage.model.requests[1]!)[0]).toContain(reason);
  expect((await stage.kept())[0]).toMatchObject({ conforms: true });
});

test("a step that is due cannot be skipped in guide either", async () => {
  const stage = sopStage({
    body,
    script: [
      { calls: [call("a/one", "storm")] },
      { calls: [skip("act")] },
      { calls: [call("a/two")] },
      { text: "done" },
    ],
  });
  expect(await stage.start()).toMatchObject({ status: "completed" });
  expect(results(stage.model.requests[2]!).at(-1)).toContain(
    'Step "act" (line 11) is due, since storm of "look" is true; it must be done.',
  );
  expect(statuses((await stage.kept())[0])).toEqual({ look: "done", act: "done" });
});

test("a skip makes room for the next call of the same turn", async () => {
  const stage = sopStage({
    body: "1. You MUST look with `a/one`.\n2. You MUST look with `a/two`.\n",
    script: [{ calls: [skip("1"), call("a/two")] }, { text: "done" }],
  });
  expect(await stage.start()).toMatchObject({ status: "completed" });
  expect(stage.ran).toEqual(["a/two begins", "a/two ends"]);
});

test("a step that a person refused is accounted for with a reason", async () => {
  const stage = sopStage({
    body: "1. You MUST pay with `d/pay`.\n",
    script: [{ calls: [call("d/pay")] }, { text: "refused" }, { calls: [skip("1", "Ana said no.")] }, { text: "done" }],
  });
  const waiting = await stage.start();
  expect(waiting.status).toBe("waiting");
  const [id = ""] = waitsFor(waiting);
  const result = await stage.runner.resume("t", { [id]: { approved: false, by: "Ana" } });
  expect(result).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.ran).toEqual([]);
  expect((await stage.kept())[0]).toMatchObject({
    conforms: true,
    steps: [{ status: "skipped", reason: "Ana said no." }],
  });
});
