import { existsSync } from "node:fs";
import type { RunStore } from "../../store/run-store.ts";
import type { OpenProjectOptions, Project } from "../open-project.ts";
import { createProjectRegistry, type ProjectRegistry } from "./project-registry.ts";

/** The registry of a project, in its store or in the one it was given. A store's file that is not there yet is not made. */
export async function openRegistry(
  project: Project,
  { store: given, onRegistryNotice }: Pick<OpenProjectOptions, "store" | "onRegistryNotice">,
  makeStore: () => Promise<RunStore>,
): Promise<ProjectRegistry> {
  const { folder, settings } = project;
  const { kind, file } = settings.store;
  const isFile = given === undefined && kind === "sqlite";
  return createProjectRegistry({
    folder,
    storeName: isFile ? file : (given?.kind ?? kind),
    openStore: async () => (isFile && !existsSync(file) ? undefined : makeStore()),
    makeStore,
    config: settings,
    onNotice: onRegistryNotice,
    tools: async () => (await import("../testing/project-tools.ts")).projectTools(project),
  });
}
