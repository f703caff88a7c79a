import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

/* Public bugs of other hosts that folders and files show, by their numbers in known-bugs.test.ts. */

async function namesIn(roots: readonly string[]): Promise<string[]> {
  return (await createSkillLibrary({ roots }).load()).skills.map((skill) => skill.name);
}

test("bug 12: skill.md is a skill on every system, with a warning", async () => {
  const library = createSkillLibrary({ roots: [makeFolder({ "demo/skill.md": skillText("demo") })] });
  const { skills, diagnostics } = await library.load();
  expect(skills.map((skill) => skill.name)).toEqual(["demo"]);
  expect(diagnostics.map((fault) => fault.code)).toEqual(["SKILL_FILE_CASE"]);
});

test("bug 13: a linked root and a linked skill folder are found", async () => {
  const outside = makeFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const folder = makeFolder();
  symlinkSync(outside, join(folder, "skills"));
  mkdirSync(join(folder, "other"));
  symlinkSync(join(outside, "b"), join(folder, "other/b"));
  expect(await namesIn([join(folder, "skills")])).toEqual(["a", "b"]);
  expect(await namesIn([join(folder, "other")])).toEqual(["b"]);
});

test("bug 14: a circle of links lists a skill once", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a"), "group/b/SKILL.md": skillText("b") });
  symlinkSync(".", join(folder, "a/loop"));
  symlinkSync("..", join(folder, "group/loop"));
  expect(await namesIn([folder])).toEqual(["a", "b"]);
});

test.each(["../outside", "/etc", "a/../../outside", "outside"])("bug 15: the name %s leads nowhere", async (name) => {
  const folder = makeFolder({ "skills/a/SKILL.md": skillText("a"), "outside/SKILL.md": skillText("outside") });
  const library = createSkillLibrary({ roots: [join(folder, "skills")] });
  await expect(library.get(name)).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
});

test.each(["references/../../../secret.txt", "references/link.md", "/etc/passwd", "scripts/../../b/SKILL.md"])(
  "bug 16: the resource %s is refused",
  async (path) => {
    const folder = makeFolder({
      "secret.txt": "s",
      "a/SKILL.md": skillText("a"),
      "a/references/x.md": "",
      "b/SKILL.md": "",
    });
    symlinkSync(join(folder, "secret.txt"), join(folder, "a/references/link.md"));
    const library = createSkillLibrary({ roots: [folder] });
    await expect(library.readResource("a", path)).rejects.toMatchObject({ code: "SKILL_RESOURCE_REFUSED" });
  },
);

test("bug 19: of two skills with one name the first root's is used, and both paths are told", async () => {
  const folder = makeFolder({
    "one/deploy/SKILL.md": skillText("deploy", "1"),
    "two/deploy/SKILL.md": skillText("deploy", "2"),
  });
  const roots = [join(folder, "one"), join(folder, "two")];
  for (const [order, body] of [
    [roots, "1"],
    [roots.toReversed(), "2"],
  ] as const) {
    const library = createSkillLibrary({ roots: order });
    const { diagnostics } = await library.load();
    expect((await library.get("deploy")).body).toBe(body);
    expect(diagnostics).toMatchObject([
      { code: "SKILL_NAME_CLASH", where: { file: join(order[1]!, "deploy/SKILL.md") } },
    ]);
    expect(diagnostics[0]!.message).toContain(join(order[0]!, "deploy/SKILL.md"));
  }
});

describe("an edit", () => {
  test("bugs 31 and 32: one word is seen at the next use, with no version to raise", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a", "one word") });
    const library = createSkillLibrary({ roots: [folder] });
    const before = await library.get("a");
    writeInto(folder, "a/SKILL.md", skillText("a", "two word"));
    const after = await library.get("a");
    expect({ body: after.body, sameHash: after.hash === before.hash }).toEqual({ body: "two word", sameHash: false });
    expect(before.body).toBe("one word");
  });
});

test("bugs 35 and 36: one bad file stops no other, and is told with place and remedy", async () => {
  const folder = makeFolder({
    "a/SKILL.md": skillText("a"),
    "bytes/SKILL.md": Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff),
    "yaml/SKILL.md": "---\nname: 'x\n---\n",
    "z/SKILL.md": skillText("z"),
  });
  const { skills, diagnostics } = await createSkillLibrary({ roots: [folder] }).load();
  expect(skills.map((skill) => skill.name)).toEqual(["a", "z"]);
  expect(diagnostics.map(({ code, where, fix }) => [code, where?.line, fix !== undefined])).toEqual([
    ["SKILL_NOT_TEXT", 2, true],
    ["SKILL_FRONT_MATTER_YAML", 2, true],
  ]);
});

test("bug 40: paths count from the skill's folder, wherever the process stands", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a"), "a/scripts/run.sh": "echo" });
  const library = createSkillLibrary({ roots: [folder] });
  expect(await library.resources("a")).toEqual(["scripts/run.sh"]);
  expect((await library.readResource("a", "scripts/run.sh")).text).toBe("echo");
});

test("bug 42: names in any script are kept, composed or not", async () => {
  const folder = makeFolder({
    "退款/SKILL.md": skillText("退款"),
    "cafe\u0301/SKILL.md": skillText("caf\u00e9"),
    "ひらがな/SKILL.md": skillText("ひらがな"),
    "한국어/SKILL.md": skillText("한국어"),
    "हिन्दी/SKILL.md": skillText("हिन्दी"),
  });
  const library = createSkillLibrary({ roots: [folder] });
  const { skills, diagnostics } = await library.load();
  expect({ count: skills.length, diagnostics }).toEqual({ count: 5, diagnostics: [] });
  expect((await library.get("cafe\u0301")).name).toBe("caf\u00e9");
  expect((await library.get("한국어".normalize("NFD"))).description).toBe("About 한국어.");
});

test("bug 43: grouped skills are found, and one at the root hides none", async () => {
  const folder = makeFolder({ "SKILL.md": skillText("root"), "team/deploy/SKILL.md": skillText("deploy") });
  expect(await namesIn([folder])).toEqual(["deploy", "root"]);
});
