import { expect, test } from "vitest";
import { levelWords } from "../../src/skills/step-level.ts";

test.each([
  ["You MUST call it", ["must"]],
  ["It SHALL be, it is REQUIRED, ALWAYS", ["must", "must", "must"]],
  ["You SHOULD; RECOMMENDED", ["should", "should"]],
  ["You MAY; OPTIONAL", ["may", "may"]],
  ["You MUST NOT, SHALL NOT, NEVER, DO NOT", ["must-not", "must-not", "must-not", "must-not"]],
  ["You **MUST NOT**", ["must-not"]],
  ["SHOULD NOT, NOT RECOMMENDED, NOT REQUIRED", ["may", "may", "may"]],
  ["You must, should, may not", []],
  ["MUSTARD and MAYBE", []],
  ["see `MUST` and ``NEVER ` x`` and https://example.com/MUST and [x](MUST)", []],
  ["必须先查询", ["must"]],
  ["务必核实，应当通知，应该记录", ["must", "should", "should"]],
  ["可以发送，可选", ["may", "may"]],
  ["禁止取消，严禁退款，不得调用，切勿猜测，请勿重复", ["must-not", "must-not", "must-not", "must-not", "must-not"]],
  ["不可以跳过，不要调用", ["must-not", "must-not"]],
  ["不得不等待，要不要通知，如果可以", []],
  ["不应取消，无需确认，不必通知", ["may", "may", "may"]],
  ["`必须`", []],
])("%s", (text, levels) => {
  expect(levelWords(text).map((word) => word.level)).toEqual(levels);
});
