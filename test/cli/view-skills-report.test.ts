import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/base/errors.ts";
import { createPaint } from "../../src/cli/paint.ts";
import { viewSkillsReport } from "../../src/cli/view-skills-report.ts";

test("tells each error, and of many notes of one kind how many there are", () => {
  const fault = (severity: Diagnostic["severity"], line: number): Diagnostic => ({
    code: severity === "info" ? "NOTE" : "FAULT",
    severity,
    message: `Line ${line}.`,
    where: { file: "a/SKILL.md", line, column: 1 },
    ...(line < 5 && { fix: "Mend it." }),
  });
  const notes = [4, 5, 6, 7, 8].map((line) => fault("info", line));
  const diagnostics = [fault("error", 1), fault("error", 2), fault("error", 3), ...notes, fault("error", 9)];
  expect(
    viewSkillsReport({ files: 1, loaded: 1, repaired: 0, failed: 0, diagnostics }, createPaint(false)).split("\n"),
  ).toEqual([
    "a/SKILL.md",
    "  1:1  error  FAULT  Line 1.",
    "    Mend it.",
    "  2:1  error  FAULT  Line 2.",
    "    Mend it.",
    "  3:1  error  FAULT  Line 3.",
    "    Mend it.",
    "  4:1  info   NOTE   Line 4.",
    "    Mend it.",
    "  5:1  info   NOTE   Line 5.",
    "  6:1  info   NOTE   and 3 more such notes, down to line 8; --json lists them.",
    "  9:1  error  FAULT  Line 9.",
    "",
    "✗ 1 file: 1 loaded, 0 failed; 4 errors, 0 warnings, 5 notes",
    "",
  ]);
});
