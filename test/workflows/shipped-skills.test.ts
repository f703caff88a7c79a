import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseProseSop } from "../../src/skills/parse-prose-sop.ts";
import { parseSkill } from "../../src/skills/parse-skill.ts";

const folder = join(import.meta.dirname, "../../skills");
const names = [
  "complaint",
  "compliance-review",
  "event-cancellation",
  "event-safety",
  "order-status",
  "product-question",
  "refund",
];

describe.each(names)("the skill %s", (name) => {
  const file = join(folder, name, "SKILL.md");
  const { skill, diagnostics } = parseSkill(readFileSync(file, "utf8"), { file });

  test("parses without a diagnostic", () => {
    expect(diagnostics).toEqual([]);
    expect(skill?.name).toBe(name);
  });

  test("has unconditional steps and a prohibition, and limits itself to the tools of its steps", () => {
    const prose = parseProseSop(skill?.body ?? "", 1).steps;
    const steps = [...(skill?.sop.steps ?? []), ...prose];
    const named = steps.flatMap((step) => step.tools).filter((tool) => !/^(user|skill)\//.test(tool));
    expect(prose.filter((step) => step.level === "must" && !step.conditional)).not.toEqual([]);
    expect(prose.filter((step) => step.level === "must-not")).not.toEqual([]);
    expect(named.filter((tool) => skill?.allowedTools?.includes(tool) === false)).toEqual([]);
  });
});

test("some of them keep to prose, the others bring a block", () => {
  const sources = names.map((name) => {
    const file = join(folder, name, "SKILL.md");
    return [name, parseSkill(readFileSync(file, "utf8"), { file }).skill?.sop.source];
  });
  expect(Object.fromEntries(sources)).toEqual({
    complaint: "prose",
    "compliance-review": "block",
    "event-cancellation": "block",
    "event-safety": "prose",
    "order-status": "block",
    "product-question": "block",
    refund: "block",
  });
});
