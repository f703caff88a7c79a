import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSilent } from "../../src/skills/reload-report.ts";
import { createSkillLibrary, type SkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

async function hold(files: Readonly<Record<string, string>>): Promise<{ folder: string; library: SkillLibrary }> {
  const folder = makeFolder(files);
  const library = createSkillLibrary({ roots: [folder], holdTexts: true });
  await library.load();
  return { folder, library };
}

const broken = "no front matter\n";

describe("a file that breaks", () => {
  test("keeps its last good text, tells so once, and is taken back when it is good", async () => {
    const { folder, library } = await hold({ "a/SKILL.md": skillText("a", "good") });
    writeInto(folder, "a/SKILL.md", broken);
    const report = await library.reload();
    expect(report.kept).toMatchObject([{ name: "a", diagnostics: [{ code: "SKILL_NO_FRONT_MATTER" }] }]);
    expect((await library.get("a")).body).toBe("good");
    expect(library.list()).toHaveLength(1);
    expect(library.diagnostics.map((fault) => fault.code)).toEqual(["SKILL_KEPT", "SKILL_NO_FRONT_MATTER"]);
    expect(isSilent(await library.reload())).toBe(true);
    expect(isSilent(await library.reload({ files: [join(folder, "a/SKILL.md")] }))).toBe(true);
    writeInto(folder, "a/SKILL.md", skillText("a", "good"));
    expect(await library.reload()).toMatchObject({ mended: [{ name: "a" }], changed: [], kept: [] });
    expect(library.diagnostics).toEqual([]);
    writeInto(folder, "a/SKILL.md", broken);
    await library.reload();
    writeInto(folder, "a/SKILL.md", skillText("a", "better"));
    expect(await library.reload()).toMatchObject({ mended: [], changed: [{ name: "a", otherText: true }] });
  });

  test("is told as broken where it never was good, and once", async () => {
    const { folder, library } = await hold({ "old/SKILL.md": broken });
    expect(isSilent(await library.reload())).toBe(true);
    writeInto(folder, "new/SKILL.md", broken);
    expect(await library.reload()).toMatchObject({ broken: [{ location: join(folder, "new/SKILL.md") }] });
    expect(isSilent(await library.reload())).toBe(true);
    await expect(library.get("new")).rejects.toMatchObject({ code: "SKILL_BROKEN" });
    writeInto(folder, "new/SKILL.md", skillText("new"));
    expect(await library.reload()).toMatchObject({ added: [{ name: "new" }], broken: [] });
  });

  test("is refused by a check too, with the check's words", async () => {
    const { folder, library } = await hold({ "a/SKILL.md": skillText("a", "good") });
    const fault = { code: "TOOL_UNKNOWN", severity: "error", message: "No such tool." } as const;
    writeInto(folder, "a/SKILL.md", skillText("a", "bad"));
    expect(await library.reload({ check: (skill) => (skill.body === "bad" ? [fault] : []) })).toMatchObject({
      kept: [{ name: "a", diagnostics: [fault] }],
    });
    expect((await library.get("a")).body).toBe("good");
    writeInto(folder, "a/SKILL.md", skillText("a", "odd"));
    const warning = { ...fault, severity: "warning" } as const;
    expect(await library.reload({ check: () => [warning] })).toMatchObject({ changed: [{ diagnostics: [warning] }] });
    expect((await library.get("a")).diagnostics).toEqual([warning]);
  });
});

describe("a file in the middle of a save", () => {
  const text = skillText("a", "one\ntwo\nthree\n");

  test.each([
    ["empty", ""],
    ["cut in its front matter", text.slice(0, 12)],
    ["cut in its body", text.slice(0, -8)],
    ["rewritten, without its last line end", skillText("a", "other\nthings")],
    ["so long that it is written in parts", skillText("a", `${"x".repeat(70_000)}\n`)],
  ])("is left alone while it may change: %s", async (_what, half) => {
    const { folder, library } = await hold({ "a/SKILL.md": text });
    const file = join(folder, "a/SKILL.md");
    writeFileSync(file, half);
    const report = await library.reload({ files: [file], settled: false });
    expect([report.unsettled, isSilent(report)]).toEqual([[file], true]);
    expect((await library.get("a")).body).toBe("one\ntwo\nthree\n");
    expect(isSilent(await library.reload({ files: [file], settled: true }))).toBe(false);
  });

  test("is missed by nobody while it is gone for a moment", async () => {
    const { folder, library } = await hold({ "a/SKILL.md": text, "b/SKILL.md": skillText("b") });
    rmSync(join(folder, "a/SKILL.md"));
    for (const files of [undefined, [join(folder, "a/SKILL.md")]]) {
      const report = await library.reload({ ...(files && { files }), settled: false });
      expect([report.unsettled, isSilent(report)]).toEqual([[join(folder, "a/SKILL.md")], true]);
    }
    expect((await library.get("a")).body).toContain("three");
    expect(await library.reload()).toMatchObject({ removed: [{ name: "a" }], unsettled: [] });
    expect(library.list().map((skill) => skill.name)).toEqual(["b"]);
  });
});

test("tells fields and steps that differ, and no step that only moved", async () => {
  const { folder, library } = await hold({
    "a/SKILL.md":
      "---\nname: a\ndescription: Old.\nallowed-tools: x/y\nmetadata:\n  risk: low\n---\n1. First.\n2. You MUST call `x/y`.\n3. Last.\n",
  });
  writeInto(
    folder,
    "a/SKILL.md",
    "---\nname: a\ndescription: New.\nmetadata:\n  risk: high\nversion: two\n---\n1. Before all.\n2. First.\n3. You SHOULD call `x/y`.\n4. Last.\n",
  );
  const { changed } = await library.reload();
  expect(changed).toMatchObject([
    {
      name: "a",
      frontMatter: [
        { field: "description", before: "Old.", after: "New." },
        { field: "allowed-tools", before: ["x/y"] },
        { field: "metadata.risk", before: "low", after: "high" },
        { field: "version", after: "two" },
      ],
      otherText: false,
    },
  ]);
  const { added, removed, changed: steps } = changed[0]!.steps;
  expect({
    added: added.map((step) => step.text),
    removed: removed.map((step) => step.text),
    changed: steps.map((pair) => [pair.before.level, pair.after.level]),
  }).toEqual({ added: ["Before all.", "You SHOULD call `x/y`."], removed: ["You MUST call `x/y`."], changed: [] });
});

test("a name passes to the skill that it hid, and back", async () => {
  const { folder, library } = await hold({
    "1/a/SKILL.md": skillText("a", "first"),
    "2/a/SKILL.md": skillText("a", "second"),
  });
  rmSync(join(folder, "1/a"), { recursive: true });
  expect(await library.reload()).toMatchObject({ added: [], removed: [], changed: [{ name: "a" }] });
  expect((await library.get("a")).body).toBe("second");
  writeInto(folder, "1/a/SKILL.md", skillText("a", "first"));
  expect(await library.reload()).toMatchObject({ added: [], removed: [], changed: [{ name: "a", otherText: true }] });
  expect((await library.get("a")).body).toBe("first");
});

test("an edit shows with its reload, not before; a skill in hand stays as it is", async () => {
  const { folder, library } = await hold({ "a/SKILL.md": skillText("a", "one") });
  const inHand = await library.get("a");
  writeInto(folder, "a/SKILL.md", skillText("a", "two"));
  expect(await library.get("a")).toBe(inHand);
  await library.reload();
  expect([inHand.body, (await library.get("a")).body]).toEqual(["one", "two"]);
});

test("a search follows reloads", async () => {
  const { folder, library } = await hold({
    "a/SKILL.md": skillText("a", "# Knitting\n"),
    "b/SKILL.md": skillText("b"),
  });
  const found = async (query: string): Promise<readonly string[]> =>
    (await library.search(query)).map((hit) => hit.name);
  expect(await found("knitting")).toEqual(["a"]);
  writeInto(folder, "a/SKILL.md", skillText("a", "# Cooking\n"));
  writeInto(folder, "c/SKILL.md", skillText("c", "# Knitting\n"));
  rmSync(join(folder, "b"), { recursive: true });
  await library.reload();
  expect([await found("knitting"), await found("cooking"), await found("about b")]).toEqual([["c"], ["a"], []]);
});

test("two hundred reloads and as many readers see whole versions only", async () => {
  const textOf = (version: number): string => skillText("a", `${version}\n`.repeat(500));
  const { folder, library } = await hold({ "a/SKILL.md": textOf(0) });
  const seen: string[] = [];
  for (let version = 1; version <= 200; version += 1) {
    writeInto(folder, "a/SKILL.md", textOf(version));
    const [, skill] = await Promise.all([library.reload(), library.get("a")]);
    seen.push(...new Set(skill.body.trim().split("\n")));
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => String(index)));
});

