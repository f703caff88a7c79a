import { expect, test } from "vitest";
import { z } from "zod";
import type { Confirmation } from "../../../src/tools/call-scope.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { ConfirmationRequest } from "../../../src/tools/tool-outcome.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { eventLog, memoryJournal, tryCall } from "./try-gateway.ts";

/** A write that asks which seat before it books, and notes what it was answered. */
function booking(): { readonly tool: AnyTool; readonly heard: unknown[] } {
  const heard: unknown[] = [];
  const tool = defineTool({
    name: "train/book",
    description: "d",
    effect: "write",
    input: z.object({}),
    run: async (_input, { ask }) => {
      const reply = await ask?.({ title: "Which seat?", details: { seats: ["1a", "1b"] } });
      heard.push(reply);
      return reply?.approved ? `booked ${reply.answer}` : "not booked";
    },
  });
  return { tool, heard };
}

test("ends the call with the question, and makes it again when there is an answer", async () => {
  const { tool, heard } = booking();
  const journal = memoryJournal();
  const asked: ConfirmationRequest[] = [];
  let word: Confirmation | undefined;
  const confirmation = (request: ConfirmationRequest): Confirmation | undefined => {
    asked.push(request);
    return word;
  };
  const waits = await tryCall({ tools: [tool], input: {}, scope: { journal, confirmation } });
  expect(waits).toMatchObject({
    status: "needs_confirmation",
    request: {
      kind: "question",
      tool: "train/book",
      input: { question: "Which seat?", details: { seats: ["1a", "1b"] } },
    },
  });
  word = { approved: true, answer: "1b", by: "ana" };
  const done = await tryCall({ tools: [tool], input: {}, scope: { journal, confirmation } });
  expect(done).toMatchObject({ status: "ok", output: "booked 1b", attempts: 2 });
  expect(heard).toEqual([{ approved: true, answer: "1b", by: "ana" }]);
  expect(asked[0]).toEqual(asked[1]);
  expect(journal.log).toEqual([
    "start c1 1",
    "finish c1 needs_confirmation durable",
    "start c1 2",
    "finish c1 ok durable",
  ]);
});

test("a no is an answer", async () => {
  const { tool, heard } = booking();
  const scope = { confirmation: (): Confirmation => ({ approved: false, reason: "too dear" }) };
  expect(await tryCall({ tools: [tool], input: {}, scope })).toMatchObject({ status: "ok", output: "not booked" });
  expect(heard).toEqual([{ approved: false, reason: "too dear" }]);
});

test("where nobody can be asked the tool is told so", async () => {
  const { tool, heard } = booking();
  expect(await tryCall({ tools: [tool], input: {} })).toMatchObject({ status: "ok", output: "not booked" });
  expect(heard).toEqual([undefined]);
});

test("a call that was cut off after its question is in doubt as any other", async () => {
  const { tool } = booking();
  const journal = memoryJournal({ c1: { status: "started", attempts: 1 } });
  const outcome = await tryCall({ tools: [tool], input: {}, scope: { journal, confirmation: () => undefined } });
  expect(outcome).toMatchObject({ status: "in_doubt" });
});

test("passes on how far the work is, and no flood of it", async () => {
  const tool = defineTool({
    name: "index/build",
    description: "d",
    effect: "read",
    input: z.object({}),
    run: (_input, context) => {
      for (let done = 1; done <= 1000; done += 1) context.progress?.({ progress: done, total: 1000, message: "pages" });
      return "built";
    },
  });
  const { events, emit } = eventLog();
  await tryCall({ tools: [tool], input: {}, scope: { emit } });
  const reports = events.filter((event) => event.type === "tool-progress");
  expect(reports[0]).toEqual({
    type: "tool-progress",
    node: "desk",
    callId: "c1",
    tool: "index/build",
    progress: 1,
    total: 1000,
    message: "pages",
  });
  expect(reports.length).toBeLessThan(20);
});
