import { describe, expect, test } from "vitest";
import { z } from "zod";
import { isSopwithError } from "../../src/base/errors.ts";
import { defineBuiltinTool, defineTool } from "../../src/tools/define-tool.ts";
import type { Effect } from "../../src/tools/tool.ts";

const input = z.object({});
const run = (): null => null;
const good = { name: "events/list", description: "Lists events.", effect: "read" as Effect, input, run };

/** The messages of the mistakes in a definition; plain JavaScript may pass anything. */
function mistakes(changes: object): readonly string[] {
  try {
    defineTool({ ...good, ...changes });
  } catch (error) {
    if (isSopwithError(error, "TOOL_DEFINITION")) return error.diagnostics.map((fault) => fault.message);
    throw error;
  }
  return [];
}

describe("defaults", () => {
  test("completes a read", () => {
    const tool = defineTool(good);
    expect(tool).toEqual({
      name: "events/list",
      version: 1,
      aliases: [],
      toolset: "events",
      description: "Lists events.",
      effect: "read",
      idempotency: "safe",
      input,
      run,
      policy: {
        timeoutMs: 30_000,
        retry: { maxAttempts: 1, backoffMs: 200, maxBackoffMs: 5000 },
        confirm: "never",
        fallback: [],
        priority: "normal",
        maxOutputLength: 5_000_000,
        breaker: { errorRate: 0.5, minCalls: 10, windowMs: 60_000, openMs: 30_000, maxLate: 20 },
      },
    });
    expect(Object.isFrozen(tool)).toBe(true);
  });

  test.each([
    ["read", "safe", "never"],
    ["write", "none", "never"],
    ["destructive", "none", "always"],
  ] as const)("%s is %s and confirmed %s", (effect, idempotency, confirm) => {
    const tool = defineTool({ ...good, effect });
    expect([tool.idempotency, tool.policy.confirm]).toEqual([idempotency, confirm]);
  });

  test("keeps what the policy says", () => {
    const policy = {
      timeoutMs: 5,
      retry: { maxAttempts: 10, backoffMs: 0 },
      confirm: "each-call",
      fallback: ["a/b"],
      priority: "low",
      maxOutputLength: 1000,
      breaker: false,
      concurrency: { maxConcurrency: 2, order: "fair" },
      rate: { user: { calls: 5, perMs: 60_000 } },
      whenUnavailable: { en: "The map is down.", zh: "地图暂停。" },
    } as const;
    expect(defineTool({ ...good, policy }).policy).toEqual({
      ...policy,
      retry: { maxAttempts: 10, backoffMs: 0, maxBackoffMs: 5000 },
      concurrency: { maxConcurrency: 2, order: "fair", overflow: "queue", maxQueue: 1000 },
    });
  });
});

describe("mistakes", () => {
  test.each<[string, object, readonly string[]]>([
    ["no namespace", { name: "list" }, ["`name` is list, expected namespace/name."]],
    ["two slashes", { name: "a/b/c" }, ["`name` is a/b/c, expected namespace/name."]],
    ["a blank", { name: "a/b c" }, ["`name` is a/b c, expected namespace/name."]],
    ["no name", { name: undefined }, ["`name` is null, expected namespace/name."]],
    ["a reserved namespace", { name: "Node/finish" }, ["The namespace `node` is reserved."]],
    ["an empty description", { description: "  " }, ["`description` is empty."]],
    ["another effect", { effect: "delete" }, ["`effect` is delete."]],
    ["another idempotency", { idempotency: "yes" }, ["`idempotency` is yes."]],
    ["a read that is not safe", { idempotency: "none" }, ['A tool with effect "read" is "safe", not none.']],
    ["input that is no object", { input: z.string() }, ["`input` is not a zod object."]],
    ["output that is no schema", { output: {} }, ["`output` is not a zod schema."]],
    ["no run", { run: undefined }, ["`run` is not a function."]],
    ["a lookup that is no function", { lookup: 1 }, ["`lookup` is not a function."]],
    ["a question of its own", { asks: "question" }, ["`asks` is for built-in tools."]],
    ["a policy that is no object", { policy: 3 }, ["`policy` is not an object."]],
    ["no time", { policy: { timeoutMs: 0 } }, ["`policy.timeoutMs` is 0."]],
    ["endless time", { policy: { timeoutMs: Infinity } }, ["`policy.timeoutMs` is Infinity."]],
    ["time in words", { policy: { timeoutMs: "1s" } }, ["`policy.timeoutMs` is 1s."]],
    ["eleven attempts", { policy: { retry: { maxAttempts: 11 } } }, ["`policy.retry.maxAttempts` is 11."]],
    ["half an attempt", { policy: { retry: { maxAttempts: 1.5 } } }, ["`policy.retry.maxAttempts` is 1.5."]],
    ["a negative wait", { policy: { retry: { backoffMs: -1 } } }, ["`policy.retry.backoffMs` is -1."]],
    ["a retry that is no object", { policy: { retry: 3 } }, ["`policy.retry` is not an object."]],
    ["another rule", { policy: { confirm: "sometimes" } }, ["`policy.confirm` is sometimes."]],
    ["a fallback that is no list", { policy: { fallback: "a/b" } }, ["`policy.fallback` is not a list of tool names."]],
    [
      "a retry of what happens twice",
      { effect: "write", policy: { retry: { maxAttempts: 2 } } },
      ['`policy.retry` repeats a tool whose idempotency is "none": the effect could happen twice.'],
    ],
    ["one attempt of what happens twice", { effect: "write", policy: { retry: { maxAttempts: 1 } } }, []],
    ["a retry with a key", { effect: "write", idempotency: "keyed", policy: { retry: { maxAttempts: 2 } } }, []],
  ])("%s", (_, changes, messages) => {
    expect(mistakes(changes)).toEqual(messages);
  });

  test("tells all mistakes of a definition at once", () => {
    expect(mistakes({ name: "x", description: "", effect: 1, input: null, run: null })).toHaveLength(5);
  });
});

test("a builtin tool may stand in a reserved namespace and ask a question", () => {
  const tool = defineBuiltinTool({ ...good, name: "user/ask", asks: "question" });
  expect([tool.name, tool.asks]).toEqual(["user/ask", "question"]);
});
