import matter from "gray-matter";
import { afterEach, describe, expect, test } from "vitest";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder } from "./skill-folder.ts";

const global = globalThis as { sopwithHit?: number };
const code = "(globalThis.sopwithHit = 1, { name: 'a', description: 'b' })";

afterEach(() => {
  delete global.sopwithHit;
});

/** Opening lines that run code, or call inherited functions, under some set-up of gray-matter. */
const openings = [
  "---js",
  "--- js",
  "---JS",
  "--- JS",
  "---javascript",
  "---JavaScript",
  "---\tjs",
  "---json",
  "---coffee",
  "---cson",
  "---toml",
  "---yaml",
  "---constructor",
  "---toString",
  "---__proto__",
  "---js ---",
];

describe("a word behind the opening fence", () => {
  for (const opening of openings) {
    for (const [above, prefix] of [
      ["nothing", ""],
      ["a byte order mark", "\uFEFF"],
      ["a comment", "<!-- x -->\n\n"],
    ]) {
      test(`${JSON.stringify(opening)} below ${above} is refused before a parser sees it`, () => {
        const { skill, diagnostics } = parseSkill(`${prefix}${opening}\n${code}\n---\nbody\n`, {
          file: "/skills/a/SKILL.md",
        });
        expect(skill).toBeUndefined();
        expect(diagnostics.map((fault) => fault.code)).toEqual(["SKILL_FRONT_MATTER_LANGUAGE"]);
        expect(global.sopwithHit).toBeUndefined();
      });
    }
  }

  test("tells the place and the fix", () => {
    expect(parseSkill(`---js\n${code}\n---\n`, { file: "a/SKILL.md" }).diagnostics).toEqual([
      {
        code: "SKILL_FRONT_MATTER_LANGUAGE",
        severity: "error",
        message:
          'The opening fence is "---js"; a front matter is YAML and nothing else, so no word may follow the dashes.',
        where: { file: "a/SKILL.md", line: 1, column: 4 },
        fix: 'Write "---" alone on the line, and YAML below it.',
      },
    ]);
  });
});

const deny = { parse: (): object => ({}) };

/** What people set gray-matter to, an opening line, and how often gray-matter itself then runs the code. */
const unsafeSetUps = [
  {
    setUp: "nothing",
    options: undefined,
    lines: ["---js", "--- js", "---JS", "---javascript", "---JavaScript"],
    hits: 5,
  },
  {
    setUp: "an empty object",
    options: {},
    lines: ["---js", "--- js", "---JS", "---javascript", "---JavaScript"],
    hits: 5,
  },
  { setUp: "engines: { js: false }", options: { engines: { js: false as never } }, lines: ["---js"], hits: 1 },
  { setUp: "engines: { js: deny }", options: { engines: { js: deny } }, lines: ["---js", "---javascript"], hits: 1 },
  {
    setUp: "engines: { javascript: deny }",
    options: { engines: { javascript: deny } },
    lines: ["---js", "---JS"],
    hits: 0,
  },
  { setUp: "eval: false", options: { eval: false }, lines: ["---js"], hits: 1 },
  { setUp: "language: yaml", options: { language: "yaml" }, lines: ["---js"], hits: 1 },
];

describe("what is unsafe in gray-matter", () => {
  test.each(unsafeSetUps)("with $setUp does no harm through this door", ({ options, lines, hits }) => {
    const texts = lines.map(
      (line) => `${line}\n(globalThis.sopwithHit = (globalThis.sopwithHit ?? 0) + 1, {})\n---\nbody\n`,
    );
    for (const text of texts) matter(text, options);
    expect(global.sopwithHit ?? 0).toBe(hits);
    delete global.sopwithHit;
    for (const text of texts) expect(parseSkill(text, { file: "/skills/a/SKILL.md" }).skill).toBeUndefined();
    expect(global.sopwithHit).toBeUndefined();
  });

  test("stays out of a library too", async () => {
    const files = openings.map((opening, index) => [`s${index}/SKILL.md`, `${opening}\n${code}\n---\nbody\n`]);
    const library = createSkillLibrary({ roots: [makeFolder(Object.fromEntries(files) as Record<string, string>)] });
    const report = await library.load();
    expect({ skills: report.skills, broken: report.broken.length }).toEqual({ skills: [], broken: openings.length });
    await expect(library.get("s0")).rejects.toMatchObject({ code: "SKILL_BROKEN" });
    expect(global.sopwithHit).toBeUndefined();
  });
});

describe("nothing is remembered between texts", () => {
  test("the same broken text fails every time", () => {
    const text = "---\nname: [a\ndescription: {b\nc: 'x\n---\nbody\n";
    const first = parseSkill(text, { file: "a/SKILL.md" });
    expect(first.skill).toBeUndefined();
    expect(parseSkill(text, { file: "a/SKILL.md" })).toEqual(first);
    expect(parseSkill(text, { file: "a/SKILL.md" })).toEqual(first);
  });

  test("the same text gives values of its own each time, and fills no cache", () => {
    const text = "---\nname: a\ndescription: b\nmetadata:\n  k: {x: 1}\n---\nbody\n";
    const cached = Object.keys((matter as typeof matter & { cache: object }).cache).length;
    const [one, two] = [parseSkill(text, { file: "a/SKILL.md" }), parseSkill(text, { file: "a/SKILL.md" })];
    expect(two).toEqual(one);
    expect(two.skill?.metadata["k"]).not.toBe(one.skill?.metadata["k"]);
    expect(Object.keys((matter as typeof matter & { cache: object }).cache)).toHaveLength(cached);
  });
});
