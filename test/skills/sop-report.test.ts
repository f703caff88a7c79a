import { describe, expect, test } from "vitest";
import { checkConformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import type { SopCallStatus, SopEvent } from "../../src/skills/sop-state.ts";
import { after, block, cancelled, ended, prose, storm, sun } from "./event-sop.ts";

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
