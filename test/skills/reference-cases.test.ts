import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { checkSkills } from "../../src/skills/lint/check-skills.ts";
import { toAvailableSkills } from "../../src/skills/available-skills.ts";
import { makeFolder } from "./skill-folder.ts";

/* The forty test cases of the specification's reference validator, by their numbers. */

const good = "---\nname: my-skill\ndescription: A test skill.\n---\n# My skill\n\nText.\n";
const parse = (text: string) => parseSkill(text, { file: "/skills/my-skill/SKILL.md" });

describe("parser", () => {
  test("case 1: a good file gives name, description and body", () => {
    expect(parse(good).skill).toMatchObject({
      name: "my-skill",
      description: "A test skill.",
      body: "# My skill\n\nText.\n",
    });
  });

  test.each([
    [2, "no front matter", "# My skill\n", "SKILL_NO_FRONT_MATTER"],
    [3, "an open front matter", "---\nname: my-skill\ndescription: x\n", "SKILL_FRONT_MATTER_UNCLOSED"],
    [5, "a list", "---\n- a\n- b\n---\n", "SKILL_FRONT_MATTER_NOT_MAPPING"],
  ])("case %i: %s is no skill", (_number, _case, text, code) => {
    expect(parse(text)).toEqual({ diagnostics: [expect.objectContaining({ code, severity: "error" })] });
  });

  test("case 4: YAML that is not valid is an error of the check, even where it can be read", async () => {
    expect(await errorsOf("my-skill", "---\nname: [invalid\ndescription: x\n---\n")).toEqual(
      expect.arrayContaining([expect.stringContaining("is not valid YAML")]),
    );
    expect(await errorsOf("my-skill", "---\nname: 'invalid\ndescription: x\n---\n")).toEqual([
      expect.stringContaining("The front matter is not valid YAML"),
    ]);
  });

  test.each([
    [6, "a license", "license: MIT", { license: "MIT" }],
    [
      7,
      "metadata as texts",
      "metadata:\n  author: Ana\n  version: 1.0",
      { metadata: { author: "Ana", version: "1.0" } },
    ],
    [
      15,
      "allowed-tools verbatim",
      "allowed-tools: Bash(jq:*) Bash(git:*)",
      { allowedTools: ["Bash(jq:*)", "Bash(git:*)"] },
    ],
  ])("case %i: keeps %s", (_number, _case, lines, fields) => {
    expect(parse(`---\nname: my-skill\ndescription: x\n${lines}\n---\n`).skill).toMatchObject(fields);
  });

  test.each([
    [8, "a folder without the file", { "my-skill/README.md": "" }, undefined],
    [
      11,
      "both spellings",
      { "my-skill/SKILL.md": good, "my-skill/skill.md": good.replace("A test", "Another") },
      "SKILL.md",
    ],
    [12, "small letters alone", { "my-skill/skill.md": good }, "skill.md"],
    [13, "neither", { "my-skill/x": "" }, undefined],
    [14, "the text of the small-letter file", { "my-skill/skill.md": good }, "skill.md"],
  ])("case %i: %s", async (_number, _case, files, found) => {
    const folder = makeFolder(files);
    const library = createSkillLibrary({ roots: [folder] });
    const skills = (await library.load()).skills;
    expect(skills.map((skill) => skill.location)).toEqual(found === undefined ? [] : [join(folder, "my-skill", found)]);
    const outcome = library.get("my-skill").then(
      (skill) => skill.description,
      (error: { readonly code: string }) => error.code,
    );
    expect(await outcome).toBe(found === undefined ? "SKILL_NOT_FOUND" : "A test skill.");
  });
});

/** What the check calls an error in one skill, in its folder. */
async function errorsOf(folderName: string, text: string): Promise<string[]> {
  const { diagnostics } = await checkSkills({ folders: [makeFolder({ [`${folderName}/SKILL.md`]: text })] });
  return diagnostics.filter((fault) => fault.severity === "error").map((fault) => fault.message);
}

