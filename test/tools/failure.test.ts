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
const refuse = (): never => {
  throw new Error("trap");
};
const trapped = new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse });
const almostOurs = Object.assign(new Error("bare"), { name: "SopwithError" });
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
  ["a proxy that throws", trapped, { ...unknown, reason: "The tool failed without a message." }],
  ["an error that only bears our name", almostOurs, { ...unknown, reason: "bare" }],
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

test.each<[string, (stack: string) => string]>([
  ["as it is", (stack) => stack],
  ["in JSON", (stack) => JSON.stringify({ stack })],
  ["on one line", (stack) => stack.replace(/\s+/g, " ")],
])("drops a stack that stands in the message %s", (_, write) => {
  const { reason } = toFailure(`failed: ${write(new Error("boom").stack!)}`);
  expect(reason).toMatch(/^failed: .*Error: boom/);
  expect(reason).not.toMatch(/\bat |file:|\.ts|node:/);
});

test.each([
  ["Error: x\n    at Object.run [as x] (/a b/c.ts:1:2)\n    at async Promise.all (index 0)", "Error: x"],
  ["x\n    at new Foo (native)\n    at /x/y.js:3:4\n    at <anonymous>", "x"],
  ["x\n\tat org.acme.Main.run(Main.java:3)", "x"],
  ['x\n  File "/srv/app.py", line 3, in run\n    pay()\ny', "x\ny"],
  ["\n    at run (/a.ts:1:2)", "The tool failed without a message."],
  ["Look at /etc/hosts later; meet at noon (2 pm).", "Look at /etc/hosts later; meet at noon (2 pm)."],
])("reads %j as %j", (text, reason) => {
  expect(toFailure(text)).toMatchObject({ reason });
});
