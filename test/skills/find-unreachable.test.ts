import { expect, test } from "vitest";
import { parseSopBlock } from "../../src/skills/parse-sop-block.ts";

/** Codes of what is wrong with a step "b" that asks this of "a". */
function faultsOf(when: string): readonly string[] {
  const lines = ["```sop", "steps:", "  - { id: a, tool: x/a }", `  - { id: b, tool: x/b, when: ${when} }`, "```"];
  return parseSopBlock(lines.join("\n"), { firstLine: 1, file: "SKILL.md" })!.diagnostics.map((fault) => fault.code);
}

test.each([
  "{ step: a, path: n, length: { atLeast: 5, atMost: 2 } }",
  "{ step: a, path: n, equals: 3, above: 9 }",
  "{ step: a, path: n, equals: text, above: 9 }",
  "{ step: a, path: n, above: 3, below: 3 }",
  "{ step: a, path: n, exists: false, equals: 1 }",
  "[{ step: a, path: n, in: [1] }, { step: a, path: n, in: [2] }]",
  "[{ step: a, path: n, in: [1, 2] }, { step: a, path: n, above: 5 }]",
  "{ all: [{ step: a, is: done }, { not: { step: a, is: done } }] }",
])("a condition that can never hold is told at load: %s", (when) => {
  expect(faultsOf(when)).toEqual(["SOP_UNREACHABLE"]);
});

test.each([
  "{ step: a, path: n, length: { atLeast: 2, atMost: 5 } }",
  "{ step: a, path: n, equals: 9, atLeast: 9 }",
  "{ step: a, path: n, atLeast: 3, atMost: 3 }",
  "{ step: a, path: n, exists: true, equals: 1 }",
  "{ step: a, path: n, exists: false }",
  "[{ step: a, path: n, in: [1, 2] }, { step: a, path: n, in: [2, 3] }]",
  "[{ step: a, path: n, equals: 1 }, { step: a, path: m, equals: 2 }]",
  "{ all: [{ step: a, is: done }, { not: { step: a, path: n, equals: 1 } }] }",
])("a condition that can hold passes: %s", (when) => {
  expect(faultsOf(when)).toEqual([]);
});
