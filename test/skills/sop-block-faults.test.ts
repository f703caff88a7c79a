import { describe, expect, test } from "vitest";
import type { KnownTools } from "../../src/skills/known-tools.ts";
import { parseSopBlock } from "../../src/skills/parse-sop-block.ts";

const tools: KnownTools = {
  names: ["weather/get_current", "events/cancel", "notify/send"],
  argumentsOf: (tool) => (tool === "events/cancel" ? ["eventId", "reason"] : undefined),
};

/** Faults of a block as `line:column CODE message | fix`; the fence is line 1. */
function faults(...lines: string[]): string[] {
  const body = ["```sop", ...lines, "```"].join("\n");
  const parsed = parseSopBlock(body, { file: "SKILL.md", firstLine: 1, tools });
  expect(parsed?.sop === undefined).toBe((parsed?.diagnostics.length ?? 0) > 0);
  return (parsed?.diagnostics ?? []).map(({ code, message, where, fix }) => {
    return `${where?.line}:${where?.column} ${code} ${message} | ${fix}`;
  });
}

const weather = ["steps:", "  - id: weather", "    tool: weather/get_current"];

describe("a fault in an sop block", () => {
  test.each<[string, string[], string[]]>([
    [
      "an unknown key",
      [...weather, "    afer: [x]"],
      ['5:5 SOP_KEY_UNKNOWN The key "afer" means nothing here. | Write "after".'],
    ],
    [
      "a word for another",
      [...weather, "    when: { and: [] }"],
      [
        '5:13 SOP_KEY_UNKNOWN The key "and" means nothing here. | Known here are step, path, is, equals, in, contains, matches, above, atLeast, below, atMost, exists and length.',
        "5:11 SOP_PREDICATE The condition names no step. | Write `step:` and the id of the step it asks about.",
      ].toSorted(),
    ],
    [
      "an unknown step in after",
      [...weather, "    after: [wether2]"],
      ['5:13 SOP_STEP_UNKNOWN There is no step "wether2". | Write "weather".'],
    ],
    [
      "an unknown step in when",
      [...weather, "    when: { step: x, is: done }"],
      ['5:11 SOP_STEP_UNKNOWN There is no step "x". | The steps are weather.'],
    ],
    [
      "a repeated id",
      [...weather, "  - id: weather", "    tool: notify/send"],
      [
        '5:5 SOP_STEP_REPEATED The step "weather" stands twice; the first is on line 3. | Give this one an id of its own.',
      ],
    ],
    [
      "a circle",
      [...weather, "    after: [b]", "  - { id: b, tool: notify/send, when: { step: weather, is: done } }"],
      [
        "3:5 SOP_CYCLE The steps wait for each other: weather -> b -> weather. | Take one of these out of the other's after, when or args.",
      ],
    ],
    [
      "a step that waits for itself",
      [...weather, "    after: [weather]"],
      [
        "3:5 SOP_CYCLE The steps wait for each other: weather -> weather. | Take one of these out of the other's after, when or args.",
      ],
    ],
    [
      "a condition over a step without a tool",
      ["steps:", "  - id: talk", "  - { id: b, tool: notify/send, when: { step: talk, is: done } }"],
      [
        '4:39 SOP_STEP_NO_TOOL The step "talk" has no tool, so nothing tells what became of it. | Give "talk" a tool, or take it out of the condition.',
      ],
    ],
    [
      "a contradiction",
      [...weather, "never: [weather/get_current]"],
      [
        '3:5 SOP_CONTRADICTION The step "weather" asks for weather/get_current, which line 5 forbids. | Take one of the two out, or give the ban a when.',
      ],
    ],
    [
      "states that exclude each other",
      [
        ...weather,
        "  - { id: b, tool: notify/send, when: { all: [{ step: weather, is: failed }, { step: weather, is: skipped }] } }",
      ],
      [
        '5:5 SOP_UNREACHABLE The step "b" can never be done, because "weather" cannot be failed and skipped at once. | Change its condition, or take the step out.',
      ],
    ],
    [
      "values that exclude each other",
      [...weather, "  - { id: b, tool: notify/send, when: { step: weather, path: wind, above: 9, below: 3 } }"],
      [
        '5:5 SOP_UNREACHABLE The step "b" can never be done, because the result of "weather" cannot be both at once. | Change its condition, or take the step out.',
      ],
    ],
    [
      "an unknown tool",
      ["steps:", "  - { id: a, tool: notify/sent }"],
      ['3:5 SOP_TOOL_UNKNOWN There is no tool "notify/sent". | Write "notify/send".'],
    ],
    [
      "an unknown tool under never",
      [...weather, "never: [events/cancl]"],
      ['5:9 SOP_TOOL_UNKNOWN There is no tool "events/cancl". | Write "events/cancel".'],
    ],
    [
      "an unknown argument",
      ["steps:", "  - { id: a, tool: events/cancel, args: { eventid: E1 } }"],
      ['3:43 SOP_ARGUMENT_UNKNOWN events/cancel takes no argument "eventid". | Write "eventId".'],
    ],
    [
      "a condition that asks nothing",
      [...weather, "  - { id: b, tool: notify/send, when: { step: weather } }"],
      ["5:39 SOP_PREDICATE The condition asks nothing. | Add `is: done`, or a path and a test such as equals."],
    ],
    [
      "a pattern that could take long",
      [...weather, "  - { id: b, tool: notify/send, when: { step: weather, path: a, matches: '(?=a)b' } }"],
      [
        "5:74 SOP_PREDICATE The condition has a pattern that uses lookaround or a named group. | Write a regular expression without lookaround, back references and large repeats.",
      ],
    ],
    [
      "a wrong number",
      [...weather, "    times: 0"],
      ["5:12 SOP_VALUE Seen 0 where a whole number from 1 on is expected. | Write a whole number from 1 on."],
    ],
    [
      "a wrong level",
      [...weather, "    level: must not"],
      [
        '5:12 SOP_VALUE Seen "must not" where one of must, should and may (what is forbidden stands under never) is expected. | Write one of must, should and may (what is forbidden stands under never).',
      ],
    ],
    [
      "calls compared outside of after",
      [...weather, "  - { id: b, tool: notify/send, when: { step: weather, is: done, same: city } }"],
      [
        '5:66 SOP_KEY_UNKNOWN The key "same" means nothing here. | Known here are step, path, is, equals, in, contains, matches, above, atLeast, below, atMost, exists and length.',
      ],
    ],
    [
      "a state asked of one call",
      [...weather, "  - { id: b, tool: notify/send, after: [{ step: weather, is: done, fresh: true }] }"],
      [
        "5:41 SOP_PREDICATE The condition asks of one call what became of a step. | Leave `is` out: `same` and `fresh` ask for a call that was done.",
      ],
    ],
    [
      "a wrong fresh",
      [...weather, "  - { id: b, tool: notify/send, after: [{ step: weather, fresh: no }] }"],
      ['5:65 SOP_VALUE Seen "no" where true is expected. | Write true.'],
    ],
    [
      "an unknown argument to compare or to count by",
      [
        ...weather,
        "  - { id: a, tool: events/cancel, times: { atMost: 1, per: event } }",
        "  - { id: b, tool: events/cancel, after: [{ step: a, same: [reason, id] }] }",
      ],
      [
        '5:5 SOP_ARGUMENT_UNKNOWN events/cancel takes no argument "event". | Write "eventId".',
        '6:43 SOP_ARGUMENT_UNKNOWN events/cancel takes no argument "id". | It takes eventId and reason.',
        '6:43 SOP_ARGUMENT_UNKNOWN events/cancel takes no argument "id". | It takes eventId and reason.',
      ],
    ],
    [
      "an exact number per value",
      ["steps:", "  - { id: a, tool: events/cancel, times: { exactly: 2, per: eventId } }"],
      [
        "3:42 SOP_VALUE Seen a mapping where atLeast or atMost beside per is expected. | Write atLeast or atMost beside per.",
      ],
    ],
    [
      "each without per, of a step that is not there",
      ["steps:", "  - { id: a, tool: events/cancel, times: { each: b } }"],
      [
        "3:42 SOP_VALUE Seen a mapping where per beside each, and no atLeast is expected. | Write per beside each, and no atLeast.",
        '3:5 SOP_STEP_UNKNOWN There is no step "b". | Write "a".',
      ],
    ],
    [
      "an argument that contains nothing",
      ["steps:", "  - { id: a, tool: events/cancel, args: { reason: { contains: [] } } }"],
      [
        "3:63 SOP_VALUE Seen an empty list where a part of a text, or an item of a list is expected. | Write a part of a text, or an item of a list.",
      ],
    ],
    [
      "a ban that holds until its own step is done",
      [...weather, "never: [{ tool: weather/get_current, when: { not: { step: weather, is: done } } }]"],
      [
        '3:5 SOP_UNREACHABLE The step "weather" can never be done, because line 5 forbids weather/get_current until something is known that comes only after "weather". | Write times: { atMost: 1 } at the step to forbid a second call, or after to order steps.',
      ],
    ],
    [
      "a step without an id",
      ["steps:", "  - tool: notify/send"],
      ["3:5 SOP_VALUE Seen a mapping where a step with an id is expected. | Write a step with an id."],
    ],
    [
      "no mapping",
      ["- a"],
      ["2:1 SOP_VALUE Seen a list where a mapping with steps is expected. | Write a mapping with steps."],
    ],
    [
      "an empty block",
      [],
      ["2:1 SOP_VALUE Seen nothing where a mapping with steps is expected. | Write a mapping with steps."],
    ],
  ])("is told for %s", (_name, lines, expected) => {
    expect(faults(...lines).toSorted()).toEqual(expected.toSorted());
  });

  test("in its YAML is told with its place", () => {
    expect(faults("steps: [", "  - a").map((line) => line.split(" ").slice(0, 2))).toEqual([
      ["3:3", "SOP_BLOCK_YAML"],
      ["3:6", "SOP_BLOCK_YAML"],
    ]);
  });

  test.each([
    ["an alias", "steps: [&a { id: x }, *a]"],
    ["endless brackets", "[".repeat(5000)],
    ["too much text", `# ${"x".repeat(70_000)}`],
  ])("is told for %s", (_name, yaml) => {
    const parsed = parseSopBlock(`\`\`\`sop\n${yaml}\n\`\`\``, { file: "SKILL.md", firstLine: 1 });
    expect(parsed?.diagnostics.map(({ code }) => code)).toContain("SOP_BLOCK_YAML");
  });

  test("is told for a second block and for one that is not closed", () => {
    const body = ["```sop", ...weather, "```", "```sop", ...weather].join("\n");
    const parsed = parseSopBlock(body, { file: "SKILL.md", firstLine: 1 });
    expect(parsed?.diagnostics.map(({ code, where }) => [code, where?.line])).toEqual([["SOP_BLOCK_FENCE", 6]]);
    const unclosed = parseSopBlock(["```sop", ...weather].join("\n"), { file: "SKILL.md", firstLine: 1 });
    expect(unclosed?.diagnostics.map(({ code, where }) => [code, where?.line])).toEqual([["SOP_BLOCK_FENCE", 1]]);
  });

  test("does not hide the others", () => {
    const found = faults(
      ...weather,
      "    tol: x",
      "  - { id: a, tool: x/y, after: [b] }",
      "  - { id: b, tool: notify/send, after: [a, nowhere], times: -1 }",
      "never: [x/z]",
    );
    expect(found.map((line) => line.split(" ")[1])).toEqual([
      "SOP_KEY_UNKNOWN",
      "SOP_CYCLE",
      "SOP_TOOL_UNKNOWN",
      "SOP_STEP_UNKNOWN",
      "SOP_VALUE",
      "SOP_TOOL_UNKNOWN",
    ]);
  });

  test("is not hidden in a block that is as large as it may be", () => {
    const items = "a,".repeat(15_000);
    const body = `\`\`\`sop\nsteps:\n  - { id: a, tool: x/a }\n  - { id: b, tool: x/b, after: [${items} c] }\n\`\`\``;
    const parsed = parseSopBlock(body, { file: "SKILL.md", firstLine: 1 });
    expect(parsed?.diagnostics.map(({ code }) => code)).toEqual(["SOP_STEP_UNKNOWN"]);
  });
});
