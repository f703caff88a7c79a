import { expect, test } from "vitest";
import { lintText } from "./lint-text.ts";

function lint(frontMatter: string, body = "x\n"): string[] {
  return lintText(`---\nname: a\ndescription: About a.\n${frontMatter}\n---\n${body}`).map(
    (fault) => `${fault.severity} ${fault.code} ${fault.where?.line}:${fault.where?.column} ${fault.fix}`,
  );
}

test.each([
  ["license: MIT\ncompatibility: any\nmetadata: { a: 'b' }\nallowed-tools: a/b c/d", []],
  ["version: '1'", ['error SKILL_KEY_UNKNOWN 4:1 Move it below "metadata".']],
  ["licence: MIT", ['error SKILL_KEY_UNKNOWN 4:1 Write "license", or move it below "metadata".']],
  ["Allowed_Tools: a/b", ['error SKILL_KEY_MISSPELT 4:1 Write "allowed-tools".']],
  ["argument-hint: x", ['warning SKILL_KEY_OF_HOST 4:1 Move it below "metadata" if your host lets you.']],
  [
    "user-invocable: false",
    ["warning SKILL_KEY_OF_HOST 4:1 Keep it where your hosts read it, as Sopwith does; it has no other place."],
  ],
  ["metadata: { a: [1], b: 'x' }", ["warning SKILL_METADATA_TYPE 4:11 Write each value as a text, between quotes."]],
  ["metadata: { a: 1.10 }", ['warning SKILL_FIELD_COERCED 4:11 Put the value between quotes: metadata.a: "1.10".']],
  ["metadata: [a]", ["error SKILL_FIELD_TYPE 4:11 Write a mapping."]],
  ["compatibility: ''", ["warning SKILL_FIELD_EMPTY 4:1 Write a value, or take the key out."]],
  ["allowed-tools: [a/b, c/d]", ["info SKILL_ALLOWED_TOOLS_FORM 4:16 Write: allowed-tools: a/b c/d"]],
  ["allowed-tools: a/b, c/d", ["info SKILL_ALLOWED_TOOLS_FORM 4:16 Write: allowed-tools: a/b c/d"]],
  ["allowed-tools: Bash(git add, x) Read", []],
])("%s", (frontMatter, faults) => {
  expect(lint(frontMatter)).toEqual(faults);
});

test("a skill has to say something", () => {
  expect(lint("license: MIT", "\n \n")).toEqual([
    "warning SKILL_BODY_EMPTY 5:4 Write the procedure below the front matter, as a numbered list under ## Steps.",
  ]);
});
