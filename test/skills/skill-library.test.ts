import { execFileSync } from "node:child_process";
import { renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatError } from "../../src/base/errors.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

test("lists names, descriptions and places, sorted by name", async () => {
  const folder = makeFolder({ "b/SKILL.md": skillText("b"), "group/a/SKILL.md": skillText("a") });
  const library = createSkillLibrary({ roots: [folder] });
  expect(library.list()).toEqual([]);
  const report = await library.load();
  expect(report).toEqual({
    skills: [
      {
        name: "a",
        description: "About a.",
        location: join(folder, "group/a/SKILL.md"),
        folder: join(folder, "group/a"),
      },
      { name: "b", description: "About b.", location: join(folder, "b/SKILL.md"), folder: join(folder, "b") },
    ],
    broken: [],
    diagnostics: [],
  });
  expect(library.list()).toEqual(report.skills);
});

test("loads by itself when a skill is asked for first", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "# Body\n") });
  expect(await createSkillLibrary({ roots: [folder] }).get("a")).toMatchObject({ name: "a", body: "# Body\n" });
});

test("one bad file stops no other, and asking for it tells everything that is wrong", async () => {
  const folder = makeFolder({
    "a/SKILL.md": skillText("a"),
    "bytes/SKILL.md": Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff),
    "none/SKILL.md": "# No front matter\n",
    "yaml/SKILL.md": "---\nname: b\nname: c\ndescription: x\n---\n",
    "quiet/SKILL.md": "---\nname: quiet\n---\n",
  });
  const library = createSkillLibrary({ roots: [folder] });
  const report = await library.load();
  expect(report.skills.map((skill) => skill.name)).toEqual(["a"]);
  expect(report.broken).toEqual(["bytes", "none", "quiet", "yaml"].map((name) => join(folder, name, "SKILL.md")));
  expect(report.diagnostics.filter((fault) => fault.severity === "error").map((fault) => fault.code)).toEqual([
    "SKILL_NOT_TEXT",
    "SKILL_NO_FRONT_MATTER",
    "SKILL_DESCRIPTION_MISSING",
    "SKILL_FRONT_MATTER_YAML",
  ]);
  expect(library.diagnostics).toEqual(report.diagnostics);
  const thrown: unknown = await library.get("quiet").catch((error: unknown) => error);
  expect(formatError(thrown)).toBe(
    [
      'SKILL_BROKEN  The skill "quiet" cannot be used: its file has an error.',
      `  ${folder}/quiet/SKILL.md:1:1 error SKILL_DESCRIPTION_MISSING  The skill has no description; it is what a model chooses the skill by.`,
      '    Write "description: ..." into the front matter: what the skill does, and when to use it.',
      "  Mend the file; it is read again at the next call.",
    ].join("\n"),
  );
});

test("tells a body that is no text at the load", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a", "A\0B"), "b/SKILL.md": skillText("b") });
  const report = await createSkillLibrary({ roots: [folder] }).load();
  expect(report.skills.map((skill) => skill.name)).toEqual(["b"]);
  expect(report).toMatchObject({ broken: [join(folder, "a/SKILL.md")], diagnostics: [{ code: "SKILL_NOT_TEXT" }] });
});

test("names the nearest skills when there is none of that name", async () => {
  const folder = makeFolder({
    "event-safety/SKILL.md": skillText("event-safety"),
    "refund/SKILL.md": skillText("refund"),
  });
  const thrown: unknown = await createSkillLibrary({ roots: [folder] })
    .get("event-safty")
    .catch((error: unknown) => error);
  expect(formatError(thrown)).toBe(
    [
      'SKILL_NOT_FOUND  There is no skill called "event-safty".',
      '  2 skills are known, nearest: "event-safety".',
      '  Use the name "event-safety", or add the skill.',
    ].join("\n"),
  );
  await expect(createSkillLibrary({ roots: [folder] }).get("../refund")).rejects.toMatchObject({
    code: "SKILL_NOT_FOUND",
  });
});

test("the first root wins a name, and both paths are told", async () => {
  const folder = makeFolder({
    "one/x/SKILL.md": skillText("deploy", "first"),
    "two/deploy/SKILL.md": skillText("deploy", "second"),
  });
  const library = createSkillLibrary({ roots: [join(folder, "one"), join(folder, "two")] });
  const { diagnostics } = await library.load();
  expect(diagnostics.filter((fault) => fault.code === "SKILL_NAME_CLASH")).toEqual([
    {
      code: "SKILL_NAME_CLASH",
      severity: "warning",
      message: `The name "deploy" is taken by ${folder}/one/x/SKILL.md, which comes first; this skill is not used.`,
      where: { file: `${folder}/two/deploy/SKILL.md` },
      fix: "Rename one of the two, or take one of them out of the skill roots.",
    },
  ]);
  expect(await library.get("deploy")).toMatchObject({ body: "first" });
});

test("finds a name whether its letters are composed or not", async () => {
  const folder = makeFolder({ "cafe\u0301/SKILL.md": skillText("caf\u00e9") });
  const library = createSkillLibrary({ roots: [folder] });
  expect(await library.get("cafe\u0301")).toBe(await library.get("caf\u00e9"));
});

