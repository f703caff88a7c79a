import { describe, expect, test } from "vitest";
import { parseSopBlock } from "../../src/skills/parse-sop-block.ts";
import { parseSop, readSop } from "../../src/skills/parse-sop.ts";

const weather = ["steps:", "  - id: weather", "    tool: weather/get_current"];

describe("an sop block", () => {
  test("is read with the place of every element", () => {
    const body = [
      "# Cancel",
      "",
      "```sop",
      ...weather,
      "    accept: degraded",
      "    evidence: [condition]",
      "  - id: cancel",
      "    tools: [events/cancel]",
      "    text: Cancel the event.",
      "    level: SHOULD",
      "    after: [weather]",
      "    when: { step: weather, path: condition, contains: Storm }",
      "    times: { atMost: 2 }",
      "    args: { eventId: { sameAs: weather, argument: id }, reason: storm }",
      "    deadline: 10 min",
      "never: [payments/charge]",
      "```",
    ].join("\n");
    expect(parseSop(body, { firstLine: 5 })).toEqual({
      source: "block",
      steps: [
        {
          id: "weather",
          index: 0,
          text: "weather/get_current",
          level: "must",
          tools: ["weather/get_current"],
          conditional: false,
          ordered: false,
          line: 9,
          column: 5,
          accept: ["degraded"],
          evidence: ["condition"],
        },
        {
          id: "cancel",
          index: 1,
          text: "Cancel the event.",
          level: "should",
          tools: ["events/cancel"],
          conditional: true,
          ordered: false,
          line: 13,
          column: 5,
          after: { all: [{ step: "weather", line: 17, column: 13 }] },
          when: { step: "weather", path: "condition", contains: "Storm", line: 18, column: 11 },
          times: { atMost: 2 },
          args: [
            { name: "eventId", sameAs: "weather", argument: "id", line: 20, column: 13 },
            { name: "reason", equals: "storm", line: 20, column: 57 },
          ],
          deadlineMs: 600_000,
        },
      ],
      never: [{ tool: "payments/charge", line: 22, column: 9 }],
    });
  });

  test("decides where prose says something too", () => {
    const body = ["## Steps", "1. You MUST call `a/b`.", "", "```sop", ...weather, "```"].join("\n");
    expect(parseSop(body, { firstLine: 1 }).steps.map(({ id }) => id)).toEqual(["weather"]);
  });

  test("leaves the prose when it is broken, and says so", () => {
    const body = ["## Steps", "1. You MUST call `a/b`.", "", "```sop", "steps: 3", "```"].join("\n");
    const { sop, isBlockBroken, diagnostics } = readSop(body, { file: "x/SKILL.md", firstLine: 1 });
    expect({ source: sop.source, steps: sop.steps.length, isBlockBroken, diagnostics }).toEqual({
      source: "prose",
      steps: 1,
      isBlockBroken: true,
      diagnostics: [
        {
          code: "SOP_VALUE",
          severity: "error",
          message: "Seen 3 where a list of steps is expected.",
          where: { file: "x/SKILL.md", line: 5, column: 8 },
          fix: "Write a list of steps.",
        },
      ],
    });
  });

  test("inside a longer fence is an example", () => {
    const body = ["````markdown", "```sop", "steps: 3", "```", "````"].join("\n");
    expect(parseSopBlock(body, { file: "SKILL.md", firstLine: 1 })).toBeUndefined();
  });

  test("may be indented in a list item", () => {
    const body = ["1. See:", "   ```sop", ...weather.map((line) => `   ${line}`), "   ```"].join("\n");
    const step = parseSopBlock(body, { file: "SKILL.md", firstLine: 1 })?.sop?.steps[0];
    expect([step?.id, step?.line, step?.column]).toEqual(["weather", 4, 8]);
  });

  test.each([
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("is read with %s line ends", (_name, lineEnd) => {
    const sop = parseSop(["```sop", ...weather, "```"].join(lineEnd), { firstLine: 1 });
    expect(sop.steps.map(({ id, line }) => [id, line])).toEqual([["weather", 3]]);
  });
});
