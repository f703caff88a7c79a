import { expect, test } from "vitest";
import { openProject } from "../../src/project/open-project.ts";
import { mutationScore } from "../../src/project/testing/mutation-score.ts";
import { runTests } from "../../src/project/testing/run-tests.ts";
import { root } from "./play-shipped.ts";

test("every shipped skill has a test that passes, and no mutant escapes unseen", { timeout: 120_000 }, async () => {
  const project = await openProject({ cwd: root, env: {} });
  const verdicts = await runTests(project);
  const failed = verdicts.filter((verdict) => !verdict.passed);
  expect(failed.map(({ name, differences, error }) => ({ name, differences, error: error?.message }))).toEqual([]);
  const tested = new Set(verdicts.map((verdict) => verdict.subject));
  expect((await project.skills()).list().filter((skill) => !tested.has(skill.name))).toEqual([]);
  const missed = verdicts.flatMap(({ name, mutation }) =>
    (mutation?.mutants ?? []).filter(({ caughtBy }) => caughtBy === "nobody").map(({ what }) => `${name}: ${what}`),
  );
  expect(missed).toEqual([]);
  expect(mutationScore(verdicts).total).toBeGreaterThan(20);
});
