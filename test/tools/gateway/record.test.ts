import { expect, test } from "vitest";
import { z } from "zod";
import type { CallGuard } from "../../../src/tools/call-scope.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";
import { eventLog, memoryJournal, tryCall } from "./try-gateway.ts";

const echo = defineTool({
  name: "a/echo",
  description: "d",
  effect: "read",
  input: z.object({ n: z.int().default(1) }),
  run: (input) => input,
});
const wipe = defineTool({ name: "a/wipe", description: "d", effect: "destructive", input: z.object({}), run: () => 1 });
const facts = { node: "desk", callId: "c1", tool: "a/echo" };

/** A guard that refuses one tool and notes what it is told. */
function guardAgainst(refused: string): CallGuard & { readonly log: string[] } {
  const log: string[] = [];
  return {
    log,
    check: (tool, input, callId) => {
      log.push(`check ${tool} ${JSON.stringify(input)} ${callId}`);
      return tool === refused ? { code: "SOP_ORDER", reason: "Look first." } : undefined;
    },
    settle: (outcome, input) => log.push(`settle ${outcome.tool} ${JSON.stringify(input)} ${outcome.status}`),
  };
}

test("tells the trace of a call and its result", async () => {
  const { events, emit } = eventLog();
  await tryCall({ tools: [echo], input: {}, scope: { emit } });
  expect(events).toEqual([
    { type: "tool-call", ...facts, input: {} },
    { type: "tool-result", ...facts, status: "ok", result: { n: 1 }, attempts: 1, durationMs: 0 },
  ]);
});

test("tells why a call did not run", async () => {
  const { events, emit } = eventLog();
  await tryCall({ tools: [echo], tool: "a/eco", scope: { emit } });
  expect(events.at(-1)).toEqual({
    type: "tool-result",
    ...facts,
    tool: "a/eco",
    status: "invalid",
    result: 'There is no tool named "a/eco". Did you mean a/echo?',
    attempts: 0,
    durationMs: 0,
  });
});

test("marks a replayed result", async () => {
  const { events, emit } = eventLog();
  const journal = memoryJournal();
  await tryCall({ tools: [echo], scope: { journal } });
  await tryCall({ tools: [echo], scope: { journal, emit } });
  expect(events.at(-1)).toMatchObject({ type: "tool-result", status: "ok", replayed: true });
});

test("a refusal of the guard is a denial, and the guard is not told of it again", async () => {
  const guard = guardAgainst("a/echo");
  expect(await tryCall({ tools: [echo], scope: { guard } })).toMatchObject({
    status: "denied",
    code: "SOP_ORDER",
    reason: "Look first.",
    attempts: 0,
  });
  expect(guard.log).toEqual(['check a/echo {"n":1} c1']);
});

test.each<[string, AnyTool, unknown, readonly string[]]>([
  ["what ran", echo, { n: 2 }, ['check a/echo {"n":2} c1', 'settle a/echo {"n":2} ok']],
  ["nothing of wrong arguments", echo, { n: "two" }, []],
  ["nothing of a call that still waits for a person", wipe, {}, ["check a/wipe {} c1"]],
])("the guard is told the end of %s", async (_, ...[tool, input, log]) => {
  const guard = guardAgainst("");
  await tryCall({ tools: [tool], input, scope: { guard } });
  expect(guard.log).toEqual(log);
});

test("the guard is told the end of a replayed call without being asked again", async () => {
  const journal = memoryJournal();
  await tryCall({ tools: [echo], scope: { journal } });
  const guard = guardAgainst("a/echo");
  await tryCall({ tools: [echo], scope: { journal, guard } });
  expect(guard.log).toEqual(['settle a/echo {"n":1} ok']);
});

test("the guard is told in whose place a fallback answered", async () => {
  const seen: unknown[] = [];
  const guard: CallGuard = {
    check: () => undefined,
    settle: ({ tool, status, insteadOf }) => seen.push([tool, status, insteadOf]),
  };
  const down = defineTool({
    ...echo,
    name: "a/down",
    input: z.object({}),
    policy: { fallback: ["a/echo"] },
    run: () => Promise.reject(new Error("no")),
  });
  await tryCall({ tools: [down, echo], scope: { guard } });
  expect(seen).toEqual([
    ["a/down", "failed", undefined],
    ["a/echo", "ok", "a/down"],
  ]);
});
