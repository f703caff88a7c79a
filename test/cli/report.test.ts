import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { reportMarkdown } from "../../src/cli/report-markdown.ts";
import { reportText } from "../../src/cli/report-text.ts";
import { toRunReport } from "../../src/cli/to-run-report.ts";
import type { CallRow, ConformanceRow, RunRow } from "../../src/store/run-store.ts";

const visit = { run: "t/1", path: "work", visit: 1 };
const at = "2026-01-02T03:04:05.678Z";

const call: CallRow = {
  ...visit,
  id: "call_1",
  turn: 0,
  position: 0,
  tool: "a/one",
  input: {},
  status: "finished",
  attempts: 1,
  outcome: { status: "ok" },
  startedAt: at,
  finishedAt: at,
};

const row: ConformanceRow = {
  path: "work",
  visit: 2,
  skill: "看护",
  hash: "0123456789abcdef",
  mode: "guide",
  conforms: false,
  steps: [
    {
      step: "1",
      text: "必须查询 `a/one`。",
      level: "must",
      line: 8,
      status: "done",
      calls: ["call_1", "call_gone"],
      doneAt: at,
      late: true,
      evidence: { id: "x" },
    },
    {
      step: "写信",
      text: "Write a | b <c>.",
      level: "should",
      line: 9,
      status: "skipped",
      calls: [],
      reason: "No post.",
    },
    { text: "never a/two", level: "must-not", line: 10, status: "kept", calls: [] },
  ],
  refused: [{ callId: "call_2", tool: "a/two", reason: "The procedure forbids a/two (line 10)." }],
};

const run: RunRow = {
  id: "t/1",
  thread: "t",
  ordinal: 1,
  workflow: "one",
  workflowHash: "h",
  status: "degraded",
  input: {},
  skills: {},
  usage: { inputTokens: 0, outputTokens: 0 },
  startedAt: at,
  conformance: [row],
};

const report = toRunReport(run, { calls: [call], onDisk: new Map([["看护", "fedcba9876543210"]]) });

test("joins the steps of the run's row with the calls of the journal and the skill on disk", () => {
  expect(report).toEqual({
    run: "t/1",
    thread: "t",
    workflow: "one",
    status: "degraded",
    conforms: false,
    visits: [
      {
        path: "work",
        visit: 2,
        skill: "看护",
        hash: "0123456789abcdef",
        hashOnDisk: "fedcba9876543210",
        mode: "guide",
        conforms: false,
        steps: [
          {
            ...row.steps[0],
            calls: [{ id: "call_1", tool: "a/one", status: "ok", startedAt: at, finishedAt: at }, { id: "call_gone" }],
          },
          row.steps[1],
          row.steps[2],
        ],
        refused: row.refused,
      },
    ],
  });
  const same = toRunReport(run, { calls: [], onDisk: new Map([["看护", row.hash]]) });
  expect(same.visits[0]).not.toHaveProperty("hashOnDisk");
  expect(toRunReport(run, { calls: [], onDisk: new Map() }).visits[0]!.hashOnDisk).toBe(null);
});

test("prints a table that stays aligned with wide characters, with reasons and calls below each step", () => {
  expect(reportText(report, createPaint(false))).toBe(`t/1  one  degraded

work, visit 2 skill 看护 01234567, guide, does not conform
  ! The run used skill 看护 at 01234567; the disk has fedcba98.
  done     1     MUST      line 8   必须查询 \`a/one\`。
      after its deadline
      id: "x"
      call_1 a/one ok 03:04:05
      call_gone
  skipped  写信  SHOULD    line 9   Write a | b <c>.
      No post.
  kept     -     MUST NOT  line 10  never a/two
  refused a/two: The procedure forbids a/two (line 10). call_2
`);
});

test("fits the texts of the steps to the terminal", () => {
  const lines = reportText(report, createPaint(false), 54).split("\n");
  expect(lines).toContain("  skipped  写信  SHOULD    line 9   Write a | b <c>.");
  const narrow = reportText(report, createPaint(false), 50).split("\n");
  expect(narrow).toContain("  skipped  写信  SHOULD    line 9   Write a | b <…");
});

test("prints Markdown in which no text breaks the table or becomes HTML", () => {
  expect(reportMarkdown(report)).toBe(`# t/1

Workflow one, degraded.

## work, visit 2

Skill 看护 at \`01234567\`, mode guide: **does not conform**.

The run used skill 看护 at 01234567; the disk has fedcba98.

| Step | Status | Level | Line | Text | Notes | Calls |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | done | MUST | 8 | 必须查询 \`a/one\`。 | after its deadline; id: "x" | \`call_1 a/one ok 03:04:05\`<br>\`call_gone\` |
| 写信 | skipped | SHOULD | 9 | Write a \\| b &lt;c&gt;. | No post. |  |
|  | kept | MUST NOT | 10 | never a/two |  |  |

Refused before they ran:

- \`a/two\` (\`call_2\`): The procedure forbids a/two (line 10).
`);
});

test("says when no node followed a procedure", () => {
  const { conformance: _none, ...bare } = run;
  const empty = toRunReport(bare, { calls: [], onDisk: new Map() });
  expect(reportText(empty, createPaint(false))).toBe(
    "t/1  one  degraded\n\nNo node of this run followed a procedure.\n",
  );
  expect(reportMarkdown(empty)).toContain("\nNo node of this run followed a procedure.\n");
});
