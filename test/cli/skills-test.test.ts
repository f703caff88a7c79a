import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { looseSkill, parcelSkill } from "../project/testing/parcel-skill.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

test("shows what passed, and the mutants that nothing caught", { timeout }, async () => {
  const folder = temporaryProject({ ...parcelSkill, ...looseSkill });
  const all = await runSopwith(folder, "skills", "test");
  expect(all).toEqual({
    code: 0,
    stderr: "",
    stdout: [
      "! loose/sent                                   1 of 4 mutants caught",
      "    Nothing caught: leaving out parcels/weigh (turn 1)",
      "    Nothing caught: leaving out parcels/send (turn 2)",
      "    Nothing caught: swapping parcels/weigh (turn 1) and parcels/send (turn 2)",
      "✓ send-parcel/sent                             3 of 3 mutants caught",
      "",
      "2 passed",
      "4 of 7 mutants caught (57 %): 2 refused at the call, 1 sent back at the finish, 1 by how the run ended.",
      "",
    ].join("\n"),
  });
  expect(await runSopwith(folder, "skills", "test")).toEqual(all);
  expect((await runSopwith(folder, "skills", "test", "--strict")).code).toBe(1);
  expect(await runSopwith(folder, "skills", "test", "send-parcel", "--no-mutants")).toEqual({
    code: 0,
    stderr: "",
    stdout: "✓ send-parcel/sent\n\n1 passed\n",
  });
});

test("fails with what differs, and gives all of it as JSON", { timeout }, async () => {
  const folder = temporaryProject(parcelSkill);
  const text = parcelSkill["skills/send-parcel/tests/sent.yaml"]!.replace("label L-1\n", "label L-2\n");
  writeFileSync(join(folder, "skills/send-parcel/tests/other-label.yaml"), text);
  const ended = await runSopwith(folder, "skills", "test");
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain(
    '✗ send-parcel/other-label                      skills/send-parcel/tests/other-label.yaml\n    The answer is It is on its way with label L-1.; expected in it: "label L-2".\n',
  );
  const json = await runSopwith(folder, "skills", "test", "--json");
  expect(json).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(json.stdout)).toMatchObject({
    tests: [
      { name: "send-parcel/other-label", passed: false, differences: [expect.stringContaining("label L-2")] },
      { name: "send-parcel/sent", kind: "skill", passed: true, mutants: [{}, {}, {}] },
    ],
    passed: 1,
    failed: 1,
    mutants: { total: 3, caught: 3, percent: 100, by: { refused: 2, nudged: 1, nobody: 0 } },
  });
});

test("plays the rehearsals of workflows too, and fails where there is nothing to play", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  expect(await runSopwith(folder, "skills", "test")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^No tests found\./),
  });
  const played = await runSopwith(folder, "skills", "test", "--rehearsals");
  expect(played).toMatchObject({ code: 0, stderr: "" });
  expect(played.stdout).toMatch(/^✓ parcel\/approved {30,}\d of \d mutants caught\n/);
});

test("names the place of a mistake in a test", { timeout }, async () => {
  const folder = temporaryProject({
    ...parcelSkill,
    "skills/send-parcel/tests/sent.yaml": "skill: send-parcel\nturns:\n  - sya: Hi\n    say: Hi\n",
  });
  const { code, stdout } = await runSopwith(folder, "skills", "test");
  expect(code).toBe(1);
  expect(stdout).toContain("skills/send-parcel/tests/sent.yaml:3:5 error REHEARSAL_INVALID  turns.0 has no key sya.");
});
