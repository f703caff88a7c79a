import type { RunRow } from "../store/run-store.ts";
import type { WorkflowParts } from "./run-context.ts";

/** A skill that a run goes on with in another version. */
export interface SkillMove {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The run with every skill that it has begun to use in the version that the source has now. All are opened before any is
 * moved, so that a broken one stops the resume and not the run.
 *
 * @throws what opening a skill throws
 */
export async function moveSkills(
  { store, skills, locale = "en" }: WorkflowParts,
  row: RunRow,
): Promise<{ readonly row: RunRow; readonly moved: readonly SkillMove[] }> {
  const newest = await Promise.all(Object.keys(row.skills).map(async (name) => skills.get(name, { locale })));
  const moved: SkillMove[] = [];
  for (const skill of newest) {
    const from = row.skills[skill.name];
    if (from === undefined || from === skill.hash) continue;
    if ((await store.skillText(skill.hash)) === undefined) await store.putSkillText(skill.hash, JSON.stringify(skill));
    moved.push({ name: skill.name, from, to: skill.hash });
  }
  const hashes = Object.fromEntries(moved.map(({ name, to }) => [name, to]));
  return { row: { ...row, skills: { ...row.skills, ...hashes } }, moved };
}
