import { expect, test } from "vitest";
import { toFailure } from "../../src/tools/failure.ts";
import { toolError } from "../../src/tools/tool-error.ts";

const unknown = { code: "TOOL_FAILED", effect: "unknown", retryable: true, passing: false };
const hostile = {
  get message(): string {
    throw new Error("no");
  },
  get code(): string {
    throw new Error("no");
  },
};
const cyclic: Record<string, unknown> = {};
cyclic["cause"] = cyclic;

test.each<[string, unknown, object]>([
  ["an error", new Error("broken"), { ...unknown, reason: "broken" }],
  ["a text", "broken", { ...unknown, reason: "broken" }],
  ["an empty text", "", { ...unknown, reason: "The tool threw an empty text." }],
  ["nothing", undefined, { ...unknown, reason: "The tool threw undefined." }],
  ["null", null, { ...unknown, reason: "The tool threw null." }],
  ["a number", 42, { ...unknown, reason: "The tool threw 42." }],
  ["a symbol", Symbol("x"), { ...unknown, reason: "The tool failed without a message." }],
  ["an object", { message: "broken", code: "E_X" }, { ...unknown, code: "E_X", reason: "broken" }],
  ["a frozen error", Object.freeze(new Error("cold")), { ...unknown, reason: "cold" }],
  ["getters that throw", hostile, { ...unknown, reason: "The tool failed without a message." }],
  ["a cycle", cyclic, { ...unknown, reason: "The tool failed without a message." }],
  ["a code that is none", { message: "m", code: "rm -rf /" }, { ...unknown, reason: "m" }],
  [
    "a refused connection",
    Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }),
    { ...unknown, code: "ECONNREFUSED", reason: "fetch failed", passing: true },
  ],
  ["a busy server", { message: "busy", status: 503 }, { ...unknown, reason: "busy", passing: true }],
  ["a wrong request", { message: "bad", status: 400 }, { ...unknown, reason: "bad" }],
  [
    "a tool's own word",
    toolError({ code: "DECLINED", message: "The card was declined.", effect: "none", retryable: false }),
    { code: "DECLINED", reason: "The card was declined.", effect: "none", retryable: false, passing: false },
  ],
  [
    "a tool that asks for time",
    toolError({ code: "BUSY", message: "Busy.", effect: "none", retryAfterMs: 50 }),
    { code: "BUSY", reason: "Busy.", effect: "none", retryable: true, passing: true, retryAfterMs: 50 },
  ],
  [
    "a tool that only names it",
    toolError({ code: "ODD", message: "Odd." }),
    { ...unknown, code: "ODD", reason: "Odd." },
  ],
])("reads %s", (_, thrown, failure) => {
  expect(toFailure(thrown)).toEqual(failure);
});

test("keeps neither a stack, nor a secret, nor more than 500 characters", () => {
  const { reason } = toFailure(new Error(`call with Bearer abcdefgh12345678 failed ${"x".repeat(600)}`));
  expect(reason).toHaveLength(500);
  expect(reason).toMatch(/^call with Bearer \[secret\] failed x+…$/);
});

test("leaves no half of a character at the cut", () => {
  expect(toFailure("😀".repeat(300)).reason.isWellFormed()).toBe(true);
});
