import { expect, test } from "vitest";
import { createPaint } from "../../src/cli/paint.ts";
import { reloadLines } from "../../src/cli/view-reload.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import { compareSkills } from "../../src/skills/skill-changes.ts";
import type { Skill } from "../../src/skills/skill.ts";

function skillOf(steps: string): Skill {
  return parseSkill(`---\nname: a\ndescription: About a.\n---\n${steps}`, { file: "/s/a/SKILL.md" }).skill!;
}

test("a step that changed is shown before and after, with its level where that is another", () => {
  const before = skillOf("1. You MUST call `a/b`.\n2. You MUST wait.\n");
  const after = skillOf("1. You MUTS call `a/b`.\n2. You MUST wait long.\n");
  const report = {
    added: [],
    changed: [compareSkills(before, after)],
    removed: [],
    kept: [],
    mended: [],
    broken: [],
    unsettled: [],
  };
  expect(reloadLines(report, { folder: "/s", paint: createPaint(false), usage: new Map() }).slice(1)).toEqual([
    "  - step 1: You MUST call `a/b`.",
    "  + step 1: You MUTS call `a/b`.",
    "    level of step 1: MUST → SHOULD",
    "  - step 2: You MUST wait.",
    "  + step 2: You MUST wait long.",
  ]);
});

test("an edit of a translation is told with its language", () => {
  const skill = skillOf("1. You MUST wait.\n");
  const change = { ...compareSkills(skill, skillOf("1. You MUST wait long.\n")), translation: "zh" };
  const report = { added: [], changed: [change], removed: [], kept: [], mended: [], broken: [], unsettled: [] };
  const view = { folder: "/s", paint: createPaint(false), usage: new Map() };
  expect(reloadLines(report, view)[0]).toMatch(/^changed a \(zh\) {2}[0-9a-f]{12} → [0-9a-f]{12}$/);
});
