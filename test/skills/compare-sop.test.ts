import { expect, test } from "vitest";
import { compareSop } from "../../src/skills/compare-sop.ts";
import { parseProseSop } from "../../src/skills/parse-prose-sop.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";

/** Differences as `line message`; the prose begins on line 1, the block on line 21. */
function differences(prose: readonly string[], block: readonly string[]): string[] {
  const ofProse = parseProseSop(["## Steps", ...prose].join("\n"), 1);
  const ofBlock = parseSop(["```sop", ...block, "```"].join("\n"), { firstLine: 21 });
  return compareSop(ofBlock, ofProse, "SKILL.md").map(({ where, message }) => `${where?.line} ${message}`);
}

test.each<[string, string[], string[], string[]]>([
  [
    "nothing where both say the same",
    ["1. You MUST call `x/a`.", "2. You MUST call `x/b`."],
    ["steps:", "  - { id: a, tool: x/a }", "  - { id: b, tool: x/b, after: [a] }"],
    [],
  ],
  [
    "a step that the block lacks",
    ["1. You MUST call `x/a`.", "2. You SHOULD call `x/b`."],
    ["steps: [{ id: a, tool: x/a }]"],
    ["3 The text asks for x/b, which no step of the block has."],
  ],
  [
    "a step that the text lacks",
    ["1. You MUST call `x/a`."],
    ["steps: [{ id: a, tool: x/a }, { id: b, tool: x/b }]"],
    ['22 The block\'s step "b" asks for x/b, which the text never names.'],
  ],
  [
    "a ban that the block lacks",
    ["1. You MUST call `x/a`.", "2. You MUST NOT call `x/b`."],
    ["steps: [{ id: a, tool: x/a }]"],
    ["3 The text forbids x/b; the block does not."],
  ],
  [
    "a ban that the text lacks",
    ["1. You MUST call `x/a`."],
    ["steps: [{ id: a, tool: x/a }]", "never: [x/b]"],
    ["23 The block forbids x/b, which the text never names."],
  ],
  [
    "a step that the block forbids",
    ["1. You MUST call `x/a`.", "2. You MUST call `x/b`."],
    ["steps: [{ id: a, tool: x/a }]", "never: [x/b]"],
    ["3 The text asks for x/b, which the block forbids."],
  ],
  [
    "another level",
    ["1. You SHOULD call `x/a`."],
    ["steps: [{ id: a, tool: x/a }]"],
    ['22 The block says MUST of step "a" (x/a); line 2 says SHOULD.'],
  ],
  [
    "another order",
    ["1. You MUST call `x/a`.", "2. You MUST call `x/b`."],
    ["steps:", "  - { id: b, tool: x/b }", "  - { id: a, tool: x/a, after: [b] }"],
    ['24 Step "a" waits for "b"; the text puts it first, on line 2.'],
  ],
])("tells %s", (_name, prose, block, expected) => {
  expect(differences(prose, block)).toEqual(expected);
});

test("a conditional MUST of the text may stand as MAY in the block", () => {
  const prose = ["1. If no order is named, you MUST ask with `user/ask`."];
  const block = (level: string): readonly string[] => [
    "steps:",
    "  - id: ask",
    "    tool: user/ask",
    `    level: ${level}`,
  ];
  expect(differences(prose, block("may"))).toEqual([]);
  expect(differences(prose, block("should"))).toHaveLength(1);
});
