import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool, Effect } from "../../../src/tools/tool.ts";
import { memoryJournal, timeless, tryCall } from "./try-gateway.ts";

/** A tool whose `run` gives `value`, whatever its schema promises. */
function giving(value: unknown, { effect = "read", output }: { effect?: Effect; output?: z.ZodType } = {}): AnyTool {
  return defineTool({
    name: "a/give",
    description: "d",
    effect,
    input: z.object({}),
    policy: { confirm: "never" },
    ...(output && { output }),
    run: () => value as never,
  });
}

const receipt = z.object({ id: z.string(), at: z.string().default("now") });
const promise = "The tool's answer does not have the promised form: id: expected string, received number 7.";

test("gives the output as its schema completes it, without what it does not name", async () => {
  expect(await tryCall({ tools: [giving({ id: "r1", internal: 1 }, { output: receipt })] })).toMatchObject({
    status: "ok",
    output: { id: "r1", at: "now" },
  });
});

test("gives plain JSON where no schema says anything", async () => {
  const value = { when: new Date(0), seen: new Map([["a", 1n]]), gone: undefined };
  expect(await tryCall({ tools: [giving(value)] })).toMatchObject({
    output: { when: "1970-01-01T00:00:00.000Z", seen: { a: "1" } },
  });
  expect(await tryCall({ tools: [giving(undefined)] })).toMatchObject({ output: null });
});

test("a read that breaks its promise has failed", async () => {
  expect(timeless(await tryCall({ tools: [giving({ id: 7 }, { output: receipt })] }))).toEqual({
    callId: "c1",
    tool: "a/give",
    attempts: 1,
    status: "failed",
    code: "OUTPUT_INVALID",
    reason: promise,
  });
});

test.each(["write", "destructive"] as const)(
  "a %s that breaks its promise has happened all the same, and is recorded so",
  async (effect) => {
    const journal = memoryJournal();
    const outcome = await tryCall({ tools: [giving({ id: 7 }, { effect, output: receipt })], scope: { journal } });
    expect(timeless(outcome)).toEqual({
      callId: "c1",
      tool: "a/give",
      attempts: 1,
      status: "ok",
      output: { id: 7 },
      outputProblem: promise,
    });
    expect(journal.rows.get("c1")?.outcome).toEqual(outcome);
  },
);

test("a schema whose own code throws does not hide that a write happened", async () => {
  const output = z.string().transform(() => {
    throw new Error("schema bug");
  });
  expect(await tryCall({ tools: [giving("x", { effect: "write", output })] })).toMatchObject({
    status: "ok",
    output: "x",
    outputProblem: expect.stringContaining("schema bug"),
  });
});

test("an answer that throws when it is looked at does not either", async () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  const tool = { ...giving(null, { effect: "write" }), run: () => ({ proxy }) };
  revoke();
  expect(await tryCall({ tools: [tool] })).toMatchObject({ status: "ok", output: { proxy: "[unreadable]" } });
});
