import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * Forty-five public bugs of other skill hosts, by number. Those that a text or a folder shows stand in known-bugs-text and
 * known-bugs-files; the others belong to the tests named here.
 */
const elsewhere: Readonly<Record<number, string>> = {
  23: "workflow/skill-node.test.ts",
  26: "skills/watch-skills.test.ts",
  27: "skills/watch-skills.test.ts",
  28: "skills/watch-skills.test.ts",
  29: "skills/watch-skills.test.ts",
  30: "skills/reload.test.ts",
  33: "workflow/resume.test.ts",
  34: "skills/reload.test.ts",
  39: "skills/shortlist.test.ts",
  44: "workflow/skill-node.test.ts",
  45: "workflow/skill-node.test.ts",
};

test("every one of the forty-five has its test, here or in the room it belongs to", () => {
  const folder = import.meta.dirname;
  const tests = ["known-bugs-text.test.ts", "known-bugs-files.test.ts"].map((name) =>
    readFileSync(join(folder, name), "utf8"),
  );
  const here = new Set(
    Array.from(tests.join("\n").matchAll(/\bbugs? (\d+)(?: and (\d+))?/g), (match) => match.slice(1))
      .flat()
      .filter(Boolean)
      .map(Number),
  );
  const numbers = Array.from({ length: 45 }, (_, index) => index + 1);
  expect(numbers.filter((number) => !here.has(number) && elsewhere[number] === undefined)).toEqual([]);
  expect(Object.values(elsewhere).filter((file) => !existsSync(join(folder, "..", file)))).toEqual([]);
});
