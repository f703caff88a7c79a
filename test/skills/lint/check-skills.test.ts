import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkSkills } from "../../../src/skills/lint/check-skills.ts";
import { lintRules } from "../../../src/skills/lint/lint-rules.ts";
import { makeFolder, skillText } from "../skill-folder.ts";

/** The report, with diagnostics as `severity CODE path`. */
async function check(files: Readonly<Record<string, string>>, under: readonly string[] = [""]) {
  const folder = makeFolder(files);
  const report = await checkSkills({ folders: under.map((path) => join(folder, path)) });
  const diagnostics = report.diagnostics.map((fault) => {
    return `${fault.severity} ${fault.code} ${(fault.where?.file ?? "").replace(`${folder}/`, "")}`;
  });
  return { ...report, diagnostics };
}

const body = "1. Call `x/y`.\n";

test("counts every file once, as loaded or as failed", async () => {
  expect(
    await check({
      "a/SKILL.md": skillText("a", body),
      "a/examples/b/SKILL.md": skillText("b", body),
      ".claude/skills/c/SKILL.md": skillText("c", body),
      "d/skill.md": skillText("d", body),
      "e/SKILL.md": "---\nname: e\ndescription: Ship: it\n---\nx\n",
      "f/SKILL.md": "<!-- made -->\n---\nname: f\ndescription: Makes things.\n---\nx\n",
      "g/SKILL.md": "no front matter\n",
      "h/SKILL.md": "---\nname: h\n---\nx\n",
      "1/2/3/4/5/6/7/8/9/10/i/SKILL.md": skillText("i", body),
      "j/tidy.sop.md": "# Tidy\n\nTidies a folder.\n",
      ".git/k/SKILL.md": "",
      "node_modules/l/SKILL.md": "",
    }),
  ).toEqual({
    files: 10,
    loaded: 8,
    repaired: 2,
    failed: 2,
    diagnostics: [
      "warning SKILL_FILE_CASE d/skill.md",
      "error SKILL_VALUE_QUOTED e/SKILL.md",
      "error SKILL_FRONT_MATTER_MISPLACED f/SKILL.md",
      "error SKILL_NO_FRONT_MATTER g/SKILL.md",
      "error SKILL_DESCRIPTION_MISSING h/SKILL.md",
    ],
  });
});

test("says nothing of a good skill", async () => {
  const report = { files: 1, loaded: 1, repaired: 0, failed: 0, diagnostics: [] };
  expect(await check({ "a/SKILL.md": skillText("a", body) })).toEqual(report);
  expect(await check({ "a/SKILL.md": skillText("a", body) }, ["a", "", "a"])).toEqual(report);
});

test("tells one name given twice, at the second file", async () => {
  const { diagnostics } = await check({ "x/a/SKILL.md": skillText("a", body), "y/a/SKILL.md": skillText("a", body) });
  expect(diagnostics).toEqual(["warning SKILL_NAME_CLASH y/a/SKILL.md"]);
});

test("tells a folder without skills, and goes on with the others", async () => {
  const { diagnostics, files } = await check({ "a/SKILL.md": skillText("a", body), "b/x.md": "" }, ["a", "b", "gone"]);
  expect({ files, diagnostics }).toEqual({
    files: 1,
    diagnostics: ["error SKILL_NONE_FOUND b", "error SKILL_ROOT_MISSING gone"],
  });
});