describe("validator", () => {
  const named = (name: string, lines = "description: x"): string => `---\nname: ${name}\n${lines}\n---\nText.\n`;
  test.each<[number, string, string, string, RegExp | undefined]>([
    [9, "no name", "a", "---\ndescription: x\n---\nText.\n", /has no name/],
    [10, "no description", "a", "---\nname: a\n---\nText.\n", /has no description/],
    [16, "a minimal good skill", "my-skill", good, undefined],
    [20, "capital letters", "MySkill", named("MySkill"), /lowercase/],
    [21, "70 characters", "a".repeat(70), named("a".repeat(70)), /the limit is 64 characters/],
    [22, "a hyphen at the edge", "-my-skill", named("-my-skill"), /begins or ends with a hyphen/],
    [23, "two hyphens in a row", "my--skill", named("my--skill"), /consecutive hyphens/],
    [24, "an underscore", "my_skill", named("my_skill"), /invalid characters/],
    [25, "another folder", "wrong-name", named("correct-name"), /is called "correct-name" but its folder "wrong-name"/],
    [26, "an unknown field", "a", named("a", "description: x\nunknown_field: y"), /Unexpected field "unknown_field"/],
    [27, "all fields", "a", named("a", "description: x\nlicense: MIT\nmetadata:\n  author: Ana"), undefined],
    [28, "allowed-tools", "a", named("a", "description: x\nallowed-tools: Bash(jq:*)"), undefined],
    [29, "a Chinese name", "技能", named("技能"), undefined],
    [30, "a Russian name with a hyphen", "мой-навык", named("мой-навык"), undefined],
    [31, "a Russian name", "навык", named("навык"), undefined],
    [32, "Russian capitals", "НАВЫК", named("НАВЫК"), /lowercase/],
    [
      33,
      "a long description",
      "a",
      named("a", `description: ${"x".repeat(1100)}`),
      /1100 characters; the specification allows 1024/,
    ],
    [34, "a compatibility", "a", named("a", "description: x\ncompatibility: Needs git"), undefined],
    [35, "a long compatibility", "a", named("a", `description: x\ncompatibility: ${"x".repeat(550)}`), /allows 500/],
    [36, "a name decomposed otherwise than its folder", "caf\u00e9", named("cafe\u0301"), undefined],
  ])("case %i: %s", async (_number, _case, folder, text, error) => {
    const errors = await errorsOf(folder, text);
    const others = errors.filter((message) => !error?.test(message));
    expect({ count: errors.length, others }).toEqual({ count: error ? 1 : 0, others: [] });
  });

  test.each([
    [17, "a path that is not there", "gone", /it does not exist/],
    [18, "a path to a file", "file", /it is no folder/],
    [19, "an empty folder", "empty", /missing SKILL\.md/],
  ])("case %i: %s is one error", async (_number, _case, path, message) => {
    const { diagnostics } = await checkSkills({ folders: [join(makeFolder({ file: "", "empty/x/y": "" }), path)] });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "error", message: expect.stringMatching(message) as string }),
    ]);
  });
});

describe("prompt", () => {
  const summary = (name: string, description: string) => ({
    name,
    description,
    location: `/s/${name}/SKILL.md`,
    folder: `/s/${name}`,
  });

  test("case 37: no skills give an empty block", () => {
    expect(toAvailableSkills([])).toBe("<available_skills>\n</available_skills>");
  });

  test("cases 38 and 39: each skill has name, description and location on lines of their own", () => {
    const block = (name: string): string =>
      `<skill>\n<name>\n${name}\n</name>\n<description>\nAbout ${name}.\n</description>\n<location>\n/s/${name}/SKILL.md\n</location>\n</skill>\n`;
    expect(toAvailableSkills([summary("a", "About a."), summary("b", "About b.")])).toBe(
      `<available_skills>\n${block("a")}${block("b")}</available_skills>`,
    );
  });

  test("case 40: nothing in a description can end a tag", () => {
    const text = toAvailableSkills([summary("a", "<foo> &\n<bar>")]);
    expect(text).toContain("\n&lt;foo&gt; &amp; &lt;bar&gt;\n");
  });
});
