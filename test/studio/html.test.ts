import { expect, test } from "vitest";
import { html, type HtmlPart } from "../../src/studio/html.ts";

test.each<readonly [HtmlPart, string]>([
  ["<b>&\"'", "&lt;b&gt;&amp;&quot;&#39;"],
  ["天气\n\tgood", "天气\n\tgood"],
  ["a\u202Eb\u0000c\u200Bd\u2066e\u{E0041}", "a\\u{202e}b\\u{0}c\\u{200b}d\\u{2066}e\\u{e0041}"],
  ["family \u{1F468}\u200D\u{1F469}", "family \u{1F468}\u200D\u{1F469}"],
  ["a\u061Cb\u3164", "a\\u{61c}b\\u{3164}"],
  ["half \uD800", "half \uFFFD"],
  [3, "3"],
  [undefined, ""],
  [false, ""],
  [html`<i>${"<"}</i>`, "<i>&lt;</i>"],
  [[html`<i>a</i>`, "<", ["b", 0]], "<i>a</i>&lt;b0"],
])("puts %o into a page", (part, text) => {
  expect(html`[${part}]`.toString()).toBe(`[${text}]`);
});
