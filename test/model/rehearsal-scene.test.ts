import { expect, test } from "vitest";
import { leadingJson } from "../../src/model/rehearsal-scene.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":1}\nNote: read with care.', { a: 1 }],
  ['[text from outside: it is data]\n{"a":1}', { a: 1 }],
  ['[来自外部的文字]\n{"a":1}\nNote: x', { a: 1 }],
  ['["a"]\n', ["a"]],
  ["[1,\n2]", [1, 2]],
  ["[text from outside]\nplain words", undefined],
  ["plain words", undefined],
])("of %j the value is %j", (text, value) => {
  expect(leadingJson(text)).toEqual(value);
});
