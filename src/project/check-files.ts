import { type Diagnostic, isSopwithError } from "../base/errors.ts";
import { type Finding, finding, findingOf } from "./doctor-check.ts";
import { listRehearsals, loadRehearsal } from "./find-rehearsal.ts";
import type { Project } from "./open-project.ts";
import { findSkillTests } from "./testing/find-tests.ts";
import { openTest } from "./testing/open-test.ts";

/** Do the workflows load, are their tools sound, and is every skill that they name there? */
export async function checkWorkflows(project: Project): Promise<Finding> {
  const { workflows, diagnostics } = await project.workflows();
  const faults = [...diagnostics];
  const skills = new Set((await project.skills()).list().map((skill) => skill.name));
  for (const { workflow, file } of workflows) {
    await project.tools(workflow);
    const named = Object.values(workflow.nodes).flatMap((node) => node.skills);
    for (const skill of new Set(named)) if (!skills.has(skill)) faults.push(skillMissing(skill, workflow.name, file));
  }
  if (workflows.length === 0 && faults.length === 0)
    return finding("warning", "none: make a file in workflows/ that exports a defineWorkflow");
  return findingOf(
    `${workflows.length}: ${workflows.map((entry) => entry.workflow.name).join(", ") || "none"}`,
    faults,
  );
}

function skillMissing(skill: string, workflow: string, file: string): Diagnostic {
  return {
    code: "SKILL_NOT_FOUND",
    severity: "error",
    message: `The workflow "${workflow}" names the skill "${skill}", which does not exist.`,
    where: { file },
    fix: "Add the skill, or correct the name.",
  };
}

/** Is every SKILL.md sound? */
export async function checkSkills(project: Project): Promise<Finding> {
  const library = await project.skills();
  return findingOf(`${library.list().length} found`, library.diagnostics);
}

/** Can every rehearsal and every skill's test be read, and is it written for what it lies beside? */
export async function checkRehearsals(project: Project): Promise<Finding> {
  const { workflows } = await project.workflows();
  const faults: Diagnostic[] = [];
  let count = 0;
  for (const found of workflows) {
    const files = await listRehearsals(found.file);
    count += files.length;
    for (const file of files) faults.push(...(await faultsOf(file, () => loadRehearsal(file, found.workflow.name))));
  }
  for (const test of await findSkillTests(project)) {
    count += 1;
    faults.push(...(await faultsOf(test.file, () => openTest(project, test, async () => []))));
  }
  return findingOf(`${count} found`, faults);
}

async function faultsOf(file: string, read: () => Promise<unknown>): Promise<readonly Diagnostic[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!isSopwithError(error)) throw error;
    if (error.diagnostics.length > 0) return error.diagnostics;
    const { code, message, hint } = error;
    return [{ code, severity: "error", message, where: { file }, ...(hint !== undefined && { fix: hint }) }];
  }
}
