import { existsSync } from "node:fs";
import type { RunStore } from "../../store/run-store.ts";
import type { ProjectSettings } from "../load-config.ts";
import { projectTools, type ToolsByWorkflow } from "../testing/project-tools.ts";
import { createProjectRegistry, type ProjectRegistry } from "./project-registry.ts";

/** What the registry needs of its project. */
export interface RegistryPlace extends ToolsByWorkflow {
  readonly folder: string;
  readonly settings: ProjectSettings;
}

/** Where the registry is kept, and who is told of it. */
export interface OpenRegistryParts {
  /** In place of the config's. @default the config's */
  readonly store?: RunStore | undefined;
  readonly makeStore: () => Promise<RunStore>;
  /** @default nobody is told */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** The registry of a project, in its store or in the one it was given. A store's file that is not there yet is not made. */
export function openRegistry(
  project: RegistryPlace,
  { store: given, makeStore, onNotice }: OpenRegistryParts,
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
    onNotice,
    tools: () => projectTools(project),
  });
}
