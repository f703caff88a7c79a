// The harness's cases about skills: an index of many, an edit until it shows, what a model is sent of a catalogue.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";

const indexFileOf = (n) => path.join(tmpdir(), `sopwith-bench-index-${n}.json`);

function indexCase(library) {
  let skills;
  return {
    async index() {
      const report = await library.load();
      skills = report.skills;
      return skills.map(({ name, description, location }) => ({ name, description, path: location }));
    },
    body: (position) => library.text(skills[position].name),
    opened: async (position) => (await library.get(skills[position].name)).body,
  };
}

export const skillIndex = {
  /** Every skill read, nothing known before; written down for the next start as well. */
  async index({ dir, n }) {
    rmSync(indexFileOf(n), { force: true });
    return indexCase(createSkillLibrary({ roots: [dir], indexFile: indexFileOf(n) }));
  },
  /** A start after another process has written the index down. */
  async restart({ dir, n }) {
    const child = [fileURLToPath(import.meta.url), dir, indexFileOf(n)];
    const { status, stderr } = spawnSync(process.execPath, child, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return indexCase(createSkillLibrary({ roots: [dir], indexFile: indexFileOf(n) }));
  },
  /** As `index`, with the body parsed into steps where the others hand over text. */
  async opened({ dir }) {
    const made = indexCase(createSkillLibrary({ roots: [dir] }));
    return { ...made, body: made.opened };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , dir, indexFile] = process.argv;
  await createSkillLibrary({ roots: [dir], indexFile }).load();
}
