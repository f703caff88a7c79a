import { expect, test } from "vitest";
import type { RehearsalExpectation } from "../../src/model/rehearsal.ts";
import { checkExpectations, type PlayedRun } from "../../src/project/check-expectations.ts";
import type { ConformanceRow } from "../../src/store/run-store.ts";
import type { StepView } from "../../src/trace/run-event.ts";

const played: PlayedRun = {
  status: "completed",
  answer: "Two events were cancelled.",
  calls: ["weather/get", "events/list", "events/cancel", "events/cancel"],
  refused: [
    { tool: "payments/charge", reason: "The amount is missing." },
    { tool: "notify/send", reason: "It is not allowed." },
  ],
  reports: [report("storm", true, { weather: "done", cancel: "not-due" }), report("care", false, { "1": "missing" })],
  state: { city: "Shanghai", report: { alert: "red", events: ["a", "b"] }, count: 2 },
};

const nothing: RehearsalExpectation = { answer: [], calls: [], never: [], refused: [], sop: { steps: {} }, state: {} };

function report(skill: string, conforms: boolean, statuses: Record<string, StepView["status"]>): ConformanceRow {
  const steps = Object.entries(statuses).map(([step, status]) => ({
    step,
    status,
    text: step,
    level: "must" as const,
    line: 1,
    calls: [],
  }));
  return { path: "look", visit: 1, skill, hash: "", mode: "guide", conforms, steps, refused: [] };
}

test.each<[string, RehearsalExpectation, string[]]>([
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
    "a call that was only refused",
    { ...nothing, calls: ["events/list", "payments/charge"] },
    ["payments/charge was called and refused: The amount is missing."],
  ],
  [
    "a call it made as never",
    { ...nothing, never: ["events/list", "payments/charge"] },
    ["events/list was called; expected: never."],
  ],
  ["refused calls in order", { ...nothing, refused: ["payments/charge", "notify/send"] }, []],
  [
    "a refusal it has not",
    { ...nothing, refused: ["notify/send", "payments/charge"] },
    ["No call of payments/charge was refused after the calls before it; refused: payments/charge and notify/send."],
  ],
  [
    "what became of steps",
    { ...nothing, sop: { steps: { weather: "done", "storm/cancel": "not-due", "1": "missing" } } },
    [],
  ],
  [
    "steps that went otherwise",
    { ...nothing, sop: { conforms: true, steps: { cancel: "done", "care/weather": "done" } } },
    [
      "The steps of care were not kept; expected: kept.",
      "Step cancel is not-due; expected: done.",
      "Step care/weather is in no report; expected: done.",
    ],
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
