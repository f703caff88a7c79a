import { expect, test } from "vitest";
import { cleanText } from "../../src/tools/clean-text.ts";

test.each([
  ["plain text", "Sturm über Oslo ⛈️ 余额\n\tok", "Sturm über Oslo ⛈️ 余额\n\tok"],
  ["a family of joined signs", "👩‍👩‍👧", "👩‍👩‍👧"],
  ["Persian with its joiner", "می‌خواهم", "می‌خواهم"],
  ["colours", "\u001B[31mred\u001B[0m", "red"],
  ["a window title", "\u001B]0;owned\u0007text", "text"],
  ["control characters", "a\u0000b\u0008c", "a\uFFFDb\uFFFDc"],
  ["line ends that write over a line", "safe\revil\u2028more\u2029end\r\nlast", "safe\nevil\nmore\nend\nlast"],
  ["broken halves", "a\uD800b", "a\uFFFDb"],
  ["turned text", "a\u202Egpj.exe", "agpj.exe"],
  ["hidden tags", `see${String.fromCodePoint(0xe0041)} this`, "see this"],
])("%s", (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});
