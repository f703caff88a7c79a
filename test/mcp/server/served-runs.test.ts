import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { OpenedWorkflow, ServedWorkflow } from "../../../src/mcp/server/serve-parts.ts";
import { openServedRuns, type ServedRuns } from "../../../src/mcp/server/served-runs.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { RunRow } from "../../../src/store/run-store.ts";
import { defineWorkflow } from "../../../src/workflow/define-workflow.ts";

const workflow = defineWorkflow({
  name: "w",
  state: z.object({ answer: z.string().default("") }),
  start: "a",
  nodes: { a: () => ({}) },
  edges: { a: "end" },
});

/** Served runs of one workflow, and what was opened and closed of it. */
function runsOf(
  served: Pick<ServedWorkflow, "fresh">,
  fails = 0,
): { readonly runs: ServedRuns; readonly happened: string[] } {
  const happened: string[] = [];
  let left = fails;
  const open = async (run?: RunRow): Promise<OpenedWorkflow> => {
    happened.push(run ? `opened for ${run.id}` : "opened");
    if (left-- > 0) throw new Error("not yet");
    return { close: async () => void happened.push("closed") } as OpenedWorkflow;
  };
  const parts = {
    registry: createToolRegistry(),
    store: createMemoryStore(),
    workflows: [{ workflow, open, ...served }],
  };
  return { runs: openServedRuns(parts, {}), happened };
}

describe("what works on the runs of a workflow", () => {
  test("is opened once, and closed with the server", async () => {
    const { runs, happened } = runsOf({});
    await Promise.all([runs.use("w", async () => 1), runs.use("w", async () => 2)]);
    expect(happened).toEqual(["opened"]);
    await runs.close();
    expect(happened).toEqual(["opened", "closed"]);
  });

  test("is opened for each piece of work where it serves one only", async () => {
    const { runs, happened } = runsOf({ fresh: true });
    await runs.use("w", async () => happened.push("worked"));
    await expect(runs.use("w", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await runs.close();
    expect(happened).toEqual(["opened", "worked", "closed", "opened", "closed"]);
  });

  test("is opened for the run that goes on, where the run began with a rehearsal", async () => {
    const { runs, happened } = runsOf({});
    const run = { id: "t/1", rehearsal: "a.yaml" } as RunRow;
    for (const goesOn of [undefined, run, { id: "t/2" } as RunRow]) await runs.use("w", async () => 1, goesOn);
    expect(happened).toEqual(["opened", "opened for t/1", "closed"]);
  });

  test("is opened again after it could not be", async () => {
    const { runs, happened } = runsOf({}, 1);
    await expect(runs.use("w", async () => 1)).rejects.toThrow("not yet");
    expect(await runs.use("w", async () => 2)).toBe(2);
    expect(happened).toEqual(["opened", "opened"]);
  });
});

test("the end waits for work that is under way", async () => {
  const { runs } = runsOf({});
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = false;
  void runs.track(promise);
  const closing = runs.close().then(() => (ended = true));
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  resolve();
  await closing;
  expect(ended).toBe(true);
});

test("the end does not wait for ever", async () => {
  const { runs } = runsOf({});
  void runs.track(new Promise(() => {}));
  await expect(runs.close()).resolves.toBeUndefined();
});
