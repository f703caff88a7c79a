import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { viewEvent } from "../../src/cli/run-view.ts";
import { emptyView } from "../../src/cli/view-state.ts";
import type { ViewStyle } from "../../src/cli/view-style.ts";
import type { RunEventBody, StepView } from "../../src/trace/run-event.ts";

const usage = { inputTokens: 10, outputTokens: 2 };
const plain: ViewStyle = { paint: createPaint(false), live: false, playsDecisions: false };
const live: ViewStyle = { ...plain, live: true };

function show(events: readonly RunEventBody[], style: ViewStyle = plain): string {
  let state = emptyView;
  let text = "";
  for (const [index, body] of events.entries()) {
    const shown = viewEvent(
      { ...body, run: "t/1", thread: "t", seq: index + 1, at: "2026-01-01T00:00:00.000Z" },
      state,
      style,
    );
    state = shown.state;
    text += shown.text;
  }
  return text;
}

function call(
  callId: string,
  tool: string,
  more: { readonly node?: string; readonly fallbackOf?: string } = {},
): RunEventBody {
  return { type: "tool-call", node: "assess", callId, tool, input: { city: "上海" }, ...more };
}

type Result = Extract<RunEventBody, { type: "tool-result" }>;

function result(callId: string, tool: string, more: Partial<Result> = {}): RunEventBody {
  return {
    type: "tool-result",
    node: "assess",
    callId,
    tool,
    status: "ok",
    result: {},
    attempts: 1,
    durationMs: 12,
    ...more,
  };
}

const begin: RunEventBody[] = [
  {
    type: "run-start",
    workflow: "event-safety",
    text: "Is it safe?",
    rehearsal: "r.yaml",
    model: "rehearsal",
    resumed: false,
  },
  { type: "node-start", node: "assess", kind: "skill", visit: 1 },
  { type: "skill-load", node: "assess", skill: "event-safety", hash: "0123456789abcdef", steps: 6 },
];

type Step = Extract<RunEventBody, { type: "sop-step" }>;

function step(id: string, status: Step["status"], callId = "c1"): Step {
  return {
    type: "sop-step",
    node: "assess",
    skill: "s",
    step: id,
    status,
    text: `Look ${id} times.`,
    line: Number(id),
    callId,
  };
}

const end: RunEventBody = { type: "node-end", node: "assess", visit: 1, status: "completed", durationMs: 1234 };

test("shows a run with calls, a fallback and a refusal in aligned columns, and no durations", () => {
  const events: RunEventBody[] = [
    ...begin,
    { type: "turn", node: "assess", turn: 0, usage, calls: 2, replayed: false },
    call("c1", "weather/get"),
    {
      type: "tool-attempt",
      node: "assess",
      callId: "c1",
      tool: "weather/get",
      attempt: 1,
      problem: "503",
      nextInMs: 3,
    },
    result("c1", "weather/get", { status: "unavailable", result: "503 the station is down", attempts: 3 }),
    call("c1~1", "weather/archive", { fallbackOf: "c1" }),
    result("c1~1", "weather/archive", { notes: ["in its place"] }),
    call("c2", "events/cancel"),
    result("c2", "events/cancel", { status: "denied", result: 'Skill "event-safety" does not allow it.', attempts: 0 }),
    call("c3", "node/finish"),
    result("c3", "node/finish"),
    end,
    { type: "run-end", status: "completed", answer: "All clear.", usage, durationMs: 99 },
  ];
  expect(show(events, { ...plain, playsDecisions: true })).toBe(`workflow  event-safety
thread    t
rehearsal no model and no person is asked, r.yaml plays the model and the people
text      Is it safe?

assess skill
  skill event-safety 01234567, 6 steps
  ✗ weather/get                {"city":"上海"}                                    unavailable, 3 attempts
    503 the station is down
  ✓ weather/archive            {"city":"上海"}                                    in place of weather/get
  ✗ events/cancel              {"city":"上海"}                                    refused
    Skill "event-safety" does not allow it.
  completed

All clear.

completed · 10 tokens in, 2 out
`);
});

