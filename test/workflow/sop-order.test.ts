import { describe, expect, test } from "vitest";
import { results } from "./kit.ts";
import { block, call, sopStage, statuses, toldLast } from "./sop-kit.ts";

const ordered = block(`
steps:
  - id: first
    tool: a/one
  - id: second
    tool: a/two
    after: [first]
never: [a/three]
`);

describe("at the call", () => {
  test("a call out of order is refused with the step, its line and what makes it right, and then done", async () => {
    const stage = sopStage({
      body: ordered,
      script: [{ calls: [call("a/two")] }, { calls: [call("a/one")] }, { calls: [call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
    expect(results(stage.model.requests[1]!)).toEqual([
      'a/two was not run. Step "second" (line 11) comes later: first "first" is done. First do step "first" (a/one), then call again. (work/SKILL.md:11) Keep to the steps of the procedure, and to their order.',
    ]);
    expect(stage.ran).toEqual(["a/one begins", "a/one ends", "a/two begins", "a/two ends"]);
    const [row] = await stage.kept();
    expect(row).toMatchObject({ path: "work", visit: 1, skill: "work", mode: "guide", conforms: true });
    expect(row!.refused).toEqual([
      {
        callId: expect.any(String) as string,
        tool: "a/two",
        reason: 'Step "second" (line 11) comes later: first "first" is done.',
      },
    ]);
    expect(statuses(row)).toEqual({ first: "done", second: "done", "never a/three": "kept" });
    expect(row!.steps[0]).toEqual({
      step: "first",
      text: "a/one",
      level: "must",
      line: 9,
      status: "done",
      calls: [expect.any(String) as string],
      doneAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
  });

  test("a forbidden call is refused, and the run conforms", async () => {
    const stage = sopStage({
      body: ordered,
      script: [{ calls: [call("a/three")] }, { calls: [call("a/one"), call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(results(stage.model.requests[1]!)).toEqual([
      "a/three was not run. The procedure forbids a/three (line 14). Go on without this call. (work/SKILL.md:14) The procedure forbids it. Do not call it again; go on without it.",
    ]);
    expect(stage.ran).not.toContain("a/three begins");
    expect((await stage.kept())[0]).toMatchObject({ conforms: true, refused: [{ tool: "a/three" }] });
  });

  test("two calls of one turn, of which the second needs the first, run one after the other", async () => {
    const stage = sopStage({ body: ordered, script: [{ calls: [call("a/one"), call("a/two")] }, { text: "done" }] });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(stage.ran).toEqual(["a/one begins", "a/one ends", "a/two begins", "a/two ends"]);
  });

  test("the first of two calls of one turn is refused when it needs the second", async () => {
    const stage = sopStage({
      body: ordered,
      script: [{ calls: [call("a/two"), call("a/one")] }, { calls: [call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(stage.ran).toEqual(["a/one begins", "a/one ends", "a/two begins", "a/two ends"]);
  });

  test("prose orders its unconditional MUST steps too", async () => {
    const stage = sopStage({
      body: "1. You MUST look with `a/one`.\n2. You MUST look with `a/two`.\n",
      script: [{ calls: [call("a/two")] }, { calls: [call("a/one"), call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(results(stage.model.requests[1]!)[0]).toContain('Step "2" (line 6) comes later');
  });

  test("a step whose condition is false is not due, and a call that could only serve it is refused", async () => {
    const body = block(`
steps:
  - id: look
    tool: a/one
  - id: act
    tool: a/two
    when: { step: look, path: storm, equals: true }
`);
    const stage = sopStage({
      body,
      script: [{ calls: [call("a/one")] }, { calls: [call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(toldLast(stage.model)[0]).toContain(
      'Step "act" (line 11) is not due: it asks that storm of "look" is true.',
    );
    expect(statuses((await stage.kept())[0])).toEqual({ look: "done", act: "not-due" });
  });

  test("a fallback tool does the step of the tool it stands in for", async () => {
    const body = block(`
steps:
  - id: look
    tool: a/down
  - id: later
    tool: a/two
    after: [look]
`);
    const stage = sopStage({
      body,
      script: [{ calls: [call("a/down")] }, { calls: [call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    const [row] = await stage.kept();
    expect(statuses(row)).toEqual({ look: "done", later: "done" });
    expect(row!.steps[0]!.calls).toHaveLength(2);
  });
});

test("a fallback tool is bound by bans, not by the order of its own step", async () => {
  const body = block(`
steps:
  - id: look
    tool: a/down
  - id: spare
    tool: a/spare
    after: [look]
`);
  const script = [{ calls: [call("a/down")] }, { calls: [call("a/spare")] }, { text: "done" }];
  const stage = sopStage({ body, script });
  expect(await stage.start()).toMatchObject({ status: "completed" });
  expect(statuses((await stage.kept())[0])).toEqual({ look: "done", spare: "done" });
  const banned = block("steps:\n  - { id: look, tool: a/down, accept: failed }\nnever: [a/spare]\n");
  const without = sopStage({ body: banned, script: [script[0]!, { text: "done" }] });
  expect(await without.start()).toMatchObject({ status: "degraded" });
  expect(without.ran).toEqual([]);
  expect((await without.kept())[0]!.refused).toMatchObject([{ tool: "a/spare" }]);
});

test("two calls of one tool that serve two steps run one after the other, others side by side", async () => {
  const twoSteps = block(`
steps:
  - id: first
    tool: a/one
    args: { id: x }
  - id: second
    tool: a/one
    after: [first]
    args: { id: { step: first, path: id } }
`);
  const both = [{ calls: [call("a/one"), call("a/one")] }, { text: "done" }];
  const stage = sopStage({ body: twoSteps, sop: "enforce", script: both });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.ran).toEqual(["a/one begins", "a/one ends", "a/one begins", "a/one ends"]);
  const oneStep = sopStage({ body: block("steps:\n  - { id: look, tool: a/one }\n"), script: both });
  expect(await oneStep.start()).toMatchObject({ status: "completed" });
  expect(oneStep.ran).toEqual(["a/one begins", "a/one begins", "a/one ends", "a/one ends"]);
});

test("of two calls in one turn that share a confirmation the second is refused, and each with its own runs", async () => {
  const shared = block(`
steps:
  - { id: ask, tool: a/one, level: may }
  - { id: pay, tool: a/two, level: may, after: [{ step: ask, same: id, fresh: true }] }
`);
  const stage = sopStage({
    body: shared,
    sop: "enforce",
    script: [
      { calls: [call("a/one", "A"), call("a/two", "A"), call("a/two", "A")] },
      { calls: [call("a/one", "A"), call("a/one", "B"), call("a/two", "B"), call("a/two", "A")] },
      { text: "done" },
    ],
  });
  expect(await stage.start()).toMatchObject({ answer: "done" });
  expect(stage.ran.filter((line) => line === "a/two begins")).toHaveLength(3);
  expect((await stage.kept())[0]!.refused).toMatchObject([
    { tool: "a/two", reason: 'Step "pay" (line 10) comes later: first "ask" is done (anew, for the same id).' },
  ]);
});
