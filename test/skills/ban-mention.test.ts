import { expect, test } from "vitest";
import { parseSop } from "../../src/skills/parse-sop.ts";
import { conformance } from "../../src/skills/conformance.ts";

/** What is said of a call of `a/b` in a skill with this one step. */
function verdictOn(step: string): string {
  const checker = conformance(parseSop(`1. ${step}\n`, { firstLine: 1 }));
  const verdict = checker.check(checker.initial, { tool: "a/b", input: {} });
  return verdict.kind === "refused" ? verdict.code : verdict.kind;
}

test.each([
  "You MUST NOT name what `a/b` has not given.",
  "You MUST NOT name a city that `a/b` did not return.",
  "You MUST NOT invent values beyond those from `a/b`.",
  "You MUST NOT repeat the result of `a/b`.",
  "You MUST NOT put a password in `a/b`.",
  "You MUST NOT trust `a/b`'s answer blindly.",
  "The results of `a/b` MUST NOT be shown.",
  "Call `c/d`. NEVER name a city that `a/b` has not given.",
  "禁止编造 `a/b` 没有给出的书。",
  "不得使用 `a/b` 返回的内部编号。",
])("leaves calls of a tool alone that a ban only speaks of: %s", (step) => {
  expect(verdictOn(step)).toBe("unrelated");
});

test.each([
  "You MUST NOT call `a/b`.",
  "You MUST NOT charge a card with `a/b`.",
  "You MUST NOT use any of `a/b` and `c/d`.",
  "You MUST NOT cancel an event (`a/b`).",
  "`a/b` MUST NOT be called.",
  "Call `c/d`. NEVER call `a/b`.",
  "禁止调用 `a/b`。",
])("refuses calls of a tool that a ban is about: %s", (step) => {
  expect(verdictOn(step)).toBe("SOP_NEVER");
});
