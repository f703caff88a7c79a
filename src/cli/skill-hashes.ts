import { isSopwithError } from "../base/errors.ts";
import type { Project } from "../project/open-project.ts";

/** The hashes of skills as they are on disk now; `undefined` for one that is gone or broken. */
export async function skillHashes(
  project: Project,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string | undefined>> {
  const unique = [...new Set(names)];
  return new Map(await Promise.all(unique.map(async (name) => [name, await hashOf(project, name)] as const)));
}

async function hashOf(project: Project, name: string): Promise<string | undefined> {
  try {
    return (await (await project.skills()).get(name, { locale: project.settings.locale })).hash;
  } catch (error) {
    if (!isSopwithError(error)) throw error;
    return undefined;
  }
}