test("an edit of a known file shows while all of the disk is looked at, and is not taken back by that look", async () => {
  const names = Array.from({ length: 600 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const { folder, library } = await hold(
    Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])),
  );
  const file = join(folder, "s001/SKILL.md");
  const ended: string[] = [];
  const whole = library.reload().finally(() => ended.push("whole"));
  for (const body of ["one", "two", "three"]) {
    writeFileSync(file, skillText("s001", body));
    expect(await library.reload({ files: [file] })).toMatchObject({ changed: [{ name: "s001" }] });
    ended.push(body);
  }
  expect(isSilent(await whole)).toBe(true);
  expect((await library.get("s001")).body).toBe("three");
  expect(ended).toEqual(["one", "two", "three", "whole"]);
  expect(isSilent(await library.reload())).toBe(true);
});

test("a library that holds no texts tells names and descriptions that changed", async () => {
  const folder = makeFolder({ "a/SKILL.md": skillText("a"), "b/SKILL.md": skillText("b") });
  const library = createSkillLibrary({ roots: [folder] });
  await library.load();
  expect(isSilent(await library.reload())).toBe(true);
  writeInto(folder, "a/SKILL.md", "---\nname: a\ndescription: New.\n---\n");
  writeInto(folder, "c/SKILL.md", skillText("c"));
  expect(await library.reload()).toMatchObject({ added: [{ name: "c" }], changed: [{ name: "a" }], removed: [] });
  expect(library.list().find((skill) => skill.name === "a")?.description).toBe("New.");
});

