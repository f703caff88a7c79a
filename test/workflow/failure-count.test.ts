import { expect, test } from "vitest";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createFailureCount } from "../../src/workflow/failure-count.ts";

const facts = { callId: "c", tool: "a/b", attempts: 0, durationMs: 0 } as const;
const invalid: ToolOutcome = { ...facts, status: "invalid", code: "INPUT_INVALID", reason: "r", issues: [] };
const denied: ToolOutcome = { ...facts, status: "denied", code: "NOT_GRANTED", reason: "r" };

test("refuses the very same call after its third failure, whatever the order of its keys", () => {
  const failures = createFailureCount();
  for (const input of [
    { x: 1, y: 2 },
    { y: 2, x: 1 },
    { x: 1, y: 2 },
  ]) {
    expect(failures.refusal({ id: "c", name: "a/b", arguments: input })).toBeUndefined();
    failures.count({ id: "c", name: "a/b", arguments: input }, invalid);
  }
  expect(failures.refusal({ id: "c", name: "a/b", arguments: { y: 2, x: 1 } })).toBe(
    "The same call failed 3 times; it is not run again.",
  );
  expect(failures.refusal({ id: "c", name: "a/b", arguments: { x: 2 } })).toBeUndefined();
});

test("refuses a tool that was denied twice, whatever its arguments", () => {
  const failures = createFailureCount();
  failures.count({ id: "c", name: "a/b", arguments: { x: 1 } }, denied);
  expect(failures.refusal({ id: "c", name: "a/b", arguments: { x: 2 } })).toBeUndefined();
  failures.count({ id: "c", name: "a/b", arguments: { x: 2 } }, denied);
  expect(failures.refusal({ id: "c", name: "a/b", arguments: { x: 3 } })).toContain("denied 2 times");
  expect(failures.refusal({ id: "c", name: "a/c", arguments: { x: 3 } })).toBeUndefined();
});
