import { expect, test } from "vitest";
import { formatError, type SopwithError } from "../../src/base/errors.ts";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";

test("reads every part of a rehearsal", () => {
  const text = `
workflow: event-safety
about: A storm comes and the organiser agrees to cancel.
input: Is the harbour festival safe on Saturday?
turns:
  - node: assess
    say: I look up the weather first.
    call:
      - tool: weather/get_current
        with: { city: Bergen }
  - skill: event-safety
    when: { tool: weather/get_current, contains: Storm, status: ok }
    call: { tool: events/cancel, raw: '{"eventId": ' }
  - when: { user: [please, cancel] }
    say: "It is {{ weather/get_current.condition }}."
    times: 2
  - say: Nothing else.
    repeat: true
decisions:
  - node: approve
    kind: approval
    decide: reject
    by: Mette
    reason: too early
  - tool: user/ask
    answer: Saturday
faults:
  weather/get_current:
    - error: 503 Service Unavailable
      times: 2
    - pass: true
    - slow: 40
    - timeout: true
      always: true
  events/find:
    - output: null
expect:
  status: completed
  answer: cancelled
  calls: [weather/get_current]
  never: [notify/send]
  refused: [events/cancel]
  sop: { conforms: true, steps: { 1: done, notify: not-due } }
  state: { alert: red }
`;
  const condition = { contains: [], user: [] };
  expect(parseRehearsal(text, { file: "storm.yaml" })).toEqual({
    file: "storm.yaml",
    tools: {},
    workflow: "event-safety",
    about: "A storm comes and the organiser agrees to cancel.",
    input: "Is the harbour festival safe on Saturday?",
    turns: [
      {
        line: 6,
        node: "assess",
        say: "I look up the weather first.",
        call: [{ tool: "weather/get_current", with: { city: "Bergen" } }],
        times: 1,
      },
      {
        line: 11,
        skill: "event-safety",
        when: { ...condition, tool: "weather/get_current", contains: ["Storm"], status: "ok" },
        call: [{ tool: "events/cancel", with: {}, raw: '{"eventId": ' }],
        times: 1,
      },
      {
        line: 14,
        when: { ...condition, user: ["please", "cancel"] },
        say: "It is {{ weather/get_current.condition }}.",
        call: [],
        times: 2,
      },
      { line: 17, say: "Nothing else.", call: [], times: Infinity },
    ],
    decisions: [
      { line: 20, node: "approve", kind: "approval", approved: false, by: "Mette", reason: "too early", times: 1 },
      { line: 25, tool: "user/ask", approved: true, answer: "Saturday", by: "rehearsal", times: 1 },
    ],
    faults: {
      "weather/get_current": [
        { kind: "error", message: "503 Service Unavailable", times: 2 },
        { kind: "pass", times: 1 },
        { kind: "slow", ms: 40, times: 1 },
        { kind: "timeout", times: Infinity },
      ],
      "events/find": [{ kind: "output", output: null, times: 1 }],
    },
    expect: {
      status: "completed",
      answer: ["cancelled"],
      calls: ["weather/get_current"],
      never: ["notify/send"],
      refused: ["events/cancel"],
      sop: { conforms: true, steps: { "1": "done", notify: "not-due" } },
      state: { alert: "red" },
    },
  });
});

test("fills in what is left out", () => {
  expect(parseRehearsal("workflow: hello\nturns: [{ say: Hi }]\n", { file: "a.yaml" })).toEqual({
    file: "a.yaml",
    tools: {},
    workflow: "hello",
    turns: [{ line: 2, say: "Hi", call: [], times: 1 }],
    decisions: [],
    faults: {},
    expect: { answer: [], calls: [], refused: [], sop: { steps: {} }, never: [], state: {} },
  });
});

