import stringWidth from "string-width";
import { expect, test } from "vitest";
import { viewSkillTable } from "../../src/cli/view-skill-table.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder } from "../skills/skill-folder.ts";

test("shows what was found and repaired, and what was skipped for which reason, by paths from here", async () => {
  const folder = makeFolder({
    "skills/a/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nDo.\n",
    "skills/b/one/SKILL.md": "---\nname: one\ndescription: One.\n---\nDo.\n",
    "skills/c/SKILL.md": "---\nname: c\ndescription: Ship: fast\n---\nDo.\n",
    "skills/d/SKILL.md": "nothing\n",
  });
  const library = createSkillLibrary({ roots: [`${folder}/skills`] });
  await library.load();
  expect(
    viewSkillTable(library, folder)
      .split("\n")
      .map((line) => line.split(/\s{2,}/)),
  ).toEqual([
    ["2 skills"],
    ["c", "repaired", "Ship: fast", "skills/c/SKILL.md"],
    ["one", "One.", "skills/a/one/SKILL.md"],
    [
      "",
      "skipped",
      'The name "one" is taken by skills/a/one/SKILL.md, which comes first; this skill is not used.',
      "skills/b/one/SKILL.md",
    ],
    ["", "skipped", expect.stringContaining("front matter"), "skills/d/SKILL.md"],
    [""],
  ]);
});

test("fits the descriptions to the terminal, wide characters too", async () => {
  const text = "处理投诉，并把其他技能都不适用的请求转交人工。用户表示不满时使用，也用于其他问题。";
  const folder = makeFolder({ "skills/complaint/SKILL.md": `---\nname: complaint\ndescription: ${text}\n---\nDo.\n` });
  const library = createSkillLibrary({ roots: [`${folder}/skills`] });
  await library.load();
  const table = viewSkillTable(library, folder, 60);
  expect(table).toContain("…  skills/complaint/SKILL.md\n");
  for (const line of table.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(60);
});
