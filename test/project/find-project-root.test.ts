import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProjectRoot } from "../../src/project/find-project-root.ts";
import { temporaryProject } from "./temporary-project.ts";

test("finds the config above the folder", () => {
  const folder = temporaryProject({ "sopwith.config.mjs": "", "workflows/deep/x.ts": "" });
  expect(findProjectRoot(join(folder, "workflows/deep"))).toEqual({
    folder,
    configFile: join(folder, "sopwith.config.mjs"),
  });
});

test("takes the nearest folder with workflows/ or skills/ where there is no config", () => {
  const folder = temporaryProject({ "skills/a/SKILL.md": "", "notes/today/x.md": "" });
  expect(findProjectRoot(join(folder, "notes/today"))).toEqual({ folder });
});

test("looks no higher than the first package.json, and without one nowhere but here", () => {
  const folder = temporaryProject({ "sopwith.config.ts": "", "inner/package.json": "{}", "inner/src/x.ts": "" });
  expect(findProjectRoot(join(folder, "inner/src"))).toEqual({ folder: join(folder, "inner/src") });
  const bare = join(folder, "..");
  mkdirSync(bare, { recursive: true });
  expect(findProjectRoot(bare)).toEqual({ folder: bare });
});
