import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { viewEvent } from "../../src/cli/run-view.ts";
import { emptyView } from "../../src/cli/view-state.ts";
import type { RunEventBody } from "../../src/trace/run-event.ts";

const written: readonly RunEventBody[] = [
  { type: "text-delta", node: "assess", text: "gone\u001b[2J \u202e" },
  { type: "notice", node: "assess", level: "warning", message: "a\u001b]0;title\u0007" },
  {
    type: "run-end",
    status: "completed",
    usage: { inputTokens: 0, outputTokens: 0 },
    durationMs: 1,
    answer: "b \u009b2J",
  },
];

test.each([true, false])("writes no command for a terminal that a model wrote, live: %s", (live) => {
  let state = emptyView;
  let text = "";
  for (const [seq, body] of written.entries()) {
    const event = { ...body, run: "t/1", thread: "t", seq, at: "2026-01-01T00:00:00.000Z" };
    const shown = viewEvent(event, state, { paint: createPaint(false), live, playsDecisions: false });
    state = shown.state;
    text += shown.text;
  }
  const lines = text.split("\n").map((line) => line.trim());
  expect(lines.slice(2, 6)).toEqual(["gone\\u{1b}[2J \\u{202e}", "! a\\u{1b}]0;title\\u{7}", "", "b \\u{9b}2J"]);
});
