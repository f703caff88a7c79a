import { expect, test } from "vitest";
import { checkExpectations, type PlayedRun } from "../../src/project/check-expectations.ts";

const played: PlayedRun = {
  status: "completed",
  answer: "Two events were cancelled.",
  calls: ["weather/get", "events/list", "events/cancel", "events/cancel"],
  state: { city: "Shanghai", report: { alert: "red", events: ["a", "b"] }, count: 2 },
};

const nothing = { answer: [], calls: [], never: [], state: {} };

test.each([
  ["nothing", nothing, []],
  ["the status", { ...nothing, status: "degraded" }, ["The run ended completed; expected: degraded."]],
  ["parts of the answer", { ...nothing, answer: ["Two", "cancelled"] }, []],
  [
    "an answer it has not",
    { ...nothing, answer: ["Three"] },
    ['The answer is Two events were cancelled.; expected in it: "Three".'],
  ],
  ["calls in order with others between", { ...nothing, calls: ["weather/get", "events/cancel", "events/cancel"] }, []],
  [
    "calls in another order",
    { ...nothing, calls: ["events/list", "weather/get"] },
    [
      "weather/get was not called after the calls before it; calls made: weather/get, events/list, events/cancel and events/cancel.",
    ],
  ],
  [
    "a call it made as never",
    { ...nothing, never: ["events/list", "payments/charge"] },
    ["events/list was called; expected: never."],
  ],
  ["a part of an object", { ...nothing, state: { report: { alert: "red" } } }, []],
  [
    "a list as a whole",
    { ...nothing, state: { report: { events: ["a"] } } },
    ['state.report.events is ["a","b"]; expected: ["a"].'],
  ],
  ["a key it has not", { ...nothing, state: { town: "Bremen" } }, ["state.town is null; expected: Bremen."]],
])("compares a run with %s", (_what, expectation, differences) => {
  expect(checkExpectations(expectation, played)).toEqual(differences);
});

test("says that there is no answer, and why the run failed", () => {
  const failed = { ...played, status: "failed", error: "STEP_LIMIT: it went in a circle", answer: undefined };
  expect(checkExpectations({ ...nothing, status: "completed", answer: ["Two"] }, failed)).toEqual([
    "The run ended failed (STEP_LIMIT: it went in a circle); expected: completed.",
    'There is no answer; expected in it: "Two".',
  ]);
});
