import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseParameters } from "../../src/skills/parse-parameters.ts";
import { parseProcedure } from "../../src/skills/parse-procedure.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText } from "./skill-folder.ts";

const text = [
  "# Tidy up",
  "",
  "## Overview",
  "",
  "Tidies one folder",
  "and says what it did.",
  "",
  "## Parameters",
  "",
  "- **folder** (required): Which one (e.g. `a/b`)",
  '- **mode** (optional, default: "auto"): How',
  "",
  "**Constraints for parameter acquisition:**",
  "- **never** (required): no parameter",
  "- You MUST ask for the folder because nothing else is known",
  "",
  "## Steps",
  "",
  "### 1. Look",
  "",
  "**Constraints:**",
  "- You MUST list the files with `files/list`",
  "- You MUST NOT open them because they may be large",
  "",
].join("\n");

test("reads a .sop.md as a skill", () => {
  const { skill, diagnostics } = parseProcedure(text, { file: "/sops/tidy-up.sop.md" });
  expect(diagnostics).toEqual([]);
  expect(skill).toMatchObject({
    name: "tidy-up",
    description: "Tidies one folder and says what it did.",
    location: "/sops/tidy-up.sop.md",
    body: text,
    bodyLine: 1,
    metadata: {
      parameters: [
        { name: "folder", required: true, description: "Which one (e.g. `a/b`)" },
        { name: "mode", required: false, default: "auto", description: "How" },
      ],
    },
    extra: {},
  });
  expect(skill?.sop.steps.map(({ id, level, tools, line }) => ({ id, level, tools, line }))).toEqual([
    { id: "1", level: "should", tools: [], line: 19 },
    { id: "1-1", level: "must", tools: ["files/list"], line: 22 },
    { id: "1-2", level: "must-not", tools: [], line: 23 },
  ]);
});

test.each([
  ["no text at all", "", ["SKILL_DESCRIPTION_MISSING"], undefined],
  ["headings alone", "# A\n## Overview\n", ["SKILL_DESCRIPTION_MISSING"], undefined],
  ["no overview", "# A\n\nDoes it.\n\nMore.\n", [], "Does it."],
  ["a Chinese overview", "# 甲\n\n前言\n\n## 概述\n\n处理投诉。\n", [], "处理投诉。"],
  ["a long overview", `# A\n\n${"x".repeat(1025)}\n`, ["SKILL_FIELD_LONG"], "x".repeat(1025)],
  ["a front matter", skillText("b", "# B\n"), ["SKILL_NAME_MISMATCH"], "About b."],
])("%s", (_case, content, codes, description) => {
  const { skill, diagnostics } = parseProcedure(content, { file: "/sops/a.sop.md" });
  expect({ codes: diagnostics.map((fault) => fault.code), description: skill?.description }).toEqual({
    codes,
    description,
  });
});

test.each([
  [
    "- **a_b** (optional, default: current folder): x",
    { name: "a_b", required: false, default: "current folder", description: "x" },
  ],
  ["- `a` (required) x", { name: "a", required: true, description: "x" }],
  ["- **名** (必填)：x", undefined],
  ["- **a**（必填）：说明", { name: "a", required: true, description: "说明" }],
  ["- **a**: x", undefined],
])("reads %s", (line, parameter) => {
  expect(parseParameters(["## Parameters", "", line, "## Steps", "- **z** (required): no"])).toEqual(
    parameter ? [parameter] : [],
  );
});

test("a library finds them beside skills, and gives them no files", async () => {
  const folder = makeFolder({
    "sops/tidy-up.sop.md": text,
    "sops/secret.md": "s",
    "a/SKILL.md": skillText("a"),
    "a/part.sop.md": text,
    "notes.md": "n",
  });
  const library = createSkillLibrary({ roots: [folder] });
  expect((await library.load()).skills.map((skill) => skill.name)).toEqual(["a", "tidy-up"]);
  expect((await library.get("tidy-up")).body).toBe(text);
  expect(await library.resources("tidy-up")).toEqual([]);
  await expect(library.readResource("tidy-up", "secret.md")).rejects.toMatchObject({ code: "SKILL_RESOURCE_REFUSED" });
});

const anchors = join(process.env["SOPWITH_SHARED"] ?? "/nonexistent", "anchors/agent-sop");

describe.runIf(existsSync(anchors))("published procedures", () => {
  test("are skills with steps, constraints and parameters", () => {
    const read = readdirSync(anchors)
      .filter((name) => name.endsWith(".sop.md"))
      .map((name) => {
        const { skill } = parseProcedure(readFileSync(join(anchors, name), "utf8"), { file: join(anchors, name) });
        const steps = skill?.sop.steps ?? [];
        const headings = steps.filter((step) => step.ordered && !step.id.includes(".")).length;
        const bound = steps.filter((step) => /^\**You (?:MUST|SHOULD|MAY)\b/.test(step.text)).length;
        const parameters = skill?.metadata["parameters"];
        return [name, headings, bound, Array.isArray(parameters) ? parameters.length : 0];
      });
    expect(read).toEqual([
      ["code-assist.sop.md", 5, 126, 7],
      ["code-task-generator.sop.md", 6, 28, 4],
      ["codebase-summary.sop.md", 6, 39, 7],
      ["eval.sop.md", 6, 44, 4],
      ["pdd.sop.md", 8, 92, 3],
    ]);
  });
});
