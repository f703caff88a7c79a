import { describe, expect, test } from "vitest";
import { z } from "zod";
import { completeBackends } from "../../../src/tools/backends.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { runInChild, runInThread } from "../../../src/tools/isolation/run-isolated.ts";
import type { ToolOutcome } from "../../../src/tools/tool-outcome.ts";
import { createThrownReader } from "../../../src/tools/sum-up-thrown.ts";
import { tryCall } from "../gateway/try-gateway.ts";

const module = new URL("./hostile-work.ts", import.meta.url);
const timeout = 30_000;

describe.each([
  ["a thread", runInThread],
  ["a child", runInChild],
] as const)("in %s", (name, isolate) => {
  const run = isolate<{ act: string }, unknown>({ module, memoryMb: 64 });
  const tool = defineTool({
    name: "work/do",
    description: "d",
    effect: "read",
    input: z.object({ act: z.string() }),
    policy: { timeoutMs: 5000 },
    run,
  });
  const call = (act: string, timeoutMs = 5000): Promise<ToolOutcome> =>
    tryCall({ tools: [{ ...tool, policy: { ...tool.policy, timeoutMs } }], input: { act } });

  test(
    "a call is answered with what the module's function gives, and the next finds it warm",
    { timeout },
    async () => {
      expect(await call("count")).toMatchObject({ status: "ok", output: { calls: 1, callId: "c1", key: "c1" } });
      expect(await call("count")).toMatchObject({ status: "ok", output: { calls: 2 } });
    },
  );

  test("the work is told which instance serves it", { timeout }, async () => {
    const backends = completeBackends({ addresses: ["http://10.0.0.1"] });
    expect(await tryCall({ tools: [{ ...tool, backends }], input: { act: "instance" } })).toMatchObject({
      status: "ok",
      output: "http://10.0.0.1",
    });
  });

  test("an endless loop ends at the deadline, and the next call is served", { timeout }, async () => {
    expect(await call("loop", 500)).toMatchObject({ status: "timeout" });
    expect(await call("count")).toMatchObject({ status: "ok" });
  });

  test.each<[string, object]>([
    ["exit", { status: "failed", code: "ISOLATED_END" }],
    ["late throw", { status: "failed", code: "ISOLATED_END" }],
    ["throw a text", { status: "failed", reason: "a text" }],
    ["throw a trap", { status: "failed", reason: "The tool failed without a message." }],
    ["refuse", { status: "failed", code: "NO_SEAT", reason: "No seat is free." }],
    ["function", { status: "failed" }],
    ["balloon", { status: "failed", code: "ISOLATED_END" }],
    ...(name === "a child" ? [["abort", { status: "failed", code: "ISOLATED_END" }] satisfies [string, object]] : []),
  ])("%s harms nobody else", { timeout }, async (act, outcome) => {
    expect(await call(act)).toMatchObject(outcome);
    expect(await call("count")).toMatchObject({ status: "ok" });
  });

  test("a failure keeps its kind, its cause and its place for whoever debugs it", { timeout }, async () => {
    const debug = createThrownReader({ folder: import.meta.dirname });
    const { thrown } = await tryCall({ tools: [tool], input: { act: "caused" }, debug });
    expect(thrown).toEqual({
      name: "RangeError",
      message: "far",
      code: "E_FAR",
      at: expect.stringMatching(/^hostile-work\.ts:\d+:\d+$/),
      causes: [{ name: "TypeError", message: "near" }],
    });
  });

  test("it sees none of the environment but the path", { timeout }, async () => {
    expect(await call("env")).toMatchObject({ output: expect.not.arrayContaining(["HOME", "OPENAI_API_KEY"]) });
  });
});
