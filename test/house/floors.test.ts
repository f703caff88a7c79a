import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkFloors } from "./floors.ts";
import { projectRoot } from "./project-root.ts";

test("imports go down only, and every outside library has its door", () => {
  const report = checkFloors(join(projectRoot, "src"));
  expect(report.faults).toEqual([]);
  expect(report.modules).toBeGreaterThan(20);
});

describe("the check itself", () => {
  test.each([
    {
      fact: "refuses an import that goes up",
      files: { "base/errors.ts": 'import { tool } from "../tools/tool.ts";' },
      faults: ["src/base/errors.ts:1 imports ../tools/tool.ts: base/ may import only []"],
    },
    {
      fact: "counts a type import",
      files: { "skills/skill.ts": '\nimport type { Tool } from "../tools/tool.ts";' },
      faults: ["src/skills/skill.ts:2 imports ../tools/tool.ts: skills/ may import only [base, trace, model]"],
    },
    {
      fact: "counts a re-export, an import in a type, and a dynamic import",
      files: {
        "trace/a.ts": 'export { b } from "../store/b.ts";',
        "trace/b.ts": 'export type C = import("../store/c.ts").C;',
        "trace/c.ts": 'export const d = () => import("../store/d.ts");',
      },
      faults: ["a", "b", "c"].map((name, index) => {
        return `src/trace/${name}.ts:1 imports ../store/${"bcd"[index]}.ts: trace/ may import only [base]`;
      }),
    },
    {
      fact: "lets base import nothing from outside",
      files: { "base/json.ts": 'import fs from "node:fs";' },
      faults: ["src/base/json.ts:1 imports node:fs: base/ may import nothing from outside"],
    },
    {
      fact: "knows the doors of the libraries",
      files: { "tools/tool.ts": 'import { tool } from "@langchain/core/tools";', "tools/b.ts": 'import "left-pad";' },
      faults: [
        "src/tools/b.ts:1 imports left-pad: the doors to left-pad are []",
        "src/tools/tool.ts:1 imports @langchain/core/tools: the doors to @langchain/core are [model, store, workflow]",
      ],
    },
    {
      fact: "keeps one file as the door to gray-matter",
      files: { "skills/a.ts": 'import matter from "gray-matter";', "skills/b.ts": 'import matter from "gray-matter";' },
      faults: ["gray-matter has 2 doors: skills/a.ts, skills/b.ts"],
    },
    {
      fact: "refuses a barrel, and a roof that imports a program",
      files: { "tools/index.ts": "export {};", "index.ts": 'export { main } from "./cli/main.ts";' },
      faults: [
        "src/index.ts:1 imports ./cli/main.ts: index.ts/ may import only [base, trace, model, skills, tools, store, workflow, mcp, a2a, computer, project]",
        "src/tools/index.ts:1 is a barrel: import the file that declares the thing",
      ],
    },
  ])("$fact", ({ files, faults }) => {
    expect(checkFloors(plant(files))).toEqual({ modules: Object.keys(files).length, faults });
  });
});

function plant(files: Readonly<Record<string, string | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), "floors-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? "");
  }
  return folder;
}
