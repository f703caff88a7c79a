import { expect, test } from "vitest";
import { block, call, sopStage, statuses } from "./sop-kit.ts";

const ordered = block(`
steps:
  - id: first
    tool: a/one
  - id: second
    tool: a/two
    after: [first]
never: [a/three]
`);

const wrong = [{ calls: [call("a/two")] }, { calls: [call("a/three")] }, { text: "done" }];

test("report lets everything pass and tells what was wrong", async () => {
  const stage = sopStage({ body: ordered, sop: "report", script: wrong });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.ran).toContain("a/three ends");
  const [row] = await stage.kept();
  expect(row).toMatchObject({ mode: "report", conforms: false, refused: [] });
  expect(statuses(row)).toEqual({ first: "missing", second: "out-of-order", "never a/three": "forbidden" });
  expect(stage.model.requests[0]!.tools.map((tool) => tool.name)).not.toContain("sop/skip");
});

test("off keeps no ledger", async () => {
  const stage = sopStage({ body: ordered, sop: "off", script: wrong });
  expect(await stage.start()).toMatchObject({ status: "completed", answer: "done" });
  expect(await stage.kept()).toEqual([]);
  expect(stage.events.filter(({ type }) => type === "sop-step" || type === "conformance")).toEqual([]);
});

test("tells each step while it happens, and the whole at the end of the node", async () => {
  const stage = sopStage({ body: ordered, script: [{ calls: [call("a/one"), call("a/two")] }, { text: "done" }] });
  await stage.start();
  const told = stage.events.flatMap((event) => {
    if (event.type === "sop-step") return [`${event.step} ${event.status}, line ${event.line}`];
    return event.type === "tool-result" || event.type === "conformance" || event.type === "node-end"
      ? [event.type]
      : [];
  });
  expect(told).toEqual([
    "first done, line 9",
    "tool-result",
    "second done, line 11",
    "tool-result",
    "conformance",
    "node-end",
  ]);
});
