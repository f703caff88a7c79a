import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { ToolGrant } from "../../../src/tools/call-scope.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import { toolError } from "../../../src/tools/tool-error.ts";
import type { AnyTool, ToolPolicy } from "../../../src/tools/tool.ts";
import { eventLog, memoryJournal, timeless, tryCall } from "./try-gateway.ts";

const away = toolError({ code: "DOWN", message: "Down.", effect: "none", retryable: true });
const broken = toolError({ code: "BROKEN", message: "Broken.", effect: "none", retryable: false });

interface Source {
  readonly name: string;
  readonly throws?: unknown;
  readonly effect?: "read" | "write";
  readonly policy?: Partial<ToolPolicy>;
  readonly input?: z.ZodObject;
  readonly runs?: string[];
}

function source({ name, throws, effect = "read", policy = {}, input = z.object({}), runs }: Source): AnyTool {
  const run = (): string => {
    runs?.push(name);
    if (throws !== undefined) throw throws; // oxlint-disable-line typescript/only-throw-error
    return name;
  };
  return defineTool({ name, description: "d", effect, input, policy, run });
}

const first = source({ name: "w/first", throws: away, policy: { fallback: ["w/second", "w/third"] } });

test("answers with the fallback's outcome, under its own call id, and says so", async () => {
  const outcome = await tryCall({ tools: [first, source({ name: "w/second" }), source({ name: "w/third" })] });
  expect(timeless(outcome)).toEqual({
    callId: "c1~1",
    tool: "w/second",
    insteadOf: "w/first",
    attempts: 1,
    status: "ok",
    output: "w/second",
    notes: ["w/first could not answer; w/second answered in its place."],
  });
});

test("goes on to the next one, and tells what failed before", async () => {
  const tools = [first, source({ name: "w/second", throws: broken }), source({ name: "w/third" })];
  expect(await tryCall({ tools })).toMatchObject({
    callId: "c1~2",
    output: "w/third",
    notes: [
      "The fallback w/second did not answer either: failed.",
      "w/first could not answer; w/third answered in its place.",
    ],
  });
});

test("gives the first tool's outcome when none answers", async () => {
  const tools = [first, source({ name: "w/second", throws: broken }), source({ name: "w/third", throws: away })];
  expect(timeless(await tryCall({ tools }))).toEqual({
    callId: "c1",
    tool: "w/first",
    attempts: 1,
    status: "unavailable",
    code: "DOWN",
    reason: "Down.",
    notes: [
      "The fallback w/second did not answer either: failed.",
      "The fallback w/third did not answer either: unavailable.",
    ],
  });
});

describe("each fallback walks the corridor by itself", () => {
  test("and is authorised", async () => {
    const runs: string[] = [];
    const grants: ToolGrant[] = [{ allow: ["w/first", "w/third"], source: 'node "desk"', code: "NOT_GRANTED" }];
    const tools = [first, source({ name: "w/second", runs }), source({ name: "w/third", runs })];
    expect(await tryCall({ tools, scope: { grants } })).toMatchObject({ status: "ok", output: "w/third" });
    expect(runs).toEqual(["w/third"]);
  });

  test("and has its arguments checked", async () => {
    const tools = [
      source({
        name: "w/first",
        throws: away,
        policy: { fallback: [{ tool: "w/second", unproven: true }, "w/third"] },
      }),
      source({ name: "w/second", input: z.object({ key: z.string() }) }),
      source({ name: "w/third" }),
    ];
    expect(await tryCall({ tools })).toMatchObject({
      output: "w/third",
      notes: [expect.stringContaining("w/second did not answer either: invalid"), expect.anything()],
    });
  });

  test("and is confirmed: the call waits under the fallback's id, and nothing after it is tried", async () => {
    const runs: string[] = [];
    const tools = [
      first,
      source({ name: "w/second", policy: { confirm: "always" }, runs }),
      source({ name: "w/third", runs }),
    ];
    const outcome = await tryCall({ tools });
    expect(outcome).toMatchObject({
      status: "needs_confirmation",
      callId: "c1~1",
      insteadOf: "w/first",
      request: { callId: "c1~1", tool: "w/second" },
    });
    const approved = await tryCall({
      tools,
      scope: { confirmation: ({ callId }) => ({ approved: callId === "c1~1" }) },
    });
    expect([approved.status, runs]).toEqual(["ok", ["w/second"]]);
  });

  test("and is journalled and traced as standing in", async () => {
    const journal = memoryJournal();
    const { events, emit } = eventLog();
    await tryCall({
      tools: [first, source({ name: "w/second" }), source({ name: "w/third" })],
      scope: { journal, emit },
    });
    expect(journal.log).toEqual(["finish c1 unavailable", "finish c1~1 ok"]);
    expect(events).toMatchObject([
      { type: "tool-call", callId: "c1" },
      { type: "tool-result", callId: "c1", status: "unavailable", result: "Down." },
      { type: "tool-call", callId: "c1~1", tool: "w/second", fallbackOf: "c1" },
      { type: "tool-result", callId: "c1~1", status: "ok", result: "w/second" },
    ]);
  });

  test("and a replay runs neither again", async () => {
    const runs: string[] = [];
    const journal = memoryJournal();
    const tools = [
      source({ name: "w/first", throws: away, policy: { fallback: ["w/second"] }, runs }),
      source({ name: "w/second", runs }),
    ];
    await tryCall({ tools, scope: { journal } });
    expect(await tryCall({ tools, scope: { journal } })).toMatchObject({
      status: "ok",
      output: "w/second",
      replayed: true,
    });
    expect(runs).toEqual(["w/first", "w/second"]);
  });
});

