import type { Project } from "../project/open-project.ts";
import { viewMessage } from "../project/registry/registry-view.ts";
import type { Terminal } from "./terminal.ts";

/** Says on stderr that what a command shows or does goes by an old registry, where it does. */
export async function warnOfRegistry(project: Project, terminal: Terminal): Promise<void> {
  const message = viewMessage((await project.registry()).view());
  if (message !== undefined) terminal.writeError(`! ${message}\n`);
}
