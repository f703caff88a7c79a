import type { RunStore } from "../store/run-store.ts";
import type { WorkflowFile } from "./discover-workflows.ts";

/** Who uses a skill. */
export interface SkillUsage {
  /** `workflow/node`, of nodes that name the skill. A node that takes its skill from the state names none. */
  readonly nodes: readonly string[];
  /** Threads whose open run began with another version, which it keeps. */
  readonly threads: readonly string[];
}

/**
 * Finds the nodes that name a skill, and the waiting threads that go on with another version than `hash`; with `keptAt`
 * those alone that go on with that version.
 */
export async function findSkillUsage(
  skill: { readonly name: string; readonly hash: string | undefined; readonly keptAt?: string },
  { workflows, store }: { readonly workflows: readonly WorkflowFile[]; readonly store: RunStore },
): Promise<SkillUsage> {
  const nodes = workflows.flatMap(({ workflow }) =>
    Object.entries(workflow.nodes).flatMap(([node, { skills }]) =>
      skills.includes(skill.name) ? [`${workflow.name}/${node}`] : [],
    ),
  );
  const threads: string[] = [];
  for (const thread of await store.threads({ status: "waiting" })) {
    const kept = (await store.run(thread.lastRun))?.skills[skill.name];
    if (kept !== undefined && (skill.keptAt === undefined ? kept !== skill.hash : kept === skill.keptAt))
      threads.push(thread.id);
  }
  return { nodes, threads };
}