describe("descriptions", () => {
  const about = (name: string, description: string): string =>
    `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
  test.each([
    [
      "the same words",
      "Books refunds for orders that arrived broken.",
      "Books a refund for orders that arrived broken.",
      true,
    ],
    [
      "other aims",
      "Books refunds for orders that arrived broken.",
      "Tells where an order is and when it arrives.",
      false,
    ],
    ["one telling word", "Automates Zeplin tasks.", "Automates Baserow tables.", false],
    ["Chinese", "处理客户的退款申请，并登记工单。", "处理客户的退款申请，登记工单。", true],
    ["other Chinese", "处理客户的退款申请。", "查询商品的重量和尺寸。", false],
  ])("of %s", async (_case, one, other, alike) => {
    const { diagnostics } = await check({ "a/SKILL.md": about("a", one), "b/SKILL.md": about("b", other) });
    expect(diagnostics).toEqual(alike ? ["warning SKILL_DESCRIPTIONS_ALIKE b/SKILL.md"] : []);
  });

  test("of a template are told apart by the one word that differs, among many", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `tool${index}`);
    const files = names.map((name) => [
      `${name}/SKILL.md`,
      about(name, `Automate ${name} tasks through the shared connector, searching schemas first.`),
    ]);
    expect((await check(Object.fromEntries(files) as Record<string, string>)).diagnostics).toEqual([]);
  });
});

test("tells required skills that are not there, and circles once", async () => {
  const requiring = (name: string, requires: string): string => {
    return `---\nname: ${name}\ndescription: About ${name}.\nmetadata:\n  requires: ${requires}\n---\n${body}`;
  };
  const folder = makeFolder({
    "a/SKILL.md": requiring("a", "b"),
    "b/SKILL.md": requiring("b", "c d"),
    "c/SKILL.md": requiring("c", "a"),
    "d/SKILL.md": requiring("d", "d"),
    "e/SKILL.md": requiring("e", "bb"),
  });
  const { diagnostics } = await checkSkills({ folders: [folder] });
  expect(diagnostics.map(({ code, message, fix }) => `${code} ${message} ${fix}`)).toEqual([
    "SKILL_REQUIRES_CYCLE Skills require each other in a circle: a → b → c → a. Move what both need into a third skill.",
    "SKILL_REQUIRES_CYCLE Skills require each other in a circle: d → d. Move what both need into a third skill.",
    'SKILL_REQUIRES_UNKNOWN The skill requires "bb", which is not among the skills that were checked. Did you mean "b"?',
  ]);
});

test("compares a translation with its SKILL.md", async () => {
  const { diagnostics, files } = await check({
    "a/SKILL.md": skillText("a", "1. You MUST call `x/y`.\n2. You SHOULD call `x/z`.\n"),
    "a/SKILL.de.md": skillText("a", "1. MUST: `x/y`.\n2. SHOULD: `x/z`.\n"),
    "a/SKILL.fr.md": skillText("b", "1. MUST: `x/y`.\n2. MUST: `x/w`.\n"),
    "a/SKILL.zh.md": skillText("a", "1. 必须调用 `x/y`。\n"),
    "a/SKILL.ja.md": "x",
  });
  expect({ files, diagnostics }).toEqual({
    files: 1,
    diagnostics: [
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.fr.md",
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.fr.md",
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.fr.md",
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.fr.md",
      "error SKILL_TRANSLATION_UNUSABLE a/SKILL.ja.md",
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.zh.md",
      "warning SKILL_TRANSLATION_DIFFERS a/SKILL.zh.md",
    ],
  });
});

test("every rule has one row", () => {
  const codes = lintRules.map((rule) => rule.code);
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test("tells what concerns two skills where the key stands", async () => {
  const requiring = (name: string, requires: string): string =>
    `---\nname: ${name}\ndescription: Finds lost parcels of customers in Bremen.\nmetadata:\n  author: me\n  requires: ${requires}\n---\n${body}`;
  const folder = makeFolder({ "a/SKILL.md": requiring("a", "b gone"), "b/SKILL.md": requiring("b", "a") });
  const { diagnostics } = await checkSkills({ folders: [folder] });
  const places = diagnostics.map(
    ({ code, where }) => `${code} ${where!.file.slice(folder.length)}:${where!.line}:${where!.column}`,
  );
  expect(places).toEqual([
    "SKILL_REQUIRES_UNKNOWN /a/SKILL.md:6:3",
    "SKILL_REQUIRES_CYCLE /a/SKILL.md:6:3",
    "SKILL_DESCRIPTIONS_ALIKE /b/SKILL.md:3:1",
  ]);
});
