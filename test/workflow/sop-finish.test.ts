import { describe, expect, test } from "vitest";
import { block, call, skip, sopStage, statuses, toldLast } from "./sop-kit.ts";

const body = block(`
steps:
  - id: look
    tool: a/one
  - id: tell
    text: Tell the office.
    tool: a/two
    after: [look]
`);
const early = { text: "early" };

describe("a finish with steps open", () => {
  test("is answered with what is missing; the model does it and finishes again", async () => {
    const stage = sopStage({
      body,
      script: [{ calls: [call("a/one")] }, early, { calls: [call("a/two")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
    expect(stage.model.requests[2]!.messages.at(-1)).toEqual({
      role: "user",
      text: [
        "Not finished yet. These steps of the procedure are due and not accounted for:",
        "- step tell: Tell the office. (a/two)",
        "Do them now, or account for a step that does not apply or cannot be done with sop/skip and the reason. Then finish again.",
      ].join("\n"),
    });
    expect(await stage.kept()).toMatchObject([{ conforms: true }]);
  });

  test("names what must come first", async () => {
    const stage = sopStage({ body, script: [early, { calls: [call("a/one"), call("a/two")] }, { text: "done" }] });
    expect(await stage.start()).toMatchObject({ status: "completed" });
    expect(stage.model.requests[1]!.messages.at(-1)!.text).toContain(
      "- step look: a/one\n- step tell: Tell the office. (a/two; step look first)\n",
    );
  });

  test("ends degraded in guide when the nudges are used up", async () => {
    const stage = sopStage({ body, script: [{ calls: [call("a/one")] }, early, early, { text: "last" }] });
    expect(await stage.start()).toMatchObject({ status: "degraded", answer: "last" });
    expect(stage.model.requests).toHaveLength(4);
    const end = stage.events.find((event) => event.type === "node-end");
    expect(end).toMatchObject({
      status: "degraded",
      note: "Step tell of the procedure (line 11) is missing: Tell the office.",
    });
    const [row] = await stage.kept();
    expect(row).toMatchObject({ conforms: false });
    expect(statuses(row)).toEqual({ look: "done", tell: "missing" });
  });

  test("fails with SOP_INCOMPLETE in enforce, and the fallback edge is taken", async () => {
    const stage = sopStage({ body, sop: "enforce", script: [{ calls: [call("a/one")] }, early, early, early] });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "rescued" });
    const ends = stage.events.filter((event) => event.type === "node-end");
    expect(ends).toMatchObject([{ node: "work", status: "failed" }, { node: "rescue" }]);
    expect((await stage.kept())[0]).toMatchObject({ mode: "enforce", conforms: false });
  });

  test("is answered as often as the node says", async () => {
    const never = sopStage({ body, sop: { maxNudges: 0 }, script: [early] });
    expect(await never.start()).toMatchObject({ status: "degraded", answer: "early" });
    expect(never.model.requests).toHaveLength(1);
    const once = sopStage({ body, sop: { mode: "enforce", maxNudges: 1 }, script: [early, early] });
    expect(await once.start()).toMatchObject({ answer: "rescued" });
    expect(once.model.requests).toHaveLength(2);
  });

  test("passes in report", async () => {
    const stage = sopStage({ body, sop: "report", script: [early] });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "early" });
    expect(await stage.kept()).toMatchObject([{ mode: "report", conforms: false }]);
  });
});

describe("what is asked for", () => {
  test("a step without a level word is asked for once and may stay open", async () => {
    const stage = sopStage({ body: "1. Look with `a/one`.\n", script: [early, { text: "still" }] });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "still" });
    expect(stage.model.requests).toHaveLength(2);
    expect(toldLast(stage.model)[0]).toContain("- step 1: Look with `a/one`.\n");
    expect(await stage.kept()).toMatchObject([{ conforms: true, steps: [{ status: "missing", level: "should" }] }]);
  });

  test("a step that was tried in vain is not asked for again, and the run is degraded", async () => {
    const stage = sopStage({
      body: "1. You MUST look with `a/broken`.\n",
      script: [{ calls: [call("a/broken")] }, { text: "the station is down" }],
    });
    expect(await stage.start()).toMatchObject({ status: "degraded", answer: "the station is down" });
    expect(stage.model.requests).toHaveLength(2);
    expect(await stage.kept()).toMatchObject([{ conforms: false, steps: [{ status: "failed" }] }]);
  });

  test("a failed call satisfies a step that accepts it", async () => {
    const accepting = block("steps:\n  - { id: look, tool: a/broken, accept: failed }\n");
    const stage = sopStage({
      body: accepting,
      sop: "enforce",
      script: [{ calls: [call("a/broken")] }, { text: "the station is down" }],
    });
    expect(await stage.start()).toMatchObject({ answer: "the station is down" });
    expect(await stage.kept()).toMatchObject([
      { conforms: true, steps: [{ status: "failed", reason: "the step accepts it" }] },
    ]);
    expect(stage.events).toContainEqual(expect.objectContaining({ type: "sop-step", step: "look", status: "failed" }));
  });

  test("a conditional MUST of prose is accounted for by a skip", async () => {
    const stage = sopStage({
      body: "1. If it rains, you MUST look with `a/one`.\n",
      sop: "enforce",
      script: [early, { calls: [skip("1", "It is dry.")] }, { text: "done" }],
    });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
    expect(await stage.kept()).toMatchObject([
      { conforms: true, steps: [{ step: "1", status: "skipped", reason: "It is dry." }] },
    ]);
  });

  test("guidance is never asked for, and the report says that it cannot be checked", async () => {
    const stage = sopStage({ body: "1. You MUST be kind.\n", sop: "enforce", script: [{ text: "hello" }] });
    expect(await stage.start()).toMatchObject({ status: "completed", answer: "hello" });
    expect(await stage.kept()).toMatchObject([{ conforms: true, steps: [{ status: "not-checkable" }] }]);
  });
});

test("a node that is tried again after a failure keeps the steps it had", async () => {
  let failures = 0;
  const stage = sopStage({
    body,
    sop: "enforce",
    retry: { maxAttempts: 2 },
    script: [
      { calls: [call("a/one")] },
      () => {
        failures += 1;
        throw new Error("the line was cut");
      },
      { calls: [call("a/two")] },
      { text: "done" },
    ],
  });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(failures).toBe(1);
  expect(stage.ran).toEqual(["a/one begins", "a/one ends", "a/two begins", "a/two ends"]);
  expect(await stage.kept()).toMatchObject([{ visit: 1, conforms: true }]);
});

test("a model that forgets one of two is told for which, and does it", async () => {
  const stage = sopStage({
    body: block(
      "steps:\n  - { id: look, tool: a/one }\n  - { id: tell, tool: a/two, times: { each: look, per: id } }\n",
    ),
    sop: "enforce",
    script: [
      { calls: [call("a/one", "A"), call("a/one", "B"), call("a/two", "A")] },
      { text: "done" },
      { calls: [call("a/two", "B")] },
      { text: "done" },
    ],
  });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.model.requests[2]!.messages.at(-1)).toMatchObject({
    text: expect.stringContaining('- step tell: a/two (not done for id "B")') as string,
  });
  expect(statuses((await stage.kept())[0])).toEqual({ look: "done", tell: "done" });
});