test.each<[string, string, string[]]>([
  ["an empty file", "", ["a.yaml:1:1 the file: expected a rehearsal, as a mapping, seen null."]],
  ["a list", "- a\n", ['a.yaml:1:1 the file: expected a rehearsal, as a mapping, seen ["a"].']],
  [
    "broken YAML",
    "workflow: x\nturns: [\n",
    ["a.yaml:3:1 Flow sequence in block collection must be sufficiently indented and end with a ]."],
  ],
  [
    "a key that stands twice",
    "workflow: x\nworkflow: y\nturns: [{ say: a }]\n",
    ["a.yaml:2:1 Map keys must be unique."],
  ],
  [
    "an alias that refers to nothing",
    "workflow: x\nturns: [*lost]\n",
    ["a.yaml:2:9 The alias *lost refers to nothing above it."],
  ],
  [
    "aliases that unfold without end",
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${"*a,".repeat(9)}]\nc: &c [${"*b,".repeat(9)}]\nd: [${"*c,".repeat(9)}]\n`,
    ["a.yaml:1:1 Excessive alias count indicates a resource exhaustion attack."],
  ],
  ["no turns", "workflow: x\n", ["a.yaml:1:1 turns: expected a list of turns."]],
  ["an empty list of turns", "workflow: x\nturns: []\n", ["a.yaml:2:1 turns: expected at least one turn, seen []."]],
  [
    "slips in keys at every depth",
    "workflow: x\nturn: 1\nturns:\n  - say: a\n    wen: { tol: b }\n  - say: b\n    when: { tol: c }\n  - call:\n      - tool: a/b\n        wiht: {}\n",
    [
      "a.yaml:5:5 turns.0 has no key wen. Did you mean when?",
      "a.yaml:7:13 turns.1.when has no key tol. Did you mean tool?",
      "a.yaml:10:9 turns.2.call.0 has no key wiht. Did you mean with?",
      "a.yaml:2:1 the file has no key turn. Did you mean turns?",
    ],
  ],
  [
    "a turn that does nothing",
    "workflow: x\nturns:\n  - node: a\n",
    ['a.yaml:3:5 turns.0: expected say or call: a model answers with a text, calls or both, seen {"node":"a"}.'],
  ],
  [
    "a call with two kinds of arguments",
    "workflow: x\nturns:\n  - call: { tool: a, with: { b: 1 }, raw: c }\n",
    ["a.yaml:3:5 turns.0.call.0: expected with or raw, not both."],
  ],
  [
    "a decision without a decision",
    "workflow: x\nturns: [{ say: a }]\ndecisions:\n  - { by: me }\n",
    ['a.yaml:4:5 decisions.0: expected decide: approve, decide: reject, or answer, seen {"by":"me"}.'],
  ],
  [
    "neither workflow nor skill, and a slip beside it",
    "turns: [{ sya: a, say: b }]\n",
    [
      "a.yaml:1:11 turns.0 has no key sya. Did you mean say?",
      "a.yaml:1:1 the file: expected workflow or skill: what is played or tested.",
    ],
  ],
  [
    "keys of a skill's test in a rehearsal of a workflow",
    "workflow: x\ntools: { a/b: { output: 1 } }\nturns: [{ say: a }]\n",
    ["a.yaml:2:1 tools: expected in the test of a skill only; this is a rehearsal of a workflow."],
  ],
  [
    "scripted tools without one way to answer",
    "skill: x\ntools:\n  a/b: { effect: read }\n  c/d:\n    answers:\n      - { with: { e: 1 } }\nturns: [{ say: a }]\n",
    [
      'a.yaml:3:3 tools.a/b: expected output, or answers where it depends on the arguments, seen {"effect":"read"}.',
      'a.yaml:6:9 tools.c/d.answers.0: expected output or error: what the tool answers, or the text it fails with, seen {"with":{"e":1}}.',
    ],
  ],
  [
    "a fault of two kinds",
    "workflow: x\nturns: [{ say: a }]\nfaults:\n  a/b:\n    - { error: x, timeout: true }\n",
    [
      'a.yaml:5:7 faults.a/b.0: expected exactly one of error, timeout, output, slow and pass, seen {"error":"x","timeout":true}.',
    ],
  ],
  [
    "a wrong number of times",
    "workflow: x\nturns: [{ say: a, times: 0 }]\n",
    ["a.yaml:2:19 turns.0.times: expected a whole number from 1, seen 0."],
  ],
])("reports %s with its place", (_name, text, mistakes) => {
  const error = failure(text);
  expect(error.code).toBe("REHEARSAL_INVALID");
  expect(error.diagnostics.map(line)).toEqual(mistakes);
});

test("names file, line and fix in the printed error", () => {
  expect(formatError(failure("workflow: x\nturns: [{ sya: a, say: b }]\n"))).toBe(
    [
      "REHEARSAL_INVALID  The rehearsal has a mistake.",
      "  a.yaml:2:11 error REHEARSAL_INVALID  turns.0 has no key sya.",
      "    Did you mean say?",
      "  Correct these places and run it again.",
    ].join("\n"),
  );
});

function failure(text: string): SopwithError {
  try {
    parseRehearsal(text, { file: "a.yaml" });
  } catch (error) {
    return error as SopwithError;
  }
  throw new Error("the rehearsal was read");
}

function line(fault: SopwithError["diagnostics"][number]): string {
  const { file, line: row, column } = fault.where!;
  return `${file}:${row}:${column} ${fault.message}${fault.fix ? ` ${fault.fix}` : ""}`;
}

test("reads the test of a skill", () => {
  const text = `
skill: weather-check
mode: enforce
output: { type: object }
tools:
  weather/get_current: { output: { condition: Sunny } }
  events/cancel:
    effect: destructive
    answers:
      - with: { id: e1 }
        output: null
      - error: no such event
turns: [{ say: Hi }]
`;
  expect(parseRehearsal(text, { file: "a.yaml" })).toMatchObject({
    skill: "weather-check",
    mode: "enforce",
    output: { type: "object" },
    tools: {
      "weather/get_current": { answers: [{ with: {}, output: { condition: "Sunny" } }] },
      "events/cancel": {
        effect: "destructive",
        answers: [
          { with: { id: "e1" }, output: null },
          { with: {}, error: "no such event" },
        ],
      },
    },
  });
});
