import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

test("a waiting run says which text it keeps, and moves on when it is told to", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--rehearsal", "approved", "--thread", "t", "--wait");
  const before = await runSopwith(folder, "threads", "show", "t");
  expect(before.stdout).toMatch(/ {2}skill "find-parcel" at [0-9a-f]{12}\n/);
  appendFileSync(join(folder, "skills/find-parcel/SKILL.md"), "2. Say it in one sentence.\n");
  const after = await runSopwith(folder, "threads", "show", "t");
  expect(after.stdout).toMatch(/ {2}skill "find-parcel" at [0-9a-f]{12}, the disk has [0-9a-f]{12}\n/);
  const wrong = await runSopwith(folder, "resume", "t", "--skill", "newest");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("Write --skill latest")]);
  const moved = await runSopwith(folder, "resume", "t", "--skill", "latest", "--wait");
  expect(moved.stdout).toMatch(/The skill "find-parcel" moves on from [0-9a-f]{12} to [0-9a-f]{12}\./);
  const now = await runSopwith(folder, "threads", "show", "t");
  expect(now.stdout).not.toContain("the disk has");
});

test("skills are found by words of their text, and none is an answer too", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const found = await runSopwith(folder, "skills", "search", "where", "is", "my", "parcel");
  expect(found.stdout).toMatch(/^find-parcel {2}Find a parcel\..* {2}skills\/find-parcel\/SKILL\.md\n$/);
  const json = await runSopwith(folder, "skills", "search", "parcel", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ words: "parcel", skills: [{ name: "find-parcel" }] });
  const none = await runSopwith(folder, "skills", "search", "volcano");
  expect(none.stdout).toBe('Of 1 skill none shares a word with "volcano".\n');
  expect((await runSopwith(folder, "skills", "search")).code).toBe(2);
});
