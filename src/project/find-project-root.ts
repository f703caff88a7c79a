import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const CONFIG_NAMES = ["sopwith.config.ts", "sopwith.config.js", "sopwith.config.mjs"];
const PROJECT_FOLDERS = ["workflows", "skills"];
const BORDERS = ["package.json", ".git"];

/** Where a project is: its folder, and its config file if it has one. */
export interface ProjectRoot {
  readonly folder: string;
  readonly configFile?: string;
}

/**
 * The project that `cwd` is in. Upwards from there: the first folder with a config, else the first with `workflows/` or
 * `skills/`, else `cwd`. The search ends at the first folder with a `package.json` or `.git`, so that no config of a
 * stranger higher up is run.
 */
export function findProjectRoot(cwd: string): ProjectRoot {
  const folders = foldersUpwards(cwd);
  for (const folder of folders) {
    const configFile = CONFIG_NAMES.map((name) => join(folder, name)).find((file) => existsSync(file));
    if (configFile) return { folder, configFile };
  }
  const folder = folders.find((candidate) => PROJECT_FOLDERS.some((name) => existsSync(join(candidate, name))));
  return { folder: folder ?? cwd };
}

function foldersUpwards(cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; !BORDERS.some((name) => existsSync(join(folder, name)));) {
    const parent = dirname(folder);
    if (parent === folder) return [cwd];
    folders.push(parent);
    folder = parent;
  }
  return folders;
}
