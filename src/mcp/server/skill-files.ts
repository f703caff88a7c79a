import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SkillFileEntry, SkillFiles } from "@modelcontextprotocol/server/ext/skills";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import { listSkillResources } from "../../skills/skill-resources.ts";
import type { SkillSummary } from "../../skills/skill.ts";

/** The name under which the text of every skill is served, whatever its file is called. */
const SKILL_FILE = "SKILL.md";

/**
 * The skills of a library as folders of files: `<name>/SKILL.md` and what lies beside it, byte for byte. What a library
 * does not give out (hidden files, tests, links that lead out of the folder) is not there.
 */
export function skillFiles(library: SkillLibrary, isServed: (skill: SkillSummary) => boolean): SkillFiles {
  const find = (path: string): { readonly skill: SkillSummary; readonly inner: string } => {
    const [name = "", ...rest] = path.split("/");
    const skill = library.list().find((summary) => summary.name === name && isServed(summary));
    if (!skill) throw new Error(`There is no skill "${name}".`);
    return { skill, inner: rest.join("/") };
  };
  return {
    list: async (folder) => {
      if (folder === "")
        return library
          .list()
          .filter(isServed)
          .map(({ name }) => ({ name, kind: "directory" as const }));
      const { skill, inner } = find(folder);
      return entriesIn(await filesOf(skill), inner);
    },
    read: async (path) => {
      const { skill, inner } = find(path);
      if (inner === SKILL_FILE) return readFile(skill.location);
      // What is listed was looked at: it lies inside the folder.
      if (!(await filesOf(skill)).includes(inner)) throw new Error(`The skill "${skill.name}" has no file "${inner}".`);
      return readFile(join(skill.folder, inner));
    },
  };
}

async function filesOf(skill: SkillSummary): Promise<readonly string[]> {
  return [SKILL_FILE, ...(await listSkillResources(skill))];
}

function entriesIn(files: readonly string[], folder: string): SkillFileEntry[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  const kinds = new Map<string, SkillFileEntry["kind"]>();
  for (const file of files) {
    if (!file.startsWith(prefix)) continue;
    const [name = "", ...below] = file.slice(prefix.length).split("/");
    kinds.set(name, below.length > 0 ? "directory" : "file");
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}
