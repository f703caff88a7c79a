import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { listRehearsals, rehearsalName } from "../find-rehearsal.ts";
import type { Project } from "../open-project.ts";

/** A file with a scripted run, and what it is a test of. */
export interface TestFile {
  /** `skill`: the skill alone. `workflow`: a rehearsal of a whole workflow. */
  readonly kind: "skill" | "workflow";
  /** Name of the skill or workflow. */
  readonly subject: string;
  /** `refund/broken-tent`. */
  readonly name: string;
  readonly file: string;
}

/**
 * The tests in the `tests` folders of skills, by name; of all skills or of those that are named.
 *
 * @throws `SKILL_NOT_FOUND` for a name that no skill has
 */
export async function findSkillTests(project: Project, names: readonly string[] = []): Promise<TestFile[]> {
  const library = await project.skills();
  const skills = names.length > 0 ? await Promise.all(names.map((name) => library.get(name))) : library.list();
  const found: TestFile[] = [];
  for (const skill of skills) {
    // The folder of a .sop.md holds other skills too, so a tests folder in it is nobody's.
    if (basename(skill.location).toLowerCase() !== "skill.md") continue;
    const folder = join(skill.folder, "tests");
    const files = (await readdir(folder).catch(() => [])).filter((file) => /\.ya?ml$/.test(file)).toSorted();
    found.push(...files.map((file) => toTest("skill", skill.name, join(folder, file))));
  }
  return found;
}

/** The rehearsals of all workflows that load, by name. */
export async function findWorkflowTests(project: Project): Promise<TestFile[]> {
  const { workflows } = await project.workflows();
  const lists = workflows.map(async ({ workflow, file }) =>
    (await listRehearsals(file)).map((rehearsal) => toTest("workflow", workflow.name, rehearsal)),
  );
  return (await Promise.all(lists)).flat();
}

function toTest(kind: TestFile["kind"], subject: string, file: string): TestFile {
  return { kind, subject, name: `${subject}/${rehearsalName(file)}`, file };
}
