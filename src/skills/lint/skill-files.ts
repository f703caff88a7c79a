import { realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";

/** What stands at a path below a skill's folder. */
export type FileKind = "file" | "folder" | "missing" | "outside";

/** Looks at the files beside a SKILL.md; reads none of them. */
export interface SkillFiles {
  /** `path` is relative to the skill's folder; links are resolved. */
  kindOf(path: string): FileKind;
  /** True for a file that somebody may run; every file is, on systems without such a mark. */
  isExecutable(path: string): boolean;
}

/** The files of one skill's folder. Each path is looked at when it is asked for. */
export function openSkillFiles(folder: string): SkillFiles {
  return {
    kindOf: (path) => {
      const place = resolve(folder, path);
      if (place !== folder && !place.startsWith(folder + sep)) return "outside";
      const found = statSync(place, { throwIfNoEntry: false });
      if (!found) return "missing";
      const root = realpathSync(folder);
      const real = realpathSync(place);
      if (real !== root && !real.startsWith(root + sep)) return "outside";
      return found.isDirectory() ? "folder" : "file";
    },
    isExecutable: (path) => {
      if (process.platform === "win32") return true;
      const found = statSync(resolve(folder, path), { throwIfNoEntry: false });
      return found !== undefined && (found.mode & 0o111) !== 0;
    },
  };
}
