import { describe, expect, test } from "vitest";
import { parseSop } from "../../src/skills/parse-sop.ts";

function steps(...lines: string[]) {
  return parseSop(lines.join("\n"), { firstLine: 1 }).steps.map((step) => {
    const level = `${step.level}${step.conditional ? "?" : ""}`;
    return `${step.line} ${step.ordered ? "" : "- "}${step.id} ${level} [${step.tools.join(" ")}]`;
  });
}

test("reads a procedure with its rules", () => {
  expect(
    steps(
      "# 活动安全",
      "1. 背景",
      "## 处理流程",
      "1、必须先调用 `weather/get_current` 查询天气。如果失败，改用 `weather/backup`。",
      "2、如果警报为红色，应当调用 `events/cancel`，禁止调用 `payments/charge`。",
      "   - 必须填写原因",
      "3、可以发送 `notify/send`",
      "## 规则",
      "- 语气友好",
      "- 严禁调用 `orders/delete`",
      "1. 不得在批准前调用 `events/purge`",
    ),
  ).toEqual([
    "4 1 must [weather/get_current weather/backup]",
    "5 2 should? [events/cancel]",
    "5 - 2-not must-not? [payments/charge]",
    "6 - 2-1 must? []",
    "7 3 may [notify/send]",
    "10 - b1 must-not [orders/delete]",
    "11 - r1 must-not? [events/purge]",
  ]);
});

test.each(["## 步骤", "## 一、操作步骤", "##步骤", "**步骤**", "步骤：", "### 2. 办理流程"])(
  "%s announces steps",
  (heading) => {
    expect(steps("1. 背景", "", heading, "", "1. 查询")).toEqual(["5 1 should []"]);
  },
);

test.each([
  ["第一步：查询", "1"],
  ["第十二步 查询", "12"],
  ["步骤二、查询", "2"],
  ["步骤 3：查询", "3"],
])("a heading %s is a step", (heading, id) => {
  expect(parseSop(`## ${heading}`, { firstLine: 7 }).steps).toEqual([
    { id, index: 0, text: "查询", level: "should", tools: [], conditional: false, ordered: true, line: 7 },
  ]);
});

describe("list marks", () => {
  test.each([["1、查询"], ["1．查询"], ["1.查询"], ["（1）查询"], ["１、查询"], ["1）查询"]])("%s", (line) => {
    expect(parseSop(line, { firstLine: 1 }).steps.map(({ id, text }) => ({ id, text }))).toEqual([
      { id: "1", text: "查询" },
    ]);
  });
});

describe("conditions", () => {
  test.each([
    ["若警报为红色，调用 `a/b`", true],
    ["如果警报为红色，必须通知", true],
    ["当警报为红色时，必须通知", true],
    ["除非用户同意，不得调用 `a/b`", true],
    ["一旦失败，转人工", true],
    ["必要时调用 `a/b`", true],
    ["仅当用户同意才可以退款", true],
    ["如何查询：调用 `a/b`", false],
    ["当前天气必须查询", false],
    ["当天必须通知", false],
    ["必须调用 `a/b`，如果失败则调用 `c/d`", false],
  ])("%s", (text, conditional) => {
    expect(parseSop(`1. ${text}`, { firstLine: 1 }).steps[0]?.conditional).toBe(conditional);
  });
});
