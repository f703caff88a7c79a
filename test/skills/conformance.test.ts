import { describe, expect, test } from "vitest";
import { isSopwithError } from "../../src/base/errors.ts";
import { conformance } from "../../src/skills/conformance.ts";
import type { Sop } from "../../src/skills/sop.ts";
import { after, block, cancelled, ended, prose, storm, sun } from "./event-sop.ts";

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
