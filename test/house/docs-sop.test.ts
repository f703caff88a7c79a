import { expect, test } from "vitest";
import { readSop } from "../../src/skills/parse-sop.ts";
import { readPages } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";

const blocks = readPages(projectRoot).flatMap(({ path, fences }) => {
  return fences
    .filter(({ text }) => text.startsWith("```sop"))
    .map(({ text, line }) => ({ at: `${path}:${line}`, text }));
});

test.each(blocks)("the sop block at $at can be used", ({ text }) => {
  const { diagnostics, sop } = readSop(text, { firstLine: 1 });
  expect({ diagnostics, source: sop.source }).toEqual({ diagnostics: [], source: "block" });
});

test("the guide has sop blocks", () => {
  expect(blocks.length).toBeGreaterThan(1);
});
