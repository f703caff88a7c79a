import { describe, expect, test } from "vitest";
import { parseSop } from "../../src/skills/parse-sop.ts";

/** Steps as `line id level[?] tools | text`: `?` where conditional, `-` before the id where nothing is ordered. */
function steps(...lines: string[]): string[] {
  return parseSop(lines.join("\n"), { firstLine: 1 }).steps.map((step) => {
    const level = `${step.level}${step.conditional ? "?" : ""}`;
    return `${step.line} ${step.ordered ? "" : "- "}${step.id} ${level} [${step.tools.join(" ")}] ${step.text}`;
  });
}

describe("numbered lists", () => {
  test.each([
    [
      "with dots",
      ["1. You MUST `a/b`", "2. You MAY `c/d`"],
      ["1 1 must [a/b] You MUST `a/b`", "2 2 may [c/d] You MAY `c/d`"],
    ],
    ["with parentheses", ["1) a", "(2) b"], ["1 1 should [] a", "2 2 should [] b"]],
    ["that are loose", ["1. a", "", "2. b"], ["1 1 should [] a", "3 2 should [] b"]],
    ["that repeat the number", ["1. a", "1. b", "1. c"], ["1 1 should [] a", "2 2 should [] b", "3 3 should [] c"]],
    [
      "nested by indent",
      ["1. a", "   1. b", "   2. c", "2. d"],
      ["1 1 should [] a", "2 1.1 should [] b", "3 1.2 should [] c", "4 2 should [] d"],
    ],
    [
      "nested by number",
      ["2. a", "2.1 b", "2.2. c", "3. d"],
      ["1 2 should [] a", "2 2.1 should [] b", "3 2.2 should [] c", "4 3 should [] d"],
    ],
    ["over several lines", ["1. You", "   MUST", "go", "", "   and `a/b`"], ["1 1 must [a/b] You MUST go"]],
    ["with boxes", ["1. [ ] a", "2. [x] b"], ["1 1 should [] a", "2 2 should [] b"]],
    ["of two lists", ["1. a", "", "text", "", "1. b"], ["1 1 should [] a", "5 1#2 should [] b"]],
    ["and what is no item", ["1.5 litres", "2024. x", "a 1. b", "1.x"], []],
  ])("%s", (_form, lines, expected) => {
    expect(steps(...lines)).toEqual(expected);
  });

  test("gives no two steps the same name, nor those below them", () => {
    expect(steps("1. a", "   - MUST b", "", "text", "", "**1. c:**", "   - MUST d")).toEqual([
      "1 1 should [] a",
      "2 - 1-1 must [] MUST b",
      "6 1#2 should [] **c:**",
      "7 - 1#2-1 must [] MUST d",
    ]);
  });

  test("ignores fenced code, comments, quotes and tables", () => {
    const lines = [
      "1. a",
      "   ```",
      "   1. code `x/y`",
      "   ```",
      "<!--",
      "2. hidden",
      "-->",
      "> 3. quoted",
      "| 4. table |",
      "~~~",
      "5. more",
      "```",
      "~~~",
      "6. b",
    ];
    expect(steps(...lines)).toEqual(["1 1 should [] a", "14 6 should [] b"]);
  });

  test("counts lines of the file, whatever ends them", () => {
    for (const lineEnd of ["\n", "\r\n", "\r"]) {
      const { steps: found } = parseSop(["text", "", "1. a", "2. b"].join(lineEnd), { firstLine: 10 });
      expect(found.map((step) => step.line)).toEqual([12, 13]);
    }
  });

  test("takes bullets that bind as steps, and tools from the others", () => {
    expect(steps("1. Look", "   - with `a/b`", "   - You MUST NOT guess", "   - You MAY use `c/d`", "2. Go")).toEqual([
      "1 1 should [a/b] Look",
      "3 - 1-1 must-not [] You MUST NOT guess",
      "4 - 1-2 may [c/d] You MAY use `c/d`",
      "5 2 should [] Go",
    ]);
  });
});