test("shows durations where a person watches", () => {
  expect(show([...begin.slice(1), call("c1", "weather/get"), result("c1", "weather/get"), end], live)).toBe(`
assess skill
  skill event-safety 01234567, 6 steps
  ✓ weather/get                {"city":"上海"}                                    12 ms
  completed 1.2 s
`);
});

const deltas = (...texts: readonly string[]): RunEventBody[] =>
  texts.map((text) => ({ type: "text-delta", node: "assess", text }));
const turn: RunEventBody = { type: "turn", node: "assess", turn: 0, usage, calls: 0, replayed: false };

test("shows the same text whole or in pieces, and an answer that repeats it once", () => {
  const close: RunEventBody[] = [
    turn,
    end,
    {
      type: "run-end",
      status: "completed",
      answer: "Yes.\nQuite.",
      usage: { inputTokens: 0, outputTokens: 0 },
      durationMs: 1,
    },
  ];
  const whole = show([...begin.slice(1), ...deltas("Yes.\nQuite."), ...close]);
  expect(show([...begin.slice(1), ...deltas("Y", "es.\n", "Quite", "."), ...close])).toBe(whole);
  expect(whole).toBe(`
assess skill
  skill event-safety 01234567, 6 steps
  Yes.
  Quite.
  completed

completed
`);
});

test("writes text as it comes where a person watches", () => {
  const [start] = begin.slice(1);
  let state = viewEvent({ ...start!, run: "t/1", thread: "t", seq: 1, at: "" }, emptyView, live).state;
  const pieces = [...deltas("\n", "He", "llo\nyou"), turn].map((body) => {
    const shown = viewEvent({ ...body, run: "t/1", thread: "t", seq: 2, at: "" }, state, live);
    state = shown.state;
    return shown.text;
  });
  expect(pieces).toEqual(["", "  He", "llo\n  you", "\n"]);
});

test("shows a question with what is decided on, the decision, and one heading when the node goes on", () => {
  const approval = {
    id: "ask_1",
    node: "approve",
    kind: "approval",
    title: "Cancel it?",
    details: { event: "e1" },
  } as const;
  const decision = { approved: false, by: "Ana", identity: "rehearsed", reason: "too late" } as const;
  const start: RunEventBody = { type: "node-start", node: "approve", kind: "approval", visit: 1 };
  const events: RunEventBody[] = [
    { type: "run-start", workflow: "w", model: "small", resumed: false },
    start,
    { type: "approval-request", approval },
    { type: "node-end", node: "approve", visit: 1, status: "waiting", durationMs: 1 },
    { type: "run-end", status: "waiting", approvals: [approval], usage, durationMs: 1 },
    { type: "run-start", workflow: "w", model: "small", resumed: true },
    { type: "approval-decision", id: "ask_1", node: "approve", title: "Cancel it?", decision },
    start,
    { type: "node-end", node: "approve", visit: 1, status: "completed", durationMs: 1 },
  ];
  expect(show(events)).toBe(`workflow  w
thread    t
model     small

approve approval
  ? Cancel it?
    {
      "event": "e1"
    }
  ✗ rejected by Ana (rehearsed): too late (Cancel it?)
  completed
`);
});

test("leaves out calls that a resumed node replays", () => {
  expect(show([call("c1", "weather/get"), result("c1", "weather/get", { replayed: true })])).toBe("");
});

test("puts what nodes do side by side under their own names", () => {
  const other: RunEventBody = { type: "node-start", node: "price", kind: "skill", visit: 1 };
  const events: RunEventBody[] = [
    begin[1]!,
    other,
    call("c1", "weather/get"),
    call("p1", "price/get", { node: "price" }),
  ];
  expect(
    show([...events, result("c1", "weather/get"), { ...result("p1", "price/get"), node: "price" } as RunEventBody]),
  ).toBe(`
assess skill

price skill

assess goes on
  ✓ weather/get                {"city":"上海"}

price goes on
  ✓ price/get                  {"city":"上海"}
`);
});