describe("no fallback is tried", () => {
  const second = source({ name: "w/second" });
  const policy = { fallback: ["w/second"] };
  test.each<[string, AnyTool, object]>([
    [
      "after an effect in doubt",
      source({ name: "w/x", effect: "write", throws: new Error("reset"), policy }),
      { status: "in_doubt" },
    ],
    [
      "while a person is asked",
      source({ name: "w/x", policy: { ...policy, confirm: "always" } }),
      { status: "needs_confirmation" },
    ],
    [
      "after wrong arguments",
      source({
        name: "w/x",
        input: z.object({ a: z.string() }),
        policy: { fallback: [{ tool: "w/second", map: () => ({}) }] },
      }),
      { status: "invalid" },
    ],
    ["after success", source({ name: "w/x", policy }), { status: "ok", output: "w/x" }],
  ])("%s", async (_, tool, end) => {
    expect(await tryCall({ tools: [tool, second] })).toMatchObject({ ...end, callId: "c1", tool: "w/x" });
  });

  test("after a denial", async () => {
    const grants: ToolGrant[] = [{ allow: ["w/second"], source: "s", code: "NOT_GRANTED" }];
    expect(await tryCall({ tools: [source({ name: "w/x", policy }), second], scope: { grants } })).toMatchObject({
      status: "denied",
      tool: "w/x",
    });
  });

  test("in a run that was cancelled", async () => {
    const signal = AbortSignal.abort();
    expect(await tryCall({ tools: [source({ name: "w/x", policy }), second], scope: { signal } })).toMatchObject({
      code: "CANCELLED",
      tool: "w/x",
    });
  });
});

test("a read that timed out is followed by its fallback", async () => {
  const stuck = {
    ...source({ name: "w/x", policy: { fallback: ["w/second"], timeoutMs: 5 } }),
    run: () => new Promise(() => {}),
  };
  expect(await tryCall({ tools: [stuck, source({ name: "w/second" })] })).toMatchObject({
    status: "ok",
    insteadOf: "w/x",
  });
});

describe("a step with map", () => {
  const second = source({ name: "w/second", input: z.object({ key: z.string(), size: z.int().default(1) }) });
  const open = z.object({ id: z.int(), unit: z.string().default("m") });
  test("makes the fallback's arguments from the repaired ones, before defaults", async () => {
    const seen: unknown[] = [];
    const map = (input: unknown): { key: string } => {
      seen.push(input);
      return { key: String((input as { id: number }).id) };
    };
    const main = source({
      name: "w/first",
      throws: away,
      input: open,
      policy: { fallback: [{ tool: "w/second", map }] },
    });
    expect(await tryCall({ tools: [main, second], input: { id: "7" } })).toMatchObject({
      status: "ok",
      tool: "w/second",
    });
    expect(seen).toEqual([{ id: 7 }]);
  });

  test("that throws is a fallback that did not answer", async () => {
    const map = (): never => {
      throw new Error("no key");
    };
    const main = source({
      name: "w/first",
      throws: away,
      input: open,
      policy: { fallback: [{ tool: "w/second", map }] },
    });
    expect(await tryCall({ tools: [main, second], input: { id: 7 } })).toMatchObject({
      status: "unavailable",
      tool: "w/first",
      notes: ["The fallback w/second did not answer either: invalid."],
    });
  });

  test("needs no proof, and a step without one does", () => {
    const main = source({ name: "w/first", input: open, policy: { fallback: ["w/second"] } });
    const register = (): unknown => createToolRegistry({ tools: [main, second] });
    expect(register).toThrow("The tools of the project cannot be registered: one mistake.");
  });
});

test.each(["write", "read"] as const)(
  "does the work of a safe %s that may have acted only for a read",
  async (effect) => {
    const unsure = defineTool({
      name: "w/first",
      description: "d",
      effect,
      idempotency: "safe",
      input: z.object({}),
      policy: { fallback: ["w/second"] },
      run: () => {
        throw new Error("cut");
      },
    });
    const runs: string[] = [];
    const outcome = await tryCall({ tools: [unsure, source({ name: "w/second", runs })] });
    expect({ ...outcome, runs }).toMatchObject(
      effect === "read"
        ? { status: "ok", insteadOf: "w/first", runs: ["w/second"] }
        : { status: "failed", tool: "w/first", mayHaveActed: true, repeatable: true, runs: [] },
    );
  },
);

test("a person may change what a fallback is called with", async () => {
  const input = z.object({ place: z.string() });
  const seen: unknown[] = [];
  const second = defineTool({
    name: "w/second",
    description: "d",
    effect: "write",
    input,
    policy: { confirm: "always" },
    run: (given) => seen.push(given),
  });
  const tools = [source({ name: "w/first", throws: away, input, policy: { fallback: ["w/second"] } }), second];
  const outcome = await tryCall({
    tools,
    input: { place: "Oslo" },
    scope: { confirmation: () => ({ approved: true, by: "ann", input: { place: "Bergen" } }) },
  });
  expect(outcome).toMatchObject({ status: "ok", callId: "c1~1", tool: "w/second", insteadOf: "w/first" });
  expect(seen).toEqual([{ place: "Bergen" }]);
});
