import { describe, expect, test } from "vitest";
import { parseFaultPlan } from "../../src/model/fault-plan.ts";

test("reads every fault", () => {
  const text = `
tools:
  weather/now:
    - fail: 503 Service Unavailable
      times: 2
    - timeout
    - fault: bad-shape
      times: 3
    - slow: 50
    - huge: 1000
    - after-effect
`;
  expect(parseFaultPlan(text, "plan.yaml")).toEqual({
    "weather/now": [
      { kind: "fail", message: "503 Service Unavailable", times: 2 },
      { kind: "timeout", times: 1 },
      { kind: "bad-shape", times: 3 },
      { kind: "slow", ms: 50, times: 1 },
      { kind: "huge", characters: 1000, times: 1 },
      { kind: "after-effect", times: 1 },
    ],
  });
});

describe("refuses", () => {
  test.each([
    ["no tools", "a: 1"],
    ["a fault that it does not know", "tools: { a/b: [explode] }"],
    ["no times", "tools: { a/b: [{ slow: 5, times: 0 }] }"],
    ["what is not YAML", "tools: ["],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(() => parseFaultPlan(text, "plan.yaml")).toThrow(expect.objectContaining({ code: "FAULT_PLAN" }));
  });
});
