import { describe, expect, test } from "vitest";
import { isSopwithError } from "../../src/base/errors.ts";
import { checkConformance, conformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import type { SopCallStatus, SopEvent } from "../../src/skills/sop-state.ts";
import type { Sop } from "../../src/skills/sop.ts";

const block = parseSop(
  [
    "```sop",
    "steps:",
    "  - id: weather",
    "    tool: weather/get_current",
    "    accept: degraded",
    "    evidence: condition",
    "  - id: cancel",
    "    tool: events/cancel",
    "    after: [weather]",
    "    when: { step: weather, path: condition, contains: Storm }",
    "    times: 1",
    "  - id: notify",
    "    tool: notify/send",
    "    after: [cancel]",
    "    when: { step: cancel, is: done }",
    "    args: { to: admin, eventId: { sameAs: cancel } }",
    "    deadline: 1 min",
    "  - id: apologise",
    "    level: should",
    "    tool: notify/apologise",
    "  - id: sing",
    "    text: Sing a song.",
    "never:",
    "  - payments/charge",
    "  - { tool: events/list, when: { step: cancel, is: done } }",
    "```",
  ].join("\n"),
  { firstLine: 1 },
);
const prose = parseSop(
  [
    "## Steps",
    "1. You MUST call `orders/get`.",
    "2. If it is broken, you MUST call `refunds/start`.",
    "3. You MUST call `tickets/create`.",
    "4. You SHOULD call `notice/send`.",
    "5. You MUST be kind.",
    "",
    "## Rules",
    "- You MUST NOT call `orders/delete`.",
    "- You MUST NOT call `tickets/create` at night.",
  ].join("\n"),
  { firstLine: 1 },
);

let callNumber = 0;
function ended(tool: string, input: unknown, output: unknown, status: SopCallStatus = "ok", at?: number): SopEvent {
  callNumber += 1;
  return { type: "call", callId: `c${callNumber}`, tool, input, output, status, ...(at === undefined ? {} : { at }) };
}

function after(sop: Sop, ...events: SopEvent[]) {
  const checker = conformance(sop);
  const state = events.reduce((before, event) => checker.next(before, event), checker.initial);
  return {
    state,
    check: (tool: string, input: unknown = {}) => checker.check(state, { tool, input }),
    missing: (level: "must" | "should" = "must") =>
      checker.missing(state, { level }).map(({ step, status }) => `${step} ${status}`),
    statuses: () => checker.report(state).steps.map(({ step, status }) => `${step ?? "never"} ${status}`),
    report: () => checker.report(state),
    skip: (step: string, mode: "guide" | "enforce") => checker.canSkip(state, step, mode),
  };
}

const storm = ended("weather/get_current", {}, { condition: "Storm" });
const sun = ended("weather/get_current", {}, { condition: "Sun" });
const cancelled = ended("events/cancel", { eventId: "E1" }, {});

describe("a call", () => {
  test("is refused while what comes first is missing, with what would make it right", () => {
    expect(after(block).check("events/cancel")).toEqual({
      kind: "refused",
      code: "SOP_ORDER",
      why: "after",
      step: "cancel",
      line: 7,
      reason: 'Step "cancel" (line 7) comes later: first "weather" is done.',
      fix: 'First do step "weather" (weather/get_current), then call again.',
      needs: ["weather"],
      waitsFor: [],
    });
  });

  test("is refused while its condition is not known", () => {
    const unordered: Sop = { source: "block", steps: block.steps.map(({ after: _after, ...step }) => step) };
    expect(after(unordered).check("events/cancel")).toMatchObject({
      why: "undecided",
      reason: 'Step "cancel" (line 7) hangs on what is not known yet: condition of "weather" contains "Storm".',
    });
  });

  test("is refused when it is not due", () => {
    expect(after(block, sun).check("events/cancel")).toMatchObject({
      code: "SOP_ORDER",
      why: "not-due",
      reason: 'Step "cancel" (line 7) is not due: it asks that condition of "weather" contains "Storm".',
      fix: "Leave it out and go on with the other steps.",
    });
  });

  test("serves its step when all holds", () => {
    expect(after(block, storm).check("events/cancel@2")).toEqual({
      kind: "allowed",
      step: "cancel",
      index: 1,
      line: 7,
      repeat: false,
    });
  });

  test("may be repeated unless times says no", () => {
    const run = after(block, storm, cancelled);
    expect([run.check("weather/get_current"), run.check("events/cancel")]).toMatchObject([
      { kind: "allowed", repeat: true },
      { kind: "refused", why: "times", reason: 'Step "cancel" (line 7) may be done once, and was.' },
    ]);
  });

  test("is refused with other arguments than the step asks for", () => {
    const run = after(block, storm, cancelled);
    expect([
      run.check("notify/send", { to: "all", eventId: "E1" }),
      run.check("notify/send", { to: "admin", eventId: "E2" }),
    ]).toMatchObject([
      { why: "args", reason: 'Step "notify" (line 12) asks for to "admin"; the call has "all".' },
      {
        why: "args",
        reason: 'Step "notify" (line 12) asks for eventId as in the call of step "cancel"; the call has "E2".',
      },
    ]);
    expect(run.check("notify/send", { to: "admin", eventId: "E1" }).kind).toBe("allowed");
  });

  test("is refused when it is forbidden, or may turn out to be", () => {
    expect([
      after(block).check("payments/charge"),
      after(block).check("events/list"),
      after(block, storm, cancelled).check("events/list"),
      after(block, sun).check("events/list"),
    ]).toMatchObject([
      { code: "SOP_NEVER", why: "never", line: 24, reason: "The procedure forbids payments/charge (line 24)." },
      { code: "SOP_ORDER", why: "undecided", line: 25, needs: ["cancel"] },
      { code: "SOP_NEVER", why: "never", line: 25 },
      { kind: "unrelated" },
    ]);
  });

  test("of a tool that nobody speaks of is unrelated", () => {
    expect(after(block).check("files/read")).toEqual({ kind: "unrelated" });
  });

  test("that needs a running one waits for it", () => {
    const run = after(block, { type: "start", callId: "w", tool: "weather/get_current", input: {} });
    expect(run.check("events/cancel")).toMatchObject({ why: "after", waitsFor: ["w"] });
  });

  test("beside a running one does not take its place", () => {
    const run = after(block, storm, { type: "start", callId: "a", tool: "events/cancel", input: {} });
    expect(run.check("events/cancel")).toMatchObject({ why: "times", waitsFor: ["a"] });
  });
});

describe("prose", () => {
  test("orders its unconditional MUST steps and nothing else", () => {
    const run = after(prose);
    expect(["tickets/create", "refunds/start", "notice/send"].map((tool) => run.check(tool).kind)).toEqual([
      "refused",
      "allowed",
      "allowed",
    ]);
  });

  test("forbids what it forbids without a condition", () => {
    expect(after(prose).check("orders/delete")).toMatchObject({ code: "SOP_NEVER", step: "b1", line: 9 });
  });

  test("is told step by step, with what no call can prove", () => {
    const run = after(prose, ended("orders/get", {}, {}), ended("tickets/create", {}, {}));
    expect(run.statuses()).toEqual([
      "1 done",
      "2 missing",
      "3 done",
      "4 missing",
      "5 not-checkable",
      "b1 kept",
      "b2 not-checkable",
    ]);
    expect([run.missing(), run.missing("should")]).toEqual([["2 missing"], ["2 missing", "4 missing"]]);
  });

  test("lets a conditional MUST be skipped, an unconditional one in guide only", () => {
    const run = after(prose);
    expect([run.skip("2", "enforce"), run.skip("1", "guide"), run.skip("1", "enforce")]).toEqual([
      { allowed: true },
      { allowed: true },
      { allowed: false, reason: 'Step "1" (line 2) is a MUST without a condition; it cannot be skipped.' },
    ]);
    expect(after(prose, { type: "skip", step: "2", reason: "not broken" }).missing()).toEqual([
      "1 missing",
      "3 missing",
    ]);
  });
});

describe("a step", () => {
  test.each<[SopCallStatus, string]>([
    ["ok", "done"],
    ["degraded", "degraded"],
    ["failed", "failed"],
    ["timeout", "failed"],
    ["unavailable", "failed"],
    ["in_doubt", "failed"],
    ["denied", "missing"],
    ["invalid", "missing"],
    ["needs_confirmation", "missing"],
  ])("whose call ends %s is %s", (status, expected) => {
    expect(after(block, ended("weather/get_current", {}, { condition: "Sun" }, status)).statuses()[0]).toBe(
      `weather ${expected}`,
    );
  });

  test("counts a degraded call only where it says so", () => {
    const run = after(
      block,
      ended("weather/get_current", {}, { condition: "Storm" }, "degraded"),
      ended("events/cancel", {}, {}, "degraded"),
    );
    expect([run.statuses().slice(0, 2), run.missing()]).toEqual([
      ["weather degraded", "cancel degraded"],
      ["cancel degraded"],
    ]);
    expect(
      run
        .report()
        .steps.slice(0, 2)
        .map(({ satisfied }) => satisfied),
    ).toEqual([true, false]);
  });

  test("needs its evidence", () => {
    expect(after(block, ended("weather/get_current", {}, { wind: 3 })).statuses()[0]).toBe("weather failed");
    expect(after(block, storm).report().steps[0]?.evidence).toEqual({ condition: "Storm" });
  });

  test("that is due by its condition cannot be skipped, nor one whose condition is open", () => {
    expect([
      after(block, storm).skip("cancel", "guide"),
      after(block).skip("cancel", "guide"),
      after(block, sun).skip("cancel", "enforce"),
    ]).toEqual([
      {
        allowed: false,
        reason: 'Step "cancel" (line 7) is due, since condition of "weather" contains "Storm"; it must be done.',
      },
      {
        allowed: false,
        reason: 'Whether step "cancel" (line 7) is due is not known yet: condition of "weather" contains "Storm".',
      },
      { allowed: true },
    ]);
  });

  test.each([
    ["nowhere", 'There is no step "nowhere"; the steps are "weather", "cancel", "notify", "apologise", "sing".'],
    ["weather", 'Step "weather" (line 3) is done already.'],
  ])("%s cannot be skipped", (step, reason) => {
    expect(after(block, storm).skip(step, "guide")).toEqual({ allowed: false, reason });
  });

  test("done after its deadline is late", () => {
    const run = (seconds: number) =>
      after(
        block,
        ended("weather/get_current", {}, { condition: "Storm" }, "ok", 1000),
        ended("events/cancel", { eventId: "E1" }, {}, "ok", 2000),
        ended("notify/send", { to: "admin", eventId: "E1" }, {}, "ok", 2000 + seconds * 1000),
      ).report().steps[2];
    expect([run(60), run(61)].map((step) => [step?.status, step?.late])).toEqual([
      ["done", undefined],
      ["done", true],
    ]);
  });

  test("that waits for a failed one may run when its condition asks how that ended", () => {
    const sop = parseSop(
      "```sop\nsteps:\n  - { id: a, tool: x/a }\n  - { id: b, tool: x/b, after: [a], when: { step: a, is: failed } }\n```",
      { firstLine: 1 },
    );
    expect([after(sop).check("x/b").kind, after(sop, ended("x/a", {}, {}, "failed")).check("x/b").kind]).toEqual([
      "refused",
      "allowed",
    ]);
  });

  test("that is skipped lets the next one run", () => {
    const skip: SopEvent = { type: "skip", step: "1", reason: "known already" };
    expect(after(prose, skip).check("tickets/create").kind).toBe("allowed");
  });
});

describe("a report", () => {
  test("of a run in order conforms", () => {
    const notified = ended("notify/send", { to: "admin", eventId: "E1" }, {});
    const run = after(block, storm, cancelled, notified);
    expect(run.report().conforms).toBe(true);
    expect(run.statuses()).toEqual([
      "weather done",
      "cancel done",
      "notify done",
      "apologise missing",
      "sing not-checkable",
      "never kept",
      "never kept",
    ]);
  });

  test("names the calls that ran out of order or against a ban", () => {
    const events: SopEvent[] = [
      { type: "call", callId: "early", tool: "events/cancel", input: {}, output: {}, status: "ok" },
      { type: "call", callId: "banned", tool: "payments/charge", input: {}, output: {}, status: "ok" },
      { type: "call", callId: "stopped", tool: "payments/charge", input: {}, status: "denied" },
    ];
    const { conforms, steps, violations } = checkConformance(block, events);
    expect(conforms).toBe(false);
    expect(steps.filter(({ status }) => status === "out-of-order" || status === "forbidden")).toMatchObject([
      { step: "cancel", status: "out-of-order", calls: ["early"] },
      { text: "never payments/charge", status: "forbidden", calls: ["banned"] },
    ]);
    expect(violations.map(({ callId, ran }) => [callId, ran])).toEqual([
      ["early", true],
      ["banned", true],
      ["stopped", false],
    ]);
  });

  test("of a step that is not due says why", () => {
    expect(after(block, sun).report().steps[1]).toEqual({
      step: "cancel",
      text: "events/cancel",
      level: "must",
      line: 7,
      status: "not-due",
      satisfied: true,
      calls: [],
      reason: 'it asks that condition of "weather" contains "Storm"',
    });
  });

  test("counts a call once, however often it is told", () => {
    const run = after(block, storm, storm, storm);
    expect(run.report().steps[0]?.calls).toHaveLength(1);
  });
});

describe("an SOP made by hand", () => {
  const step = { text: "", level: "must", conditional: false, ordered: false, line: 1 } as const;

  test("with faults is refused, with all of them", () => {
    const sop: Sop = {
      source: "block",
      steps: [
        { ...step, id: "a", index: 0, tools: ["x/a"], after: { step: "b" } },
        { ...step, id: "a", index: 1, tools: ["x/a"], when: { step: "a", matches: "(" } },
      ],
    };
    let thrown: unknown;
    try {
      conformance(sop);
    } catch (error) {
      thrown = error;
    }
    expect(isSopwithError(thrown, "SOP_INVALID") && thrown.diagnostics.map(({ code }) => code)).toEqual([
      "SOP_STEP_REPEATED",
      "SOP_STEP_UNKNOWN",
      "SOP_PREDICATE",
    ]);
  });

  test("without steps lets everything run", () => {
    const checker = conformance({ source: "prose", steps: [] });
    expect([checker.check(checker.initial, { tool: "a/b", input: {} }), checker.report(checker.initial)]).toEqual([
      { kind: "unrelated" },
      { conforms: true, steps: [], violations: [] },
    ]);
  });
});
