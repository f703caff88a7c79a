import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSkillFiles } from "../../src/skills/find-skill-files.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

/** Paths relative to `folder`, and diagnostics as `CODE path`. */
async function find(folder: string, roots: readonly string[] = [folder]) {
  const { files, diagnostics } = await findSkillFiles(roots);
  const short = (path: string): string => path.replace(`${folder}/`, "");
  return {
    files: files.map(short),
    faults: diagnostics.map((fault) => `${fault.code} ${short(fault.where?.file ?? "")}`),
  };
}

test("goes down to skills, in order, and stops at each", async () => {
  const folder = makeFolder({
    "b/SKILL.md": "",
    "team/deploy/SKILL.md": "",
    "team/deploy/examples/inner/SKILL.md": "",
    "a/SKILL.md": "",
    "README.md": "",
  });
  expect(await find(folder)).toEqual({ files: ["a/SKILL.md", "b/SKILL.md", "team/deploy/SKILL.md"], faults: [] });
});

test("takes a root that is a skill, and the skills below it", async () => {
  const folder = makeFolder({ "SKILL.md": "", "a/SKILL.md": "" });
  expect(await find(folder)).toEqual({ files: ["SKILL.md", "a/SKILL.md"], faults: [] });
});

test("passes over dot folders, node_modules and Python environments", async () => {
  const folder = makeFolder({
    ".git/a/SKILL.md": "",
    ".hidden/SKILL.md": "",
    "node_modules/x/SKILL.md": "",
    "venv/x/SKILL.md": "",
    "python/pyvenv.cfg": "",
    "python/lib/SKILL.md": "",
    "a/SKILL.md": "",
  });
  expect(await find(folder)).toEqual({ files: ["a/SKILL.md"], faults: [] });
});

test("follows links to folders once, by the folder's own path where it has one", async () => {
  const outside = makeFolder({ "linked/SKILL.md": "" });
  const folder = makeFolder({ "real/SKILL.md": "" });
  symlinkSync(join(folder, "real"), join(folder, "a-link"));
  symlinkSync(join(outside, "linked"), join(folder, "b-link"));
  symlinkSync(join(outside, "linked"), join(folder, "c-link"));
  symlinkSync(join(folder, "gone"), join(folder, "d-link"));
  expect(await find(folder)).toEqual({ files: ["real/SKILL.md", "b-link/SKILL.md"], faults: [] });
});

test("ends where links go in a circle", async () => {
  const folder = makeFolder({ "group/a/SKILL.md": "" });
  symlinkSync(folder, join(folder, "group", "loop"));
  symlinkSync(".", join(folder, "self"));
  expect(await find(folder)).toEqual({ files: ["group/a/SKILL.md"], faults: [] });
});

test("searches a folder once when two roots share it", async () => {
  const folder = makeFolder({ "group/a/SKILL.md": "", "b/SKILL.md": "" });
  const roots = [join(folder, "group"), folder];
  expect(await find(folder, roots)).toEqual({ files: ["group/a/SKILL.md", "b/SKILL.md"], faults: [] });
});

test("takes any case of the file's name and prefers the exact one", async () => {
  const folder = makeFolder({ "a/skill.md": "", "b/SKILL.md": "", "b/skill.md": "" });
  expect(await find(folder)).toEqual({
    files: ["a/skill.md", "b/SKILL.md"],
    faults: ["SKILL_FILE_CASE a/skill.md", "SKILL_FILE_CASE b/SKILL.md"],
  });
});

test("reports a missing root and one that is a file, and reads the others", async () => {
  const folder = makeFolder({ "skills/a/SKILL.md": "", file: "" });
  const roots = [join(folder, "gone"), join(folder, "file"), join(folder, "skills")];
  expect(await find(folder, roots)).toEqual({
    files: ["skills/a/SKILL.md"],
    faults: ["SKILL_ROOT_MISSING gone", "SKILL_ROOT_MISSING file"],
  });
});

test("stops below eight folders and says so once", async () => {
  const folder = makeFolder({
    "1/2/3/4/5/6/7/8/SKILL.md": "",
    "1/2/3/4/5/6/7/b/9/SKILL.md": "",
    "1/2/3/4/5/6/7/c/9/SKILL.md": "",
  });
  expect(await find(folder)).toEqual({
    files: ["1/2/3/4/5/6/7/8/SKILL.md"],
    faults: ["SKILL_SCAN_LIMIT 1/2/3/4/5/6/7/b/9"],
  });
});

test("stops after 5,000 folders and says so once", async () => {
  const folder = makeFolder();
  for (let index = 0; index < 5010; index += 1) mkdirSync(join(folder, `f${index}`));
  writeInto(folder, "f0/SKILL.md", skillText("a"));
  const { files, diagnostics } = await findSkillFiles([folder]);
  expect({ files: files.length, codes: diagnostics.map((fault) => fault.code) }).toEqual({
    files: 1,
    codes: ["SKILL_SCAN_LIMIT"],
  });
});

test("takes a folder called SKILL.md for a folder", async () => {
  const folder = makeFolder({ "a/SKILL.md/b/SKILL.md": "" });
  expect(await find(folder)).toEqual({ files: ["a/SKILL.md/b/SKILL.md"], faults: [] });
});
