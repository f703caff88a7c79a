import { expect, test } from "vitest";
import { showHidden } from "../../src/base/show-hidden.ts";

test.each([
  ["pay \u{1F468}\u200D\u{1F469} ❤️ 天气\r\n\tgood", "pay \u{1F468}\u200D\u{1F469} ❤️ 天气\r\n\tgood"],
  ["bob\u202Eevil\u2066", "bob\\u{202e}evil\\u{2066}"],
  ["a\u061Cb\u3164c\u1160d\uFFA0", "a\\u{61c}b\\u{3164}c\\u{1160}d\\u{ffa0}"],
  ["\u001B[2Jgone\u0007", "\\u{1b}[2Jgone\\u{7}"],
  ["over\rwritten", "over\\u{d}written"],
  ["葛\u{E0100}城 x\u{E0101}\u{E0102}", "葛\u{E0100}城 x\\u{e0101}\\u{e0102}"],
  ["tag\u{E0041}", "tag\\u{e0041}"],
  ["half of a piece \uD800", "half of a piece \uD800"],
])("shows %j", (text, shown) => {
  expect(showHidden(text)).toBe(shown);
});
