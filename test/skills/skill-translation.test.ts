import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { matchLanguage } from "../../src/skills/match-language.ts";
import { isSilent } from "../../src/skills/reload-report.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { findTranslations, translationTag } from "../../src/skills/skill-translation.ts";
import { makeFolder, writeInto } from "./skill-folder.ts";

test.each([
  ["zh", ["en", "zh"], "zh"],
  ["ZH", ["en", "zh"], "zh"],
  ["zh-Hans-CN", ["zh", "zh-Hans"], "zh-Hans"],
  ["zh-CN", ["zh-TW", "zh"], "zh"],
  ["zh", ["zh-TW", "zh-CN"], "zh-CN"],
  ["zh-CN", ["zh-TW"], undefined],
  ["de-x-private", ["de"], "de"],
  ["en", ["zh"], undefined],
  ["z", ["zh"], undefined],
])("%s asks of %j for %s", (wanted, available, tag) => {
  expect(matchLanguage(wanted, available)).toBe(tag);
});

test.each([
  ["SKILL.zh.md", "zh"],
  ["skill.zh-Hant-TW.md", "zh-Hant-TW"],
  ["SKILL.md", undefined],
  ["SKILL.old.backup.md", undefined],
  ["SKILL.1.md", undefined],
  ["OTHER.zh.md", undefined],
])("%s is in %s", (file, tag) => {
  expect(translationTag(file)).toBe(tag);
});

const main = "---\nname: a\ndescription: In English.\nallowed-tools: x/y\nlicense: MIT\n---\n1. You MUST call `x/y`.\n";
const chinese = "---\nname: other\ndescription: 中文。\nallowed-tools: x/y x/z\n---\n1. 必须调用 `x/y`。\n";

describe("a library", () => {
  test("gives text and steps in the language asked for, and every right as in SKILL.md", async () => {
    const folder = makeFolder({ "a/SKILL.md": main, "a/SKILL.zh.md": chinese, "a/SKILL.zh-Hant.md": "x" });
    const library = createSkillLibrary({ roots: [folder] });
    const english = await library.get("a");
    expect((await library.load()).skills).toHaveLength(1);
    const translated = await library.get("a", { locale: "zh-CN" });
    expect(translated).toEqual({
      ...english,
      description: "中文。",
      location: join(folder, "a/SKILL.zh.md"),
      hash: expect.not.stringMatching(english.hash) as string,
      body: "1. 必须调用 `x/y`。\n",
      bodyLine: 6,
      sop: { ...english.sop, steps: [{ ...english.sop.steps[0], text: "必须调用 `x/y`。", line: 6 }] },
      diagnostics: [expect.objectContaining({ code: "SKILL_NAME_MISMATCH" })],
    });
    expect(await library.get("a", { locale: "en" })).toBe(english);
    expect(await library.resources("a")).toEqual([]);
    expect(findTranslations(english).map(({ tag }) => tag)).toEqual(["zh-Hant", "zh"]);
  });

  test("says nothing of a translation without a name", async () => {
    const folder = makeFolder({ "a/SKILL.md": main, "a/SKILL.zh.md": chinese.replace("name: other\n", "") });
    const skill = await createSkillLibrary({ roots: [folder] }).get("a", { locale: "zh" });
    expect(skill).toMatchObject({ name: "a", description: "中文。", diagnostics: [] });
  });

  test("says when a translation is broken, uses the SKILL.md, and sees the mended one", async () => {
    const folder = makeFolder({ "a/SKILL.md": main, "a/SKILL.zh.md": "no front matter" });
    const library = createSkillLibrary({ roots: [folder] });
    const skill = await library.get("a", { locale: "zh" });
    expect(skill.body).toBe("1. You MUST call `x/y`.\n");
    expect(skill.diagnostics).toEqual([
      {
        code: "SKILL_TRANSLATION_UNUSABLE",
        severity: "warning",
        message:
          'The translation cannot be used, so the SKILL.md is: The file has no front matter: the first line is "no front matter", three dashes alone at column 1 are expected.',
        where: { file: join(folder, "a/SKILL.zh.md"), line: 1, column: 1 },
        fix: 'Begin the file with "---", "name: ...", "description: ...", "---", one a line.',
      },
    ]);
    writeInto(folder, "a/SKILL.zh.md", chinese);
    expect((await library.get("a", { locale: "zh" })).description).toBe("中文。");
  });

  test("that holds texts takes over and tells edits of translations as it does those of skills", async () => {
    const folder = makeFolder({
      "a/SKILL.md": main,
      "a/SKILL.zh.md": chinese,
      "b/SKILL.md": main.replace("name: a", "name: b"),
    });
    const library = createSkillLibrary({ roots: [folder], holdTexts: true });
    await library.load();
    const file = join(folder, "a/SKILL.zh.md");
    const reload = async (text: string, settled = true) => {
      writeInto(folder, "a/SKILL.zh.md", text);
      return library.reload({ files: [file], settled });
    };
    const shown = async (): Promise<string> => (await library.get("a", { locale: "zh" })).body;
    const first = await library.get("a", { locale: "zh" });
    expect(isSilent(await reload(chinese))).toBe(true);
    const edited = chinese.replace("必须", "可以");
    const { changed } = await reload(edited);
    expect(changed).toMatchObject([
      { name: "a", location: file, translation: "zh", hashBefore: first.hash, steps: { changed: [{}] } },
    ]);
    expect(await shown()).toBe("1. 可以调用 `x/y`。\n");
    expect(await reload("half", false)).toMatchObject({ unsettled: [file], kept: [] });
    expect(await reload("broken")).toMatchObject({ kept: [{ name: "a", location: file }], changed: [] });
    expect(isSilent(await library.reload())).toBe(true);
    expect(await shown()).toBe("1. 可以调用 `x/y`。\n");
    writeInto(folder, "a/SKILL.zh.md", chinese);
    expect(await library.reload()).toMatchObject({ changed: [{ name: "a", translation: "zh" }], kept: [] });
    writeInto(folder, "b/SKILL.de.md", chinese);
    const added = await library.reload({ files: [join(folder, "b/SKILL.de.md")] });
    expect(added.changed).toMatchObject([{ name: "b", translation: "de", otherText: true }]);
    rmSync(file);
    expect(await library.reload({ files: [file] })).toMatchObject({ changed: [{ name: "a", translation: "zh" }] });
    expect(await shown()).toBe("1. You MUST call `x/y`.\n");
  });
});
