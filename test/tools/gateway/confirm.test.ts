import { expect, test } from "vitest";
import { z } from "zod";
import type { Confirmation } from "../../../src/tools/call-scope.ts";
import { defineBuiltinTool, defineTool } from "../../../src/tools/define-tool.ts";
import type { ConfirmationRequest } from "../../../src/tools/tool-outcome.ts";
import type { AnyTool, ConfirmRule } from "../../../src/tools/tool.ts";
import { memoryJournal, timeless, tryCall } from "./try-gateway.ts";

function deletion(confirm: ConfirmRule): { readonly tool: AnyTool; readonly runs: unknown[] } {
  const runs: unknown[] = [];
  const tool = defineTool({
    name: "files/delete",
    description: "d",
    effect: "destructive",
    input: z.object({ path: z.string(), force: z.boolean().default(false) }),
    policy: { confirm },
    run: (input) => runs.push(input),
  });
  return { tool, runs };
}

test("denies a destructive tool when nobody can be asked", async () => {
  const { tool, runs } = deletion("always");
  const outcome = await tryCall({ tools: [tool], input: { path: "a" } });
  expect(timeless(outcome)).toEqual({
    callId: "c1",
    tool: "files/delete",
    attempts: 0,
    status: "needs_confirmation",
    request: {
      callId: "c1",
      tool: "files/delete",
      input: { path: "a", force: false },
      inputHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      version: 1,
      because: "tool",
      kind: "confirmation",
      grantable: true,
    },
  });
  expect(runs).toEqual([]);
});

test("asks with the arguments as the tool will get them, and leaves no trace in the journal while it waits", async () => {
  const { tool, runs } = deletion("each-call");
  const asked: ConfirmationRequest[] = [];
  const journal = memoryJournal();
  const confirmation = (question: ConfirmationRequest): undefined => void asked.push(question);
  const outcome = await tryCall({ tools: [tool], input: { path: "a" }, scope: { confirmation, journal } });
  expect([outcome.status, runs, journal.log]).toEqual(["needs_confirmation", [], []]);
  expect(asked).toMatchObject([{ input: { path: "a", force: false }, grantable: false }]);
});

test.each<[string, Confirmation | Promise<Confirmation>, object, number]>([
  ["approved", { approved: true }, { status: "ok" }, 1],
  ["approved later", Promise.resolve({ approved: true } as const), { status: "ok" }, 1],
  ["rejected", { approved: false }, { status: "denied", code: "REJECTED", reason: "A person rejected this call." }, 0],
  [
    "rejected with a reason",
    { approved: false, reason: "Too early." },
    { code: "REJECTED", reason: "A person rejected this call: Too early." },
    0,
  ],
])("a call that is %s", async (_, ...[word, end, times]) => {
  const { tool, runs } = deletion("always");
  expect(await tryCall({ tools: [tool], input: { path: "a" }, scope: { confirmation: () => word } })).toMatchObject(
    end,
  );
  expect(runs).toHaveLength(times);
});

test("asks nobody about a tool that needs no confirmation", async () => {
  const { tool, runs } = deletion("never");
  const confirmation = (): never => {
    throw new Error("asked");
  };
  expect(await tryCall({ tools: [tool], input: { path: "a" }, scope: { confirmation } })).toMatchObject({
    status: "ok",
  });
  expect(runs).toHaveLength(1);
});

test("hands a person's answer to a tool that asks a question", async () => {
  const ask = defineBuiltinTool({
    name: "user/ask",
    description: "d",
    effect: "read",
    input: z.object({ question: z.string() }),
    asks: "question",
    run: (_, { answer }) => answer,
  });
  const builtins = new Map<string, AnyTool>([[ask.name, ask]]);
  const trial = { tools: [], tool: "user/ask", input: { question: "Which?" } };
  expect(await tryCall({ ...trial, scope: { builtins } })).toMatchObject({
    status: "needs_confirmation",
    request: { kind: "question" },
  });
  const confirmation = (): Confirmation => ({ approved: true, answer: "The red one." });
  expect(await tryCall({ ...trial, scope: { builtins, confirmation } })).toMatchObject({
    status: "ok",
    output: "The red one.",
  });
});
