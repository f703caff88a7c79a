import { describe, expect, test } from "vitest";
import { compileSafePattern } from "../../src/skills/safe-pattern.ts";

describe("a safe pattern", () => {
  const patterns = [
    "Storm",
    "^a+$",
    "(a|b)*c",
    "a{2,3}b",
    "^a{2,3}b",
    "^a{2}$",
    "^a{1,}$",
    "\\bfoo\\b",
    "o\\B",
    "[^x-z]\\d?$",
    "(a*)*$",
    "",
    "\\p{L}+é",
    "a{0}b",
    "^(?:ab|cd){2}$",
    "a|",
    "x*?y",
    "^.$",
    "\\]",
    "[\\]]",
    "^\\s*$",
    "(|a)+b",
    "[\\u4e00-\\u9fff]{2}",
    "\\u{1F600}",
    "a\\.b",
  ];
  const texts = [
    "",
    "a",
    "aaa",
    "aab",
    "ab",
    "abab",
    "abcd",
    "a foo b",
    "foo",
    "xStormy",
    "z9",
    "aé",
    "xxy",
    "😀",
    "]",
    " \t",
    "取消",
    "a.b",
    "axb",
  ];

  test.each(patterns)("%j finds what the engine finds", (source) => {
    const pattern = compileSafePattern(source);
    const found = texts.map((text) => "test" in pattern && pattern.test(text));
    expect(found).toEqual(texts.map((text) => new RegExp(source, "u").test(text)));
  });

  test.each([
    ["(?=a)", "uses lookaround or a named group"],
    ["(?<!a)b", "uses lookaround or a named group"],
    ["(?<n>a)", "uses lookaround or a named group"],
    ["(a)\\1", "refers back to a group"],
    ["(", "is no regular expression"],
    ["a".repeat(201), "has more than 200 characters"],
    ["a{101}", "repeats something more than 100 times"],
    ["(a{100}){100}", "is too large"],
    ["(((){100}){100}){100}", "is too large"],
    ["(".repeat(21) + ")".repeat(21), "has too many brackets in brackets"],
  ])("%s is refused", (source, problem) => {
    expect(compileSafePattern(source)).toEqual({ problem });
  });

  test("answers at once where a backtracking engine would not", () => {
    const pattern = compileSafePattern("^(a+)+$");
    expect("test" in pattern && pattern.test(`${"a".repeat(9000)}b`)).toBe(false);
  });

  test("looks at the first 10,000 characters only", () => {
    const pattern = compileSafePattern("b");
    expect("test" in pattern && [9_999, 10_000].map((length) => pattern.test(`${"a".repeat(length)}b`))).toEqual([
      true,
      false,
    ]);
  });
});
