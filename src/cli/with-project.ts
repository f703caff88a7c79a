import { openProject, type Project } from "../project/open-project.ts";

/** Opens the project of the current folder for one piece of work, and closes it after. */
export async function withProject<T>(work: (project: Project) => Promise<T>): Promise<T> {
  const project = await openProject();
  try {
    return await work(project);
  } finally {
    await project.close();
  }
}
