import { expect, test } from "vitest";
import { joinListeners } from "../../src/trace/join-listeners.ts";
import { logRun, type RunLogger } from "../../src/trace/log-run.ts";
import type { RunEvent, RunEventBody } from "../../src/trace/run-event.ts";

function stamp(body: RunEventBody, index = 0): RunEvent {
  return { ...body, run: "t/1", thread: "t", seq: index + 1, at: "2026-05-01T10:00:00.000Z" };
}

const usage = { inputTokens: 10, outputTokens: 5 };
const call = { node: "desk", callId: "c1", tool: "data/read" } as const;
const events: readonly RunEventBody[] = [
  { type: "run-start", workflow: "help", resumed: false, model: "small", text: "my phone is 13812345678" },
  { type: "node-start", node: "desk", kind: "skill", visit: 1 },
  { type: "turn", node: "desk", turn: 0, usage, calls: 1, replayed: false },
  { type: "tool-call", ...call, input: { phone: "13812345678" } },
  { type: "tool-attempt", ...call, attempt: 1, backend: "stock-1", problem: "no line to 13812345678", nextInMs: 5 },
  { type: "tool-result", ...call, status: "ok", result: "13812345678", attempts: 2, durationMs: 7, backend: "stock-2" },
  { type: "tool-result", ...call, status: "denied", result: "no", attempts: 0, durationMs: 1 },
  { type: "node-end", node: "desk", visit: 1, status: "degraded", durationMs: 9, note: "13812345678" },
  {
    type: "run-end",
    status: "failed",
    usage,
    durationMs: 9,
    error: { code: "MODEL_QUOTA", message: "13812345678" },
  },
];

test("a run becomes lines of a log, with its ids, and without arguments, results and texts", () => {
  const lines: unknown[] = [];
  const keep = (level: string) => (facts: object, message: string) => void lines.push([level, message, facts]);
  const listen = logRun({ info: keep("info"), warn: keep("warn"), error: keep("error") });
  for (const [index, event] of events.entries()) listen(stamp(event, index));
  const ids = { run: "t/1", thread: "t" };
  expect(lines).toEqual([
    ["info", "run started", { ...ids, seq: 1, type: "run-start", workflow: "help", model: "small" }],
    ["info", "model answered", { ...ids, seq: 3, type: "turn", node: "desk", turn: 0, calls: 1, ...usage }],
    [
      "warn",
      "tool attempt failed",
      { ...ids, seq: 5, type: "tool-attempt", ...call, attempt: 1, backend: "stock-1", nextInMs: 5 },
    ],
    [
      "info",
      "tool called",
      { ...ids, seq: 6, type: "tool-result", ...call, status: "ok", attempts: 2, durationMs: 7, backend: "stock-2" },
    ],
    [
      "warn",
      "tool denied",
      { ...ids, seq: 7, type: "tool-result", ...call, status: "denied", attempts: 0, durationMs: 1 },
    ],
    [
      "warn",
      "node degraded",
      { ...ids, seq: 8, type: "node-end", node: "desk", visit: 1, status: "degraded", durationMs: 9 },
    ],
    [
      "error",
      "run failed",
      { ...ids, seq: 9, type: "run-end", status: "failed", durationMs: 9, ...usage, code: "MODEL_QUOTA" },
    ],
  ]);
  expect(JSON.stringify(lines)).not.toContain("138");
});

test("a logger that throws is not told again, and others are", () => {
  const seen: number[] = [];
  let asked = 0;
  const broken = (): never => {
    asked += 1;
    throw new Error("disk full");
  };
  const logger: RunLogger = { info: broken, warn: broken, error: broken };
  const listen = joinListeners(logRun(logger), undefined, ({ seq }) => void seen.push(seq))!;
  for (const [index, event] of events.entries()) listen(stamp(event, index));
  expect([asked, seen]).toEqual([1, [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
});
