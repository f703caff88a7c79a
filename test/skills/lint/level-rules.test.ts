import { expect, test } from "vitest";
import { lintBody, lintText } from "./lint-text.ts";

test("names the level word that a slip was meant for", () => {
  expect(lintText("---\nname: a\ndescription: About a.\n---\n1. You MUTS call `a/b`.\n")).toEqual([
    {
      code: "SKILL_LEVEL_MISSPELT",
      severity: "warning",
      message: '"MUTS" is not read as a level; "MUST" is.',
      where: { file: "a/SKILL.md", line: 5, column: 8 },
      fix: 'Write "MUST", or small letters where no level is meant.',
    },
  ]);
});

test.each(
  "MUTS MSUT MUSST MUSR SHUOLD SHOUD SHULD SHALLL NEVR NEVRE ALLWAYS ALWYAS REQIURED RECOMENDED OPTIONNAL MANDATROY MUST-NOT MUST_NOT MUSTNOT SHOULDNT DON’T".split(
    " ",
  ),
)("warns of %s", (word) => {
  expect(lintBody(`1. You ${word} call \`a/b\`, because it helps.\n`)).toContain("warning SKILL_LEVEL_MISSPELT 5:8");
});

test("warns of a NOT that is mistyped, which would turn a ban into its opposite", () => {
  expect(lintBody("1. You MUST NTO call `a/b`, because it breaks.\n")).toEqual(["warning SKILL_LEVEL_MISSPELT 5:8"]);
});

test.each([
  "MUST",
  "MUST NOT",
  "MUSTN'T",
  "SHOULDN'T",
  "MAY",
  "MOST",
  "JUST",
  "REST",
  "MST",
  "COULD",
  "WOULD",
  "SMALL",
  "NEWER",
  "OPTIONS",
  "HTTP",
  "POST",
  "MUSE",
  "SHOULDER",
  "`MUTS`",
  "MUTS_TABLE",
  "src/MUTS",
  "MUTS-1",
])("says nothing of %s", (word) => {
  expect(lintBody(`Look at ${word} first, because it helps.\n`)).toEqual([]);
});

test("says nothing of code in a fence", () => {
  expect(lintBody("Text.\n\n```sh\necho MUTS\n```\n")).toEqual([]);
});
