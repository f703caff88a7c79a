import { openProject, type Project } from "../project/open-project.ts";
import type { Terminal } from "./terminal.ts";

/** Opens the project of the terminal's folder for one piece of work, and closes it after. */
export async function withProject<T>(terminal: Terminal, work: (project: Project) => Promise<T>): Promise<T> {
  const project = await openProject({ cwd: terminal.folder });
  try {
    return await work(project);
  } finally {
    await project.close();
  }
}
