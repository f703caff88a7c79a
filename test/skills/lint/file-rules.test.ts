import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSkillFiles } from "../../../src/skills/lint/skill-files.ts";
import { makeFolder } from "../skill-folder.ts";
import { lintBody, lintText } from "./lint-text.ts";

const files = {
  "references/policy.md": "",
  "references/a b.md": "",
  "scripts/run.sh": "",
  "scripts/go.py": "",
  "data/x.json": "",
};

test("tells where a dead link leads", () => {
  expect(lintText("---\nname: a\ndescription: About a.\n---\nSee [it](references/gone.md#top).\n")).toEqual([
    {
      code: "SKILL_LINK_DEAD",
      severity: "error",
      message: 'The link to "references/gone.md#top" leads nowhere: there is no such file.',
      where: { file: "a/SKILL.md", line: 5, column: 10 },
      fix: "Link to a file of the skill, with a path relative to its folder.",
    },
  ]);
});

const dead = ["error SKILL_LINK_DEAD 5:5"];
test.each([
  ["[x](references/policy.md)", []],
  ["[x](./references/policy.md#part)", []],
  ["[x](<references/a b.md>)", []],
  ["[x](references/a%20b.md)", []],
  ["[x](references)", []],
  ['[x](data/x.json "A title")', []],
  ["[x](https://example.org/gone.md) [y](mailto:a@b.org) [z](#top)", []],
  ["[x]({{ path }}) [y](...) [z](url)", []],
  ["`[x](gone.md)`", []],
  ["```md\n[x](gone.md)\n```", []],
  ["<!-- [x](gone.md) -->", []],
  ["[x](gone.md) [y](gone.md)", dead],
  ["[x](../b/SKILL.md)", dead],
  ["[x](/etc/passwd)", dead],
  ["[x](%zz.md)", dead],
])("link %s", (body, faults) => {
  expect(lintBody(body, { files })).toEqual(faults);
});

test.each([
  ["`references/policy.md`", []],
  ["`references/gone.md`", ["warning SKILL_FILE_MISSING 5:2"]],
  ["`./assets/gone.png`", ["warning SKILL_FILE_MISSING 5:4"]],
  ["`src/gone.md`", []],
  ["Run `scripts/run.sh`.", []],
  ["Run `scripts/gone.sh --fast`.", ["warning SKILL_SCRIPT_MISSING 5:6"]],
  ["```sh\n./scripts/gone.py x\n```", ["warning SKILL_SCRIPT_MISSING 6:3"]],
  ["Run `tools/scripts/gone.sh`.", []],
  ["Run `scripts/go.py`.", ["warning SKILL_SCRIPT_NOT_EXECUTABLE 5:6"]],
  ["Run `python3 scripts/go.py x`; `scripts/go.py` prints.", []],
])("%s", (body, faults) => {
  expect(lintBody(body, { files })).toEqual(faults);
});

test("a shell script has to be executable", () => {
  expect(lintBody("Run `scripts/run.sh`.", { files, run: false })).toEqual(["warning SKILL_SCRIPT_NOT_EXECUTABLE 5:6"]);
});

test("a link out of the folder is outside, wherever it points", () => {
  const folder = makeFolder({ "secret.md": "", "a/x.md": "" });
  symlinkSync(join(folder, "secret.md"), join(folder, "a/out.md"));
  const skillFiles = openSkillFiles(join(folder, "a"));
  expect(["x.md", "out.md", "../secret.md", "gone.md", "."].map((path) => skillFiles.kindOf(path))).toEqual([
    "file",
    "outside",
    "outside",
    "missing",
    "folder",
  ]);
});
