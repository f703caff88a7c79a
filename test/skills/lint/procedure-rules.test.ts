import { describe, expect, test } from "vitest";
import { lintBody, lintText } from "./lint-text.ts";

const end = "3. Call `a/c`.\n";

describe("a step that is never reached", () => {
  test("is told with the step that leaves", () => {
    const text = `---\nname: a\ndescription: About a.\n---\n1. Call \`a/b\`.\n2. Stop here.\n${end}`;
    expect(lintText(text)).toEqual([
      {
        code: "SKILL_STEP_UNREACHABLE",
        severity: "warning",
        message: "Step 3 is never reached: step 2 (line 6) leaves in every case.",
        where: { file: "a/SKILL.md", line: 7, column: 4 },
        fix: 'Say in step 2 when it leaves ("If ..., stop."), or remove step 3.',
      },
    ]);
  });

  const unreached = ["warning SKILL_STEP_UNREACHABLE 7:4"];
  test.each([
    ["2. You should now end the procedure.\n", unreached],
    ["2. Go back to step 1.\n", unreached],
    ["2. Call `node/finish` with the result.\n", unreached],
    ["2. 结束流程。\n", unreached],
    ["2. 回到步骤1。\n", unreached],
    ["2. If it failed, stop.\n", []],
    ["2. Look. If it failed, go to step 1.\n", []],
    ["2. Call `node/finish` if all is done.\n", []],
    ["2. Stop the engine of the car.\n", []],
    ["2. Go to step 3.\n", []],
    ["2. 如果失败，结束流程。\n", []],
  ])("after %j", (step, faults) => {
    expect(lintBody(`1. Call \`a/b\`.\n${step}${end}`)).toEqual(faults);
  });

  test("is one that only a jump leads to no more", () => {
    expect(lintBody("1. If it rains, go to step 3.\n2. Stop.\n3. Call `a/b`.\n")).toEqual([]);
  });

  test("is not looked for among several lists", () => {
    expect(lintBody("1. Stop.\n2. Call `a/b`.\n\nThen:\n\n1. Call `a/c`.\n")).toEqual([]);
  });
});

test.each([
  ["a reference to no step", "1. Call `a/b`.\n2. If it failed, go to step 7.\n", ["warning SKILL_STEP_MISSING 6:29"]],
  ["a MUST with a tool", "1. You MUST call `a/b`.\n", []],
  ["a MUST without one", "1. You MUST think.\n", ["info SKILL_MUST_UNCHECKABLE 5:4"]],
  ["a MUST whose bullets have one", "1. You MUST look:\n   - You MUST call `a/b`.\n", []],
  ["a SHOULD without a tool", "1. You SHOULD think.\n", []],
  [
    "a tool asked for and forbidden",
    "1. You MUST call `a/b`.\n2. You MUST NOT call `a/b`, because it breaks.\n",
    ["error SKILL_STEP_FORBIDDEN 5:19"],
  ],
  [
    "a tool forbidden in some cases",
    "1. You MUST call `a/b`.\n2. You MUST NOT call `a/b` before noon, because it breaks.\n",
    [],
  ],
])("%s", (_case, body, faults) => {
  expect(lintBody(body)).toEqual(faults);
});

const forbidden = ["error SKILL_STEP_FORBIDDEN 5:19"];
test.each([
  ["You MUST NOT name a book that `a/b` has not given, because readers come for it.", []],
  ["You MUST NOT promise a room which `a/b` has not listed, because guests travel far.", []],
  ["NEVER use words that `a/b` has not given, because they mislead.", []],
  ["禁止承诺 `a/b` 没有给出的日期，因为客户会等。", []],
  ["You MUST NOT use `a/b`, because it breaks.", forbidden],
  ["You MUST NOT ever call `a/c` or `a/b`, because they break.", forbidden],
  ["NEVER send `a/b`, because it breaks.", forbidden],
  ["`a/b` MUST NOT be called, because it breaks.", forbidden],
  ["You MUST NOT cancel anything using `a/b`, because it breaks.", forbidden],
  ["禁止调用 `a/b`，因为会出错。", forbidden],
])("a step that asks for a tool, beside the ban %j", (ban, faults) => {
  expect(lintBody(`1. You MUST call \`a/b\`.\n\n## Rules\n\n- ${ban}\n`)).toEqual(faults);
});

const bare = ["warning SKILL_BAN_WITHOUT_REASON 7:3"];
test.each([
  ["You MUST NOT promise a day.", bare],
  ["You MUST NOT promise a day, because customers stay at home.", []],
  ["You MUST NOT promise a day. Customers stay at home for it.", []],
  ["You MUST NOT promise a day, to avoid anger.", []],
  ["NEVER promise `x`.", bare],
  ["禁止承诺日期。", bare],
  ["禁止承诺日期，因为客户会在家等。", []],
  ["禁止承诺日期，以免客户白等。", []],
  ["You SHOULD NOT promise a day.", []],
])("the ban %j", (ban, faults) => {
  expect(lintBody(`## Rules\n\n- ${ban}\n`)).toEqual(faults);
});

describe("a skill with an sop block", () => {
  const block = "```sop\nsteps:\n  - id: look\n    tool: a/b\n  - id: book\n    tool: a/c\n    after: [look]\n```\n";

  test("is told where block and text differ, and its bans still need a reason", () => {
    const faults = lintBody(`${block}\n## Steps\n\n1. You MUST call \`a/b\`.\n\n## Rules\n\n- You MUST NOT hurry.\n`);
    expect(faults).toEqual(["warning SKILL_BAN_WITHOUT_REASON 20:3", "warning SOP_PROSE_DIFFERS 9:5"]);
  });

  test("is told what is wrong in the block", () => {
    expect(lintBody(block.replace("[look]", "[lok]"))).toEqual(["error SOP_STEP_UNKNOWN 11:13"]);
  });
});
