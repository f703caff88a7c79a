import { expect, test } from "vitest";
import { toSentence } from "../../src/tools/to-sentence.ts";

test.each([
  ["too late", "too late."],
  ["too late.", "too late."],
  ["really?", "really?"],
  ['she said "no."', 'she said "no."'],
  ['she said "no"', 'she said "no".'],
  ["First call a/one. (work/SKILL.md:11)", "First call a/one. (work/SKILL.md:11)"],
  ["太晚了。（work/SKILL.md:11）", "太晚了。（work/SKILL.md:11）"],
  ["too late (see the list)", "too late (see the list)."],
])("%s becomes %s", (text, sentence) => {
  expect(toSentence(text, ".")).toBe(sentence);
});
