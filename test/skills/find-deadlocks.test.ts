import { expect, test } from "vitest";
import { parseSopBlock } from "../../src/skills/parse-sop-block.ts";

/** Faults of a block as `line:column CODE message`; the fence is line 1. */
function faultsOf(...lines: readonly string[]): readonly string[] {
  const { diagnostics } = parseSopBlock(["```sop", "steps:", ...lines, "```"].join("\n"), {
    firstLine: 1,
    file: "SKILL.md",
  })!;
  return diagnostics.map(({ code, message, where }) => `${where?.line}:${where?.column} ${code} ${message}`);
}

const a = "  - { id: a, tool: x/a }";
const b = "  - { id: b, tool: x/b }";
const stuck = (place: string, id: string, line: number): string =>
  `${place} SOP_UNREACHABLE The step "${id}" can never be done, because line ${line} forbids x/a until something is known that comes only after "${id}".`;

test.each<[string, string[], string[]]>([
  ["its own step is done", [a, "never: [{ tool: x/a, when: { not: { step: a, is: done } } }]"], [stuck("3:5", "a", 4)]],
  ["its own step was done", [a, "never: [{ tool: x/a, when: { step: a, is: done } }]"], [stuck("3:5", "a", 4)]],
  [
    "a step behind its own is done",
    [a, "  - { id: b, tool: x/b, after: [a] }", "never: [{ tool: x/a, when: { not: { step: b, is: done } } }]"],
    [stuck("3:5", "a", 5)],
  ],
  [
    "all of several steps, its own among them, tell no",
    [a, b, "never: [{ tool: x/a, when: { any: [{ step: a, path: n, equals: 1 }, { step: b, is: failed }] } }]"],
    [stuck("3:5", "a", 5)],
  ],
  [
    "its own step is done, with the arguments it asks for",
    [
      "  - { id: a, tool: x/a, args: { n: 1 } }",
      "never: [{ tool: x/a, args: { n: 1 }, when: { not: { step: a, is: done } } }]",
    ],
    [stuck("3:5", "a", 4)],
  ],
])("tells of a step whose tool is forbidden until %s", (_name, lines, expected) => {
  expect(faultsOf(...lines)).toEqual(expected);
});

test.each<[string, string[]]>([
  ["another step is done", [a, b, "never: [{ tool: x/a, when: { not: { step: b, is: done } } }]"]],
  ["one of two steps tells no", [a, b, "never: [{ tool: x/a, when: [{ step: a, is: done }, { step: b, is: done }] }]"]],
  [
    "its own step is done, where another tool serves it",
    ["  - { id: a, tools: [x/a, x/c] }", "never: [{ tool: x/a, when: { not: { step: a, is: done } } }]"],
  ],
  [
    "its own step is done, with other arguments",
    [
      "  - { id: a, tool: x/a, args: { n: 1 } }",
      "never: [{ tool: x/a, args: { n: 2 }, when: { not: { step: a, is: done } } }]",
    ],
  ],
  ["its own step is skipped", [a, "never: [{ tool: x/a, when: { step: a, is: skipped } }]"]],
])("passes a step whose tool is forbidden until %s", (_name, lines) => {
  expect(faultsOf(...lines)).toEqual([]);
});

test("takes a chain that is longer than anybody follows for good, rather than taking long", () => {
  const last = 399;
  const steps = Array.from({ length: last }, (_, index) => `  - { id: s${index}, tool: x/a, after: [s${index + 1}] }`);
  const bans = Array.from({ length: 90 }, () => `  - { tool: x/a, when: { not: { step: s${last}, is: done } } }`);
  expect(faultsOf(...steps, `  - { id: s${last}, tool: x/b }`, "never:", ...bans)).toEqual([]);
});
