import { isSopwithError } from "../base/errors.ts";
import type { RunRow } from "../store/run-store.ts";
import type { WorkflowParts } from "./run-context.ts";
import { workflowHash } from "./workflow-hash.ts";
import type { Workflow } from "./workflow.ts";

/**
 * What else is not as it was when a run began, one sentence each: the shape of its workflow, and its skills. None of this
 * keeps a run from going on; beside what does, it helps to see which release the run belongs to.
 */
export async function otherChanges(
  { skills, locale = "en" }: Pick<WorkflowParts, "skills" | "locale">,
  workflow: Workflow,
  row: RunRow,
): Promise<readonly string[]> {
  const shape = workflowHash(workflow);
  const moved = await Promise.all(
    Object.entries(row.skills).map(async ([name, was]) => {
      const is = await hashOf(skills, name, locale);
      if (is === was) return [];
      const now = is === undefined ? "gone or broken now" : `${short(is)} now`;
      return [`skill "${name}": it was ${short(was)} and is ${now}; the run keeps its own.`];
    }),
  );
  return [
    ...(shape === row.workflowHash
      ? []
      : [`workflow "${row.workflow}": its shape was ${row.workflowHash} and is ${shape} now.`]),
    ...moved.flat(),
  ];
}

async function hashOf(skills: WorkflowParts["skills"], name: string, locale: string): Promise<string | undefined> {
  try {
    return (await skills.get(name, { locale })).hash;
  } catch (error) {
    if (!isSopwithError(error)) throw error;
    return undefined;
  }
}

/** As much of a hash as people compare. */
function short(hash: string): string {
  return hash.slice(0, 12);
}
