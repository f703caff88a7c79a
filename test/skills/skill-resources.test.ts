import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatError } from "../../src/base/errors.ts";
import { createSkillLibrary, type SkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

function setUp(): { library: SkillLibrary; folder: string; skill: string } {
  const folder = makeFolder({
    "secret.txt": "secret",
    "skills/a/SKILL.md": skillText("a"),
    "skills/a/references/policy.md": "\uFEFFpolicy\r\n",
    "skills/a/scripts/run.sh": "echo",
    "skills/a/.env": "KEY=1",
    "skills/a/node_modules/x/y.js": "",
    "skills/a/data.bin": Uint8Array.of(1, 0, 2),
    "skills/a/latin.txt": Uint8Array.of(0xe9),
    "skills/ab/secret.txt": "secret",
  });
  const skill = join(folder, "skills/a");
  symlinkSync("../../../secret.txt", join(skill, "references/out.md"));
  symlinkSync("policy.md", join(skill, "references/same.md"));
  symlinkSync("../../ab", join(skill, "references/sibling"));
  return { library: createSkillLibrary({ roots: [join(folder, "skills")] }), folder, skill };
}

describe("reading", () => {
  test("gives a text byte for byte, under a plain path", async () => {
    const { library } = setUp();
    expect(await library.readResource("a", "./references/policy.md")).toEqual({
      text: "\uFEFFpolicy\r\n",
      path: "references/policy.md",
    });
    expect(await library.readResource("a", "references/same.md")).toEqual({
      text: "\uFEFFpolicy\r\n",
      path: "references/same.md",
    });
  });

  test("works through a linked skill folder", async () => {
    const outside = makeFolder({ "a/SKILL.md": skillText("a"), "a/x.md": "x" });
    const folder = makeFolder();
    symlinkSync(join(outside, "a"), join(folder, "a"));
    expect(await createSkillLibrary({ roots: [folder] }).readResource("a", "x.md")).toEqual({
      text: "x",
      path: "x.md",
    });
  });

  test.each([
    ["../../secret.txt", 'the path goes up with ".."'],
    ["references/../../../secret.txt", 'the path goes up with ".."'],
    ["/etc/passwd", "the path is absolute"],
    ["~/x", "the path is absolute"],
    ["C:/x", "the path is absolute"],
    ["file:///etc/passwd", "the path is absolute"],
    ["..\\secret.txt", "the path holds a backslash; folders are told apart by /"],
    ["references/policy.md\0.txt", "the path holds a NUL character"],
    ["%2e%2e/secret.txt", "the path is percent-encoded"],
    ["references%2Fpolicy.md", "the path is percent-encoded"],
    ["", "the path is empty"],
    ["references//policy.md", "the path names no file"],
    ["references/", "the path names no file"],
    ["x".repeat(1025), "the path is longer than 1024 characters"],
    [".env", "the file is hidden"],
    ["references", "it is no regular file"],
    ["references/out.md", "it leads out of the skill's folder"],
    ["references/sibling/secret.txt", "it leads out of the skill's folder"],
  ])("refuses %j", async (path, reason) => {
    const { library } = setUp();
    const error: unknown = await library.readResource("a", path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "SKILL_RESOURCE_REFUSED",
      message: `The file ${JSON.stringify(path)} of skill "a" is not read: ${reason}.`,
    });
    expect(formatError(error)).not.toContain("KEY");
  });

  test("never waits for a pipe", async () => {
    const { library, skill } = setUp();
    execFileSync("mkfifo", [join(skill, "pipe")]);
    await expect(library.readResource("a", "pipe")).rejects.toMatchObject({ code: "SKILL_RESOURCE_REFUSED" });
  });

  test("names the nearest files for one that is missing", async () => {
    const { library } = setUp();
    const error: unknown = await library.readResource("a", "references/polcy.md").catch((thrown: unknown) => thrown);
    expect(formatError(error)).toBe(
      [
        'SKILL_RESOURCE_NOT_FOUND  The skill "a" has no file "references/polcy.md".',
        '  It has "references/policy.md" and "references/same.md".',
        "  Use one of these paths.",
      ].join("\n"),
    );
  });

  test("refuses what is binary, not UTF-8 or larger than 1 MiB", async () => {
    const { library, skill } = setUp();
    writeInto(skill, "big.txt", "x".repeat(1024 * 1024 + 1));
    await expect(library.readResource("a", "data.bin")).rejects.toMatchObject({ code: "SKILL_RESOURCE_NOT_TEXT" });
    await expect(library.readResource("a", "latin.txt")).rejects.toMatchObject({ code: "SKILL_RESOURCE_NOT_TEXT" });
    await expect(library.readResource("a", "big.txt")).rejects.toMatchObject({ code: "SKILL_RESOURCE_TOO_LARGE" });
  });

  test("looks skills up by name only", async () => {
    const { library } = setUp();
    await expect(library.readResource("../a", "x")).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
  });
});

describe("listing", () => {
  test("gives the files beside the SKILL.md, without what is hidden, installed or outside", async () => {
    const { library } = setUp();
    expect(await library.resources("a")).toEqual([
      "data.bin",
      "latin.txt",
      "references/policy.md",
      "references/same.md",
      "scripts/run.sh",
    ]);
  });

  test("stops at 200 files", async () => {
    const { library, skill } = setUp();
    for (let index = 0; index < 250; index += 1) writeInto(skill, `many/f${index}.md`, "");
    expect(await library.resources("a")).toHaveLength(200);
  });
});
