import { conformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import type { SopCallStatus, SopEvent } from "../../src/skills/sop-state.ts";
import type { Sop } from "../../src/skills/sop.ts";

/** An SOP with every kind of element, as a block. */
export const block: Sop = parseSop(
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
/** The same, as prose with rules. */
export const prose: Sop = parseSop(
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

/** A call that has ended, with an id of its own. */
export function ended(
  tool: string,
  input: unknown,
  output: unknown,
  status: SopCallStatus = "ok",
  at?: number,
): SopEvent {
  callNumber += 1;
  return { type: "call", callId: `c${callNumber}`, tool, input, output, status, ...(at === undefined ? {} : { at }) };
}

/** What is told after these events. */
export function after(sop: Sop, ...events: SopEvent[]) {
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

export const storm: SopEvent = ended("weather/get_current", {}, { condition: "Storm" });
export const sun: SopEvent = ended("weather/get_current", {}, { condition: "Sun" });
export const cancelled: SopEvent = ended("events/cancel", { eventId: "E1" }, {});
