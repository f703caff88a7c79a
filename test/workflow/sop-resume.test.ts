import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { block, call, skip, sopStage, statuses, waitsFor } from "./sop-kit.ts";

const body = block(`
steps:
  - id: look
    tool: a/one
    evidence: [id]
  - id: pay
    tool: d/pay
    after: [look]
    times: 1
    deadline: 10 min
  - id: tell
    tool: a/two
    after: [pay]
  - id: file
    tool: a/three
`);

test("a run that waited for a person keeps its ledger, asks no model again, and pays once", async () => {
  const stage = sopStage({
    body,
    sop: "enforce",
    script: [
      { calls: [call("a/two")] },
      { calls: [call("a/one"), call("d/pay"), call("a/two")] },
      { calls: [call("a/two"), call("a/three")] },
      { text: "done" },
    ],
  });
  const waiting = await stage.start();
  expect(waiting.status).toBe("waiting");
  expect(statuses((await stage.kept())[0])).toEqual({ look: "done", pay: "missing", tell: "missing", file: "missing" });
  const before = stage.model.requests.length;
  const [id = ""] = waitsFor(waiting);
  const result = await stage.runner.resume("t", { [id]: { approved: true, by: "Ana" } });
  expect(result).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.model.requests.length - before).toBe(2);
  expect(stage.ran.filter((line) => line === "d/pay x")).toHaveLength(1);
  const kept = await stage.kept();
  expect(kept).toMatchObject([{ path: "work", conforms: true, steps: [{ evidence: { id: "x" } }, {}, {}, {}] }]);
  expect(statuses(kept[0])).toEqual({ look: "done", pay: "done", tell: "done", file: "done" });
  expect(kept[0]!.refused).toMatchObject([{ tool: "a/two" }]);
});

test("two calls that wait for a person each keep their own step", async () => {
  const twice = block(`
steps:
  - id: pay
    tool: d/pay
    times: 2
`);
  const stage = sopStage({
    body: twice,
    sop: "enforce",
    script: [{ calls: [call("d/pay", "one"), call("d/pay", "two")] }, { text: "done" }],
  });
  const waiting = await stage.start();
  const [one = "", two = ""] = waitsFor(waiting);
  const half = await stage.runner.resume("t", { [two]: { approved: true, by: "Ana" } });
  expect(half.status).toBe("waiting");
  const result = await stage.runner.resume("t", { [one]: { approved: true, by: "Ana" } });
  expect(result).toMatchObject({ status: "completed", answer: "done" });
  expect(stage.ran.toSorted()).toEqual(["d/pay one", "d/pay two"]);
  expect(statuses((await stage.kept())[0])).toEqual({ pay: "done" });
});

test("a run that was stopped goes on in another process with the steps, skips and times it had", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-sop-"));
  const file = join(folder, "store.db");
  const prose = "1. You MUST look with `a/one`.\n2. You MUST look with `a/two`.\n3. You MUST look with `a/three`.\n";
  const first = createSqliteStore({ file });
  const stop = new AbortController();
  const script = [{ calls: [call("a/one"), skip("2", "It is shut.")] }];
  const stage = sopStage({ body: prose, script, store: first });
  const onEvent = (event: { readonly type: string }): void => {
    // The second turn is never asked for.
    if (event.type === "sop-step" && (event as { status?: string }).status === "skipped") stop.abort();
  };
  const stopped = await stage.runner
    .start({ request: "go" }, { thread: "t", signal: stop.signal, onEvent })
    .catch((error: unknown) => error);
  expect(stage.model.requests).toHaveLength(1);
  expect(stopped).toBeDefined();
  await first.close();

  const second = createSqliteStore({ file });
  const later = sopStage({
    body: prose,
    script: [{ calls: [call("a/three")] }, { text: "done" }],
    store: second,
  });
  expect(await later.runner.resume("t")).toMatchObject({ status: "completed", answer: "done" });
  const [row] = await later.kept();
  expect(statuses(row)).toEqual({ 1: "done", 2: "skipped", 3: "done" });
  const calls = await second.runCalls((await second.runs("t"))[0]!.id);
  expect(row!.steps[0]!.doneAt).toBe(calls.find(({ tool }) => tool === "a/one")!.finishedAt);
  expect(later.ran).toEqual(["a/three begins", "a/three ends"]);
  await second.close();
  rmSync(folder, { recursive: true });
});