describe("a library that holds no texts, and a file that breaks", () => {
  const good = skillText("a", "good");

  test.each([
    ["no front matter", broken],
    ["nothing", ""],
    ["no description", "---\nname: a\n---\n"],
    ["an open front matter", good.replace("\n---\n", "\n")],
    ["a character that no text has", skillText("a", "A\0B")],
  ])("serves the text that was asked for until the file is good: %s", async (_what, text) => {
    const { folder, library } = await leave({ "a/SKILL.md": good });
    const served = await library.get("a");
    writeInto(folder, "a/SKILL.md", text);
    expect(await library.reload()).toMatchObject({ kept: [{ name: "a" }], broken: [], removed: [] });
    expect(await library.get("a")).toBe(served);
    expect(isSilent(await library.reload())).toBe(true);
    writeInto(folder, "a/SKILL.md", `${broken}again`);
    expect(await library.reload()).toMatchObject({ kept: [{ name: "a" }] });
    expect(await library.get("a")).toBe(served);
    writeInto(folder, "a/SKILL.md", skillText("a", "better"));
    expect((await library.get("a")).body).toBe("better");
    expect(await library.reload()).toMatchObject({ mended: [{ name: "a" }], kept: [] });
    writeInto(folder, "a/SKILL.md", text);
    expect(await library.reload()).toMatchObject({ kept: [{ name: "a" }] });
    expect((await library.get("a")).body).toBe("better");
  });

  test("tells a skill as broken and removed whose text nobody has read", async () => {
    const { folder, library } = await leave({ "a/SKILL.md": good });
    writeInto(folder, "a/SKILL.md", broken);
    expect(await library.reload()).toMatchObject({
      kept: [],
      removed: [{ name: "a" }],
      broken: [{ location: join(folder, "a/SKILL.md") }],
    });
    expect(library.list()).toEqual([]);
    await expect(library.get("a")).rejects.toMatchObject({ code: "SKILL_BROKEN" });
    writeInto(folder, "a/SKILL.md", good);
    expect(await library.reload()).toMatchObject({ added: [{ name: "a" }] });
    expect((await library.get("a")).body).toBe("good");
  });

  test("serves no text that a check has refused, and drops what it kept at the next load", async () => {
    const { folder, library } = await leave({ "a/SKILL.md": good });
    await library.get("a");
    const fault = { code: "TOOL_UNKNOWN", severity: "error", message: "No such tool." } as const;
    writeInto(folder, "a/SKILL.md", "---\nname: a\ndescription: Other.\n---\nbad");
    expect(await library.reload({ check: () => [fault] })).toMatchObject({ kept: [{ name: "a" }] });
    expect((await library.get("a")).body).toBe("good");
    await library.load();
    expect((await library.get("a")).body).toBe("bad");
  });
});

async function leave(files: Readonly<Record<string, string>>): Promise<{ folder: string; library: SkillLibrary }> {
  const folder = makeFolder(files);
  const library = createSkillLibrary({ roots: [folder] });
  await library.load();
  return { folder, library };
}
