import { describe, expect, test } from "vitest";
import { conformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import type { SopEvent } from "../../src/skills/sop-state.ts";
import type { Sop } from "../../src/skills/sop.ts";
import { after, ended } from "./event-sop.ts";

/** A desk where every change of an order needs a look at it and a yes of its own. */
const desk: Sop = parseSop(
  [
    "```sop",
    "steps:",
    "  - { id: look, tool: orders/get, level: may }",
    "  - { id: ask, tool: user/confirm, level: may }",
    "  - id: change",
    "    tool: orders/change",
    "    level: may",
    "    after:",
    "      - { step: look, path: status, equals: open, same: order }",
    "      - { step: ask, path: yes, equals: true, same: [order, action], fresh: true }",
    "    times: { atMost: 2, per: order }",
    "```",
  ].join("\n"),
  { firstLine: 1 },
);
const look = (order: string, status = "open"): SopEvent => ended("orders/get", { order }, { status });
const ask = (order: string, action: string, yes = true): SopEvent => ended("user/confirm", { order, action }, { yes });
const change = (order: string, action: string): SopEvent => ended("orders/change", { order, action }, {});
const judge = (order: string, action: string, ...events: SopEvent[]): string => {
  const verdict = after(desk, ...events).check("orders/change", { order, action });
  return verdict.kind === "refused" ? `${verdict.why}: ${verdict.reason} ${verdict.fix}` : verdict.kind;
};

describe("same", () => {
  test("asks for a call with the same arguments, whatever came later", () => {
    expect(judge("A", "pay", look("A"), ask("A", "pay"), look("B", "shut"), ask("B", "pay", false))).toBe("allowed");
  });

  test("is not content with a call of another order, or a yes to another action", () => {
    expect([
      judge("A", "pay", look("B"), ask("A", "pay")),
      judge("A", "pay", look("A"), ask("A", "send")),
      judge("A", "pay", look("A", "shut"), look("B"), ask("A", "pay")),
      judge("A", "pay", look("A"), ask("B", "pay"), ask("A", "pay", false), ask("B", "pay")),
    ]).toEqual([
      'after: Step "change" (line 5) comes later: first status of "look" is "open" (for the same order) and yes of "ask" is true (anew, for the same order and action). First do step "look" (orders/get), then call again.',
      'after: Step "change" (line 5) comes later: first status of "look" is "open" (for the same order) and yes of "ask" is true (anew, for the same order and action). First do step "ask" (user/confirm), then call again.',
      'not-due: Step "change" (line 5) is not due: it asks that status of "look" is "open" (for the same order) and yes of "ask" is true (anew, for the same order and action). Leave it out and go on with the other steps.',
      'not-due: Step "change" (line 5) is not due: it asks that status of "look" is "open" (for the same order) and yes of "ask" is true (anew, for the same order and action). Leave it out and go on with the other steps.',
    ]);
  });

  test("finds no call for an argument that is not given", () => {
    const run = after(desk, ended("orders/get", {}, { status: "open" }), ended("user/confirm", {}, { yes: true }));
    expect(run.check("orders/change", {})).toMatchObject({ kind: "refused", why: "after", needs: ["look", "ask"] });
  });
});

describe("fresh", () => {
  const done = [look("A"), ask("A", "pay"), change("A", "pay")];

  test("asks for a call after the last one that was done", () => {
    expect(judge("A", "pay", ...done)).toMatch(/^after: .* First do step "ask"/);
    expect(judge("A", "pay", ...done, ask("A", "pay"))).toBe("allowed");
  });

  test("lets one call serve one, also while that runs", () => {
    const running: SopEvent = {
      type: "start",
      callId: "r",
      tool: "orders/change",
      input: { order: "A", action: "pay" },
    };
    expect(judge("A", "pay", look("A"), ask("A", "pay"), running)).toMatch(/^after: /);
    expect(judge("B", "pay", look("A"), ask("A", "pay"), look("B"), ask("B", "pay"), running)).toBe("allowed");
  });

  test("is not used up by a call that failed", () => {
    const failed = ended("orders/change", { order: "A", action: "pay" }, {}, "failed");
    expect(judge("A", "pay", look("A"), ask("A", "pay"), failed)).toBe("allowed");
  });
});

describe("times per argument", () => {
  test("limits the calls for each value", () => {
    const one = [look("A"), ask("A", "x"), change("A", "x"), ask("A", "y"), change("A", "y"), ask("A", "z")];
    expect(judge("A", "z", ...one)).toBe(
      'times: Step "change" (line 5) may be done 2 times for each order, and was for A. Do not call orders/change for it again.',
    );
    expect(judge("B", "z", ...one, look("B"), ask("B", "z"))).toBe("allowed");
  });

  test("asks for as many different values as atLeast says", () => {
    const yaml = "```sop\nsteps:\n  - { id: ask, tool: review/ask, times: { atLeast: 2, per: who } }\n```";
    const sop = parseSop(yaml, { firstLine: 1 });
    const asked = (who: string): SopEvent => ended("review/ask", { who }, {}, "ok", 1000);
    expect([
      after(sop, asked("Ana"), asked("Ana")).report().steps[0],
      after(sop, asked("Ana"), asked("Ana"), asked("Bo")).report().steps[0],
    ]).toMatchObject([
      { status: "missing", reason: "done 1 of 2 times" },
      { status: "done", satisfied: true },
    ]);
  });
});

describe("times for each value of another step", () => {
  const sop = parseSop(
    [
      "```sop",
      "steps:",
      "  - { id: cancel, tool: events/cancel }",
      "  - id: tell",
      "    tool: mail/send",
      "    after: [cancel]",
      "    times: { each: cancel, per: event }",
      "```",
    ].join("\n"),
    { firstLine: 1 },
  );
  const cancel = (event: string): SopEvent => ended("events/cancel", { event }, {});
  const tell = (event: string): SopEvent => ended("mail/send", { event }, {});

  test("misses the one that was left out, and names it", () => {
    const run = after(sop, cancel("A"), cancel("B"), tell("A"), tell("A"));
    expect([run.missing(), run.report().steps[1], run.check("mail/send", { event: "B" })]).toMatchObject([
      ["tell missing"],
      { status: "missing", satisfied: false, reason: 'not done for event "B"' },
      { kind: "allowed", repeat: false },
    ]);
    expect(after(sop, cancel("A"), cancel("B"), tell("A"), tell("B")).report().conforms).toBe(true);
  });

  test("opens again when there is one more", () => {
    const events = [cancel("A"), tell("A")];
    expect([after(sop, ...events).missing(), after(sop, ...events, cancel("B")).missing()]).toEqual([
      [],
      ["tell missing"],
    ]);
  });

  test("takes no other value", () => {
    expect(after(sop, cancel("A")).check("mail/send", { event: "C" })).toMatchObject({
      why: "args",
      reason: 'Step "tell" (line 4) asks for event as in the call of step "cancel"; the call has "C".',
    });
  });
});

describe("args", () => {
  const sop = parseSop(
    [
      "```sop",
      "steps:",
      "  - { id: tell, tool: mail/send, args: { text: { contains: storm }, to: { contains: admin } } }",
      "never: [{ tool: mail/send, args: { text: { contains: secret } } }]",
      "```",
    ].join("\n"),
    { firstLine: 1 },
  );

  test("may ask for a part of a text, or an item of a list", () => {
    const run = after(sop);
    expect([
      run.check("mail/send", { text: "A storm comes.", to: ["admin", "boss"] }),
      run.check("mail/send", { text: "Sun.", to: ["admin"] }),
      run.check("mail/send", { text: "A storm and a secret.", to: ["admin"] }),
    ]).toMatchObject([
      { kind: "allowed" },
      {
        why: "args",
        reason: 'Step "tell" (line 3) asks for text that contains "storm"; the call has "Sun.".',
        fix: 'Call mail/send with text that contains "storm".',
      },
      { code: "SOP_NEVER", line: 4 },
    ]);
  });
});

describe("an SOP made by hand", () => {
  test.each<[string, Partial<Sop>, string]>([
    [
      "same in when",
      { steps: [step("a"), { ...step("b"), when: { step: "a", is: "done", same: ["id"] } }] },
      "The condition compares calls, which only after can.",
    ],
    [
      "fresh in a ban",
      { steps: [step("a")], never: [{ tool: "t/z", when: { step: "a", exists: true, fresh: true }, line: 9 }] },
      "The condition compares calls, which only after can.",
    ],
    [
      "fresh beside is",
      { steps: [step("a"), { ...step("b"), after: { step: "a", is: "failed", fresh: true } }] },
      "The condition asks of one call what became of a step.",
    ],
  ])("is refused for %s", (_name, part, message) => {
    expect(() => conformance({ source: "block", steps: [], ...part })).toThrow(
      expect.objectContaining({ code: "SOP_INVALID", diagnostics: [expect.objectContaining({ message })] }),
    );
  });
});

function step(id: string): Sop["steps"][number] {
  const index = id === "a" ? 0 : 1;
  return {
    id,
    index,
    text: id,
    level: "must",
    tools: [`t/${id}`],
    conditional: false,
    ordered: false,
    line: index + 1,
  };
}
