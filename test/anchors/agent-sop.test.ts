import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseSop } from "../../src/skills/parse-sop.ts";
import { stepRoles } from "../../src/skills/sop-roles.ts";
import { mustLines, sortLine } from "./agent-sop-lines.ts";
import { needs, printTable, sharedFile } from "./shared-data.ts";

const folder = sharedFile("anchors", "agent-sop");
const names = ["code-assist", "code-task-generator", "codebase-summary", "eval", "pdd"];

test("agent-sop: says how many MUST lines can be checked, and how", ({ skip }) => {
  needs(folder, skip);
  const rows = names.map((name) => {
    const text = readFileSync(join(folder.path, `${name}.sop.md`), "utf8");
    const lines = mustLines(text);
    const sop = parseSop(text, { firstLine: 1 });
    const roles = stepRoles(sop);
    const binding = sop.steps.filter(({ level }) => level === "must" || level === "must-not");
    const asWritten = binding.filter(({ index }) => roles[index] !== "guidance").length;
    const sorted = lines.map(sortLine);
    const count = (kind: string): number => sorted.filter((other) => other === kind).length;
    return [name, lines.length, binding.length, asWritten, count("call"), count("order"), count("no")] as const;
  });
  const total = rows.reduce(
    (sum, row) => sum.map((value, column) => value + Number(row[column + 1])),
    [0, 0, 0, 0, 0, 0],
  );
  printTable("agent-sop: lines with MUST or MUST NOT", [
    [
      "file",
      "lines",
      "read as steps",
      "checked as written",
      "with a block: a call",
      "with a block: order",
      "not at all",
    ],
    ...rows,
    ["all", ...total],
  ]);
  const [lines, , , call, order, no] = total;
  expect(call! + order! + no!).toBe(lines);
});
