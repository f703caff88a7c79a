import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";

const root = join(process.env["SOPWITH_SHARED"] ?? "/nonexistent", "corpus/skills");

describe.runIf(existsSync(root))("2,347 published skills", { timeout: 60_000 }, () => {
  const files = existsSync(root)
    ? readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /(?:^|\/)skill\.md$/i.test(file))
    : [];

  test("are read without a throw, bodies whole, and each loss explained", () => {
    const counts = { files: files.length, loaded: 0, repaired: 0, failed: 0 };
    const wrong: string[] = [];
    for (const file of files) {
      const bytes = readFileSync(join(root, file));
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      const { skill, diagnostics } = parseSkill(text, { file: join(root, file) });
      if (!skill) {
        counts.failed += 1;
        const fault = diagnostics.find((candidate) => candidate.severity === "error");
        if (!fault?.fix || fault.where?.line === undefined) wrong.push(`${file}: lost without a reason`);
        continue;
      }
      counts.loaded += 1;
      if (diagnostics.some((fault) => fault.code === "SKILL_VALUE_QUOTED")) counts.repaired += 1;
      if (skill.body !== bodyOf(text, skill.bodyLine)) wrong.push(`${file}: body cut`);
      if (skill.hash !== createHash("sha256").update(bytes).digest("hex")) wrong.push(`${file}: hash differs`);
    }
    expect({ counts, wrong }).toEqual({ counts: { files: 2347, loaded: 2275, repaired: 25, failed: 72 }, wrong: [] });
  });

  test("are indexed and opened by a library, every one that is listed", async () => {
    const library = createSkillLibrary({ roots: [root] });
    const report = await library.load();
    expect({ skills: report.skills.length, broken: report.broken.length }).toEqual({ skills: 2085, broken: 72 });
    for (const { name } of report.skills) expect((await library.get(name)).name).toBe(name);
  });
});

/** The text from a line on, found by counting line ends. */
function bodyOf(text: string, bodyLine: number): string {
  const lineEnds = [...text.matchAll(/\r\n|\n|\r/g)];
  const before = lineEnds[bodyLine - 2];
  return before ? text.slice(before.index + before[0].length) : "";
}
