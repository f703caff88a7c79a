import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIndexFile } from "../../src/skills/index-file.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { makeFolder, skillText, writeInto } from "./skill-folder.ts";

/** Many skills whose files and folders are old enough to be known by their stamps. */
function makeMany(count: number): { readonly folder: string; readonly indexFile: string } {
  const folder = makeFolder();
  for (let index = 0; index < count; index += 1)
    writeInto(folder, `g${index % 7}/s${index}/SKILL.md`, skillText(`s${index}`));
  writeInto(folder, "g5/s5/SKILL.md", skillText("s5").replace("---\n", "---\ndisable-model-invocation: true\n"));
  writeInto(folder, "g0/broken/SKILL.md", "no front matter\n");
  writeInto(folder, "g0/second/SKILL.md", skillText("s0"));
  writeInto(folder, "g0/.sop/x", "");
  age(folder, [
    "g0",
    "g1",
    "g2",
    "g3",
    "g4",
    "g5",
    "g6",
    "g0/broken/SKILL.md",
    "g0/second/SKILL.md",
    "g0/broken",
    "g0/second",
    "",
  ]);
  for (let index = 0; index < count; index += 1)
    age(folder, [`g${index % 7}/s${index}/SKILL.md`, `g${index % 7}/s${index}`]);
  return { folder, indexFile: join(makeFolder(), "deep", "index.json") };
}

function age(folder: string, paths: readonly string[]): void {
  for (const path of paths) utimesSync(join(folder, path), 1000, 1000);
}

test("a restart finds what the first start found, without reading a skill", async () => {
  const { folder, indexFile } = makeMany(600);
  const first = await createSkillLibrary({ roots: [folder], indexFile }).load();
  expect(first.skills).toHaveLength(600);
  expect(first.skills.filter(({ notForModels }) => notForModels).map(({ name }) => name)).toEqual(["s5"]);
  expect(first.diagnostics.map((fault) => fault.code)).toEqual([
    "SKILL_NO_FRONT_MATTER",
    "SKILL_NAME_MISMATCH",
    "SKILL_NAME_CLASH",
  ]);
  // The same size and time, so that only a reading would tell.
  writeFileSync(join(folder, "g1/s1/SKILL.md"), skillText("s1").replace("About", "abouT"));
  age(folder, ["g1/s1/SKILL.md"]);
  expect(await createSkillLibrary({ roots: [folder], indexFile }).load()).toEqual(first);
});

test("a restart sees files that changed, came and went", async () => {
  const { folder, indexFile } = makeMany(600);
  await createSkillLibrary({ roots: [folder], indexFile }).load();
  writeInto(folder, "g1/s1/SKILL.md", "---\nname: s1\ndescription: New words.\n---\n");
  writeInto(folder, "g1/new/SKILL.md", skillText("new"));
  rmSync(join(folder, "g2/s2"), { recursive: true });
  rmSync(join(folder, "g3/s3/SKILL.md"));
  mkdirSync(join(folder, "g3/s3/deeper"));
  writeInto(folder, "g3/s3/deeper/SKILL.md", skillText("deeper"));
  const { skills } = await createSkillLibrary({ roots: [folder], indexFile }).load();
  const names = skills.map((skill) => skill.name);
  expect(skills.find((skill) => skill.name === "s1")?.description).toBe("New words.");
  expect(["new", "deeper", "s2", "s3"].map((name) => names.includes(name))).toEqual([true, true, false, false]);
  expect(skills).toHaveLength(600);
});

test.each(["", "{", "sopwith skill index 0\n{}", "sopwith skill index 3\nnonsense"])(
  "a file that is none (%j) is read as none, and written anew",
  async (content) => {
    const { folder } = makeMany(600);
    const indexFile = join(makeFolder({ "index.json": content }), "index.json");
    expect(await readIndexFile(indexFile)).toBeUndefined();
    expect((await createSkillLibrary({ roots: [folder], indexFile }).load()).skills).toHaveLength(600);
    expect((await readIndexFile(indexFile))?.heads.size).toBe(602);
  },
);

test("few skills leave no file behind", async () => {
  const { folder, indexFile } = makeMany(100);
  await createSkillLibrary({ roots: [folder], indexFile }).load();
  expect(() => readFileSync(indexFile)).toThrow("ENOENT");
});

test("says that the file cannot be written, and serves all the same", async () => {
  const { folder } = makeMany(600);
  const indexFile = join(folder, "g1/s1/SKILL.md/index.json");
  const { skills, diagnostics } = await createSkillLibrary({ roots: [folder], indexFile }).load();
  expect(skills).toHaveLength(600);
  expect(diagnostics.find((fault) => fault.code === "SKILL_INDEX_UNWRITABLE")).toMatchObject({ severity: "info" });
});
