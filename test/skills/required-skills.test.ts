import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../src/base/json.ts";
import { requiredSkills } from "../../src/skills/required-skills.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder } from "./skill-folder.ts";

test.each<[JsonValue, readonly string[]]>([
  ["a b", ["a", "b"]],
  ["a, b,a", ["a", "b"]],
  [
    ["a", "b c"],
    ["a", "b", "c"],
  ],
  [["a", 1, null], ["a"]],
  ["", []],
  [{ a: 1 }, []],
  [null, []],
])("%j requires %j", (requires, names) => {
  expect(requiredSkills({ metadata: { requires } })).toEqual(names);
});

function requiring(name: string, requires: string): string {
  return `---\nname: ${name}\ndescription: About ${name}.\nmetadata:\n  requires: ${requires}\n---\nText of ${name}.\n`;
}

describe("a skill that requires others", () => {
  const files = {
    "a/SKILL.md": requiring("a", "b"),
    "a/notes.md": "notes",
    "b/SKILL.md": requiring("b", "c gone"),
    "c/SKILL.md": requiring("c", "a"),
    "d/SKILL.md": requiring("d", "gone"),
  };
  const open = () => createSkillLibrary({ roots: [makeFolder(files)] });

  test("lists them behind its own files", async () => {
    expect(await open().resources("a")).toEqual(["notes.md", "skill:b"]);
  });

  test("brings their text when it is asked for, theirs too, round a circle once", async () => {
    const library = open();
    expect(await library.readResource("a", "skill:b")).toEqual({ text: "Text of b.\n", path: "skill:b" });
    expect(await library.readResource("a", "skill:c")).toEqual({ text: "Text of c.\n", path: "skill:c" });
  });

  test.each([
    ["a", "skill:d", "SKILL_RESOURCE_REFUSED"],
    ["a", "skill:a", "SKILL_RESOURCE_REFUSED"],
    ["a", "skill:../b", "SKILL_RESOURCE_REFUSED"],
    ["d", "skill:gone", "SKILL_NOT_FOUND"],
  ])("%s may not read %s: %s", async (name, path, code) => {
    await expect(open().readResource(name, path)).rejects.toMatchObject({ code });
  });
});