describe("a file that changes", () => {
  test("is parsed again, and only then", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a", "one") });
    const library = createSkillLibrary({ roots: [folder] });
    const first = await library.get("a");
    expect(await library.get("a")).toBe(first);
    writeInto(folder, "a/SKILL.md", skillText("a", "two!"));
    expect((await library.get("a")).body).toBe("two!");
  });

  test("is noticed after each atomic save, even of the same size and time", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a", "0") });
    const library = createSkillLibrary({ roots: [folder] });
    const file = join(folder, "a/SKILL.md");
    for (const body of ["1", "2", "3"]) {
      writeFileSync(`${file}.tmp`, skillText("a", body));
      utimesSync(`${file}.tmp`, 1, 1);
      renameSync(`${file}.tmp`, file);
      expect((await library.get("a")).body).toBe(body);
    }
  });

  test("is broken, then mended, without a load", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a") });
    const library = createSkillLibrary({ roots: [folder] });
    await library.get("a");
    writeInto(folder, "a/SKILL.md", "---\nname: [a\n---\n");
    await expect(library.get("a")).rejects.toMatchObject({ code: "SKILL_BROKEN" });
    await expect(library.get("a")).rejects.toMatchObject({ code: "SKILL_BROKEN" });
    writeInto(folder, "a/SKILL.md", skillText("a", "mended"));
    expect((await library.get("a")).body).toBe("mended");
  });

  test("that is gone, or renamed inside, is told", async () => {
    const folder = makeFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
    const library = createSkillLibrary({ roots: [folder] });
    await library.load();
    rmSync(join(folder, "a"), { recursive: true });
    writeInto(folder, "b/SKILL.md", skillText("c"));
    await expect(library.get("a")).rejects.toMatchObject({
      code: "SKILL_BROKEN",
      diagnostics: [{ code: "SKILL_UNREADABLE" }],
    });
    await expect(library.get("b")).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
      details: [expect.stringContaining('now calls itself "c"')],
    });
    expect((await library.load()).skills.map((skill) => skill.name)).toEqual(["c"]);
  });
});

test("reads a front matter that is longer than the first read, whatever is cut there", async () => {
  const files: Record<string, string> = {};
  for (let length = 4040; length < 4110; length += 1) {
    const start = `---\nname: s${length}\ndescription: é`;
    files[`s${length}/SKILL.md`] =
      `${start}${"x".repeat(length - start.length)}\nnote: |\n ---foo\n---\n${"é".repeat(3000)}`;
  }
  const library = createSkillLibrary({ roots: [makeFolder(files)] });
  const report = await library.load();
  expect(report.broken).toEqual([]);
  expect(report.skills.every((skill) => skill.description.endsWith("x"))).toBe(true);
});

test("never waits for a pipe that is called SKILL.md", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a"), "pipe/x": "" });
  execFileSync("mkfifo", [join(folder, "pipe/SKILL.md")]);
  symlinkSync("/dev/zero", join(makeIn(folder, "zero"), "SKILL.md"));
  const report = await createSkillLibrary({ roots: [folder] }).load();
  expect(report.skills.map((skill) => skill.name)).toEqual(["a"]);
  expect(report.diagnostics.map((fault) => fault.code)).toEqual(["SKILL_UNREADABLE", "SKILL_UNREADABLE"]);
});

function makeIn(folder: string, name: string): string {
  writeInto(folder, `${name}/x`, "");
  return join(folder, name);
}

test.each([
  ["a zero byte", Buffer.from(`${"x".repeat(20_000)}\0`)],
  ["bytes that are not UTF-8", Buffer.from([...Buffer.from("x".repeat(20_000)), 0xff])],
])("tells %s far down in a body at the load", async (_what, body) => {
  const folder = makeFolder({ "a/SKILL.md": "" });
  writeFileSync(join(folder, "a/SKILL.md"), Buffer.concat([Buffer.from(skillText("a")), body]));
  const { skills, diagnostics } = await createSkillLibrary({ roots: [folder] }).load();
  expect([skills, diagnostics.map(({ code }) => code)]).toEqual([[], ["SKILL_NOT_TEXT"]]);
});

test("a search finds a skill in every language it is written in", async () => {
  const folder = makeFolder({
    "refund/SKILL.md": skillText("refund"),
    "refund/SKILL.zh.md": skillText("refund", "# 退款\n\n处理客户的退款申请。\n"),
    "parcel/SKILL.md": skillText("parcel"),
  });
  const library = createSkillLibrary({ roots: [folder] });
  await library.load();
  expect((await library.search("客户要退款")).map(({ name }) => name)).toEqual(["refund"]);
});

test("a skill that is not for models is listed and loaded, and no search finds it", async () => {
  const hidden = (flag: string): string => `---\nname: a\ndescription: Knits socks.\n${flag}---\n# Knitting\n`;
  const folder = makeFolder({ "a/SKILL.md": hidden("disable-model-invocation: true\n"), "b/SKILL.md": skillText("b") });
  const library = createSkillLibrary({ roots: [folder], holdTexts: true });
  expect((await library.load()).skills.map(({ name, notForModels }) => [name, notForModels])).toEqual([
    ["a", true],
    ["b", undefined],
  ]);
  expect((await library.get("a")).notForModels).toBe(true);
  expect(await library.search("knitting socks")).toEqual([]);
  writeInto(folder, "a/SKILL.md", hidden(""));
  await library.reload();
  expect((await library.search("knitting socks")).map(({ name }) => name)).toEqual(["a"]);
  writeInto(folder, "a/SKILL.md", hidden("disable-model-invocation: true\n"));
  await library.reload();
  expect(await library.search("knitting socks")).toEqual([]);
});
