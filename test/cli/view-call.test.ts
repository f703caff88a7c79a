import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { callLines } from "../../src/cli/view-call.ts";

const input = { city: "Shanghai", from: "2026-05-01", to: "2026-05-31", units: "metric" };
const ended = {
  type: "tool-result",
  node: "assess",
  callId: "c1",
  tool: "weather/get",
  status: "ok",
  result: {},
  attempts: 1,
  durationMs: 12,
  run: "t/1",
  thread: "t",
  seq: 1,
  at: "",
} as const;

test.each([
  [undefined, '  ✓ weather/get                {"city":"Shanghai","from":"2026-05-01","to":"2026… step 2, 12 ms'],
  [200, '  ✓ weather/get                {"city":"Shanghai","from":"2026-05-01","to":"2026… step 2, 12 ms'],
  [80, '  ✓ weather/get                {"city":"Shanghai","from":"2026-05… step 2, 12 ms'],
  [40, '  ✓ weather/get                {"city"… step 2, 12 ms'],
])("on %s columns the arguments make room for the step that a call did", (columns, line) => {
  const style = { paint: createPaint(false), live: true, playsDecisions: false, columns };
  const call = { node: "assess", tool: "weather/get", input, steps: ["2"] };
  expect(callLines(ended, call, style)).toEqual([line]);
});
