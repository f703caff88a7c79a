import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createReadAhead } from "../../src/skills/read-ahead.ts";
import { makeFolder, skillText } from "./skill-folder.ts";

function makeSkills(count: number): { readonly folder: string; readonly files: readonly string[] } {
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  const folder = makeFolder(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  return { folder, files: names.map((name) => join(folder, name, "SKILL.md")) };
}

/** Files below a folder that this process has open. */
function openFiles(folder: string): number {
  const links = readdirSync("/proc/self/fd").map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return "";
    }
  });
  return links.filter((path) => path.startsWith(folder)).length;
}

test.runIf(process.platform === "linux")(
  "closes every file, and says nothing of those that cannot be read",
  async () => {
    const { folder, files } = makeSkills(300);
    const ahead = createReadAhead([...files, folder, join(folder, "gone"), "/dev/null"], () => true);
    for (const [position] of files.entries()) ahead.reached(position);
    await expect.poll(() => openFiles(folder)).toBe(0);
  },
);

test("asks nothing where there are few files", () => {
  let asked = 0;
  const isSlow = (): boolean => {
    asked += 1;
    return true;
  };
  createReadAhead(makeSkills(63).files, isSlow).reached(1);
  expect(asked).toBe(0);
});