test("shows skipped steps, notices, routes, and why a run failed", () => {
  const error = { code: "MODEL_UNREACHABLE", message: "No answer.", hint: "Check OPENAI_BASE_URL." };
  const events: RunEventBody[] = [
    begin[1]!,
    { type: "route", node: "assess", choice: "refund", by: "rule" },
    { ...step("2", "skipped"), reason: "It is dark." },
    { ...step("2", "skipped"), reason: "It is dark.", replayed: true },
    step("3", "failed"),
    { type: "notice", node: "assess", level: "warning", message: "The server is busy." },
    { type: "node-end", node: "assess", visit: 1, status: "failed", durationMs: 1, note: "No answer." },
    { type: "run-end", status: "failed", error, usage: { inputTokens: 0, outputTokens: 0 }, durationMs: 1 },
  ];
  expect(show(events)).toBe(`
assess skill
  route refund chosen by rule
  - step 2 skipped: It is dark. (Look 2 times.)
  ! The server is busy.
  failed: No answer.

failed
  MODEL_UNREACHABLE  No answer.
  Check OPENAI_BASE_URL.
`);
});

test("ticks a step off in the line of its call, and tells at the end what is open", () => {
  const line = (id: string, status: StepView["status"], level: StepView["level"] = "must"): StepView => ({
    step: id,
    text: `看第 ${id} 次。`,
    level,
    line: Number(id),
    status,
    calls: [],
  });
  const statuses: readonly StepView["status"][] = ["done", "skipped", "missing", "failed", "not-checkable", "kept"];
  const steps = [
    ...statuses.map((status, index) => line(String(index + 1), status)),
    line("7", "not-due"),
    line("8", "not-taken", "may"),
    { text: "never a/b", level: "must-not", line: 9, status: "forbidden", calls: ["c9"] } as const,
  ];
  const conformance: RunEventBody = {
    type: "conformance",
    node: "assess",
    skill: "s",
    mode: "guide",
    conforms: false,
    steps,
  };
  const events: RunEventBody[] = [
    begin[1]!,
    call("c1", "weather/get"),
    step("1", "done"),
    result("c1", "weather/get"),
    call("c2", "sop/skip"),
    step("2", "skipped", "c2"),
    result("c2", "sop/skip"),
    conformance,
    { ...end, status: "waiting" },
    begin[1]!,
    end,
    begin[1]!,
    conformance,
    end,
  ];
  expect(show(events)).toBe(`
assess skill
  ✓ weather/get                {"city":"上海"}                                    step 1
  - step 2 skipped:  (Look 2 times.)
  completed
  steps: 1 done, 1 skipped, 1 failed, 1 missing, 1 forbidden, 1 not due
    missing 3: 看第 3 次。
    failed 4: 看第 4 次。
    forbidden: never a/b
  completed
`);
});

test("says when a call ends after its deadline", () => {
  const facts = { node: "assess", callId: "c1", tool: "events/cancel" };
  const late: RunEventBody = { type: "tool-late", ...facts, answered: true, lateMs: 1500 };
  const lines =
    "\nassess skill\n  ! events/cancel answered after its deadline; the answer is dropped, and it may have acted\n";
  expect(show([begin[1]!, late])).toBe(lines);
  expect(show([begin[1]!, { ...late, answered: false }], live)).toContain(
    "! events/cancel failed 1.5 s after its deadline\n",
  );
});

test("colours by meaning where colours are wanted", () => {
  expect(show([end], { ...plain, paint: createPaint(true) })).toContain("\u001B[32mcompleted\u001B[39m");
});