describe("sections", () => {
  test("prefer the lists below a heading of steps, and add the rules", () => {
    expect(
      steps(
        "1. background",
        "## Procedure",
        "1. a",
        "### Detail",
        "2. b",
        "## Rules",
        "- be kind",
        "- NEVER call `x/y`",
        "1. MUST stop",
        "## Examples",
        "1. c",
      ),
    ).toEqual([
      "3 1 should [] a",
      "5 2 should [] b",
      "8 - b1 must-not [x/y] NEVER call `x/y`",
      "9 - r1 must [] MUST stop",
    ]);
  });

  test.each([
    "## Steps",
    "# **Steps**",
    "## The procedure ##",
    "## Workflow",
    "**Steps:**",
    "Steps:",
    "## 2. Steps to take",
  ])("%s announces steps", (heading) => {
    expect(steps("1. before", "", heading, "", "1. a")).toEqual(["5 1 should [] a"]);
  });

  test("read numbered headings with binding bullets", () => {
    expect(
      steps(
        "## Steps",
        "### 1. Check the weather",
        "You MUST call `weather/get`.",
        "**Constraints:**",
        "- You MUST wait",
        "  - detail `a/b`",
        "- plain",
        "### 2. Cancel",
        "If the alert is red, call `events/cancel`.",
        "#### 2.1 Tell",
        "- You SHOULD be short",
      ),
    ).toEqual([
      "2 1 must [weather/get] Check the weather",
      "5 - 1-1 must [a/b] You MUST wait",
      "8 2 should? [events/cancel] Cancel",
      "10 2.1 should? [] Tell",
      "11 - 2.1-1 should? [] You SHOULD be short",
    ]);
  });

  test("read headings that call themselves steps, without a section", () => {
    expect(steps("# T", "## Step 1: Look", "1. with `a/b`", "## Step 2 - Go", "## Notes", "1. no")).toEqual([
      "2 1 should [] Look",
      "3 1.1 should [a/b] with `a/b`",
      "4 2 should [] Go",
    ]);
  });

  test("take bullets of a section of steps that has no numbers", () => {
    expect(steps("## Steps", "- Call `a/b`", "- Call `c/d`")).toEqual([
      "2 - b1 should [a/b] Call `a/b`",
      "3 - b2 should [c/d] Call `c/d`",
    ]);
  });

  test("give an empty procedure for prose", () => {
    expect(steps("# Title", "Just text.", "- a bullet")).toEqual([]);
  });
});

describe("conditions", () => {
  test.each([
    ["If the alert is red, call `a/b`", true],
    ["When asked, you MUST stop", true],
    ["Unless told otherwise, go on", true],
    ["Where a refund is due, pay", true],
    ["**Cancel**: if it is red, call `a/b`", true],
    ["**If red:** call `a/b`", true],
    ["Call `a/b` if the alert is red", true],
    ["Call `a/b` when the alert is red", true],
    ["Look at it. If it is red, you MUST call `a/b`", true],
    ["You MUST call `a/b`. If it fails, call `c/d`", false],
    ["You MUST call `a/b`, and if it fails `c/d`", false],
    ["You MUST check if the order exists", false],
    ["Wherever you are MUST", true],
    ["Ifs and whens", false],
    ["You MUST ask when the event starts", false],
  ])("%s", (text, conditional) => {
    expect(parseSop(`1. ${text}`, { firstLine: 1 }).steps[0]?.conditional).toBe(conditional);
  });

  test("reach the steps below", () => {
    expect(steps("1. If red:", "   1. MUST `a/b`", "2. MUST `c/d`")).toEqual([
      "1 1 should? [] If red:",
      "2 1.1 must? [a/b] MUST `a/b`",
      "3 2 must [c/d] MUST `c/d`",
    ]);
  });
});

describe("bans", () => {
  test.each([
    ["You MUST NOT call `a/b`", ["1 1 must-not [a/b] You MUST NOT call `a/b`"]],
    ["`a/b` MUST NEVER be called", ["1 1 must-not [a/b] `a/b` MUST NEVER be called"]],
    ["NEVER call `a/b`, `c/d` or `e/f`", ["1 1 must-not [a/b c/d e/f] NEVER call `a/b`, `c/d` or `e/f`"]],
    [
      "Call `a/b`. NEVER call `c/d`.",
      ["1 1 should [a/b] Call `a/b`. NEVER call `c/d`.", "1 - 1-not must-not [c/d] NEVER call `c/d`."],
    ],
    [
      "You MUST call `a/b` and MUST NOT call `c/d`",
      [
        "1 1 must [a/b] You MUST call `a/b` and MUST NOT call `c/d`",
        "1 - 1-not must-not [c/d] You MUST call `a/b` and MUST NOT call `c/d`",
      ],
    ],
    [
      "MUST NOT call `a/b`, call `c/d` instead",
      [
        "1 1 should [c/d] MUST NOT call `a/b`, call `c/d` instead",
        "1 - 1-not must-not [a/b] MUST NOT call `a/b`, call `c/d` instead",
      ],
    ],
    ["You MUST NOT call `a/b` before `c/d`", ["1 1 must-not? [a/b] You MUST NOT call `a/b` before `c/d`"]],
    ["Call `a/b` but NEVER guess", ["1 1 should [a/b] Call `a/b` but NEVER guess"]],
  ])("%s", (text, expected) => {
    expect(steps(`1. ${text}`)).toEqual(expected);
  });
});

test.each([
  ["runs of backticks", Array.from({ length: 1200 }, (_, index) => `${"`".repeat(index + 1)}a`).join("")],
  ["brackets", "](".repeat(300_000)],
  ["level words", "MUST NOT ".repeat(100_000)],
  ["blanks", `a${" ".repeat(900_000)}b`],
])("comes to an end with a line of %s", (_what, line) => {
  expect(parseSop(`# ${line}\n1. ${line}`, { firstLine: 1 }).steps).toHaveLength(1);
});
