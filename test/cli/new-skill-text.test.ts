import { expect, test } from "vitest";
import { newSkillTest, newSkillText } from "../../src/cli/new-skill-text.ts";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";

test.each([
  [
    "with tools",
    { name: "refund-desk", description: "Books refunds: small ones.", tools: ["a/b", "c/d"], chinese: false },
  ],
  ["without tools", { name: "refund-desk", description: "It's #1", tools: [], chinese: false }],
  ["in Chinese", { name: "退款", description: "处理“退款”。", tools: ["a/b"], chinese: true }],
  ["in Chinese, without tools", { name: "退款", description: "退款", tools: [], chinese: true }],
])("a new skill %s reads back as it was asked for, and its test calls what its steps name", (_case, skill) => {
  const read = parseSkill(newSkillText(skill), { file: `/skills/${skill.name}/SKILL.md` });
  expect(read.diagnostics).toEqual([]);
  expect(read.skill).toMatchObject({ name: skill.name, description: skill.description });
  expect(read.skill?.allowedTools ?? []).toEqual(skill.tools);
  const calls = skill.tools.length === 0 ? ["user/ask"] : skill.tools;
  expect(read.skill?.sop.steps.flatMap((step) => (step.level === "must" ? step.tools : []))).toEqual(calls);
  expect(parseRehearsal(newSkillTest(skill), { file: "tests/first.yaml" })).toMatchObject({
    skill: skill.name,
    expect: { status: "completed", calls },
  });
});
