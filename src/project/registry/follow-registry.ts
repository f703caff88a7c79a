import type { RunStore } from "../../store/run-store.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { ToolRoute } from "../../tools/tool-route.ts";
import { createProjectRegistry } from "./project-registry.ts";

/** Which registry follows which store. */
export interface FollowRegistryParts {
  readonly store: RunStore;
  readonly tools: ToolRegistry;
  /** What holds where operators say nothing. @default what is set in `tools` now */
  readonly routes?: readonly ToolRoute[];
  readonly toolsets?: Readonly<Record<string, boolean>>;
  /** In its folder `.sopwith` the copy is kept. @default process.cwd() */
  readonly folder?: string;
  /** What the program does, for `sopwith tools registry`: `web server`. @default its tools are not shown there */
  readonly work?: string;
  /** Told once when the store cannot be read, and once when it can again. @default nobody is told */
  readonly onNotice?: (message: string) => void;
  /** How often the store is read, in ms. @default 3000 */
  readonly everyMs?: number;
}

/** A registry that follows its store, until it is closed. */
export interface FollowedRegistry {
  /** For `createRunner`: reads the store before each run, and has the run's events say when that is not possible. */
  readonly beforeRun: () => Promise<readonly string[]>;
  close(): void;
}

/**
 * Lets what operators decide with `sopwith tools enable`, `disable`, `route` and `describe` hold for a registry of a
 * program that makes its own runners, as it does for the commands.
 *
 * @throws the store's error where it cannot be read and there is no copy of it, `TOOLSET_FILE`
 */
export async function followRegistry(parts: FollowRegistryParts): Promise<FollowedRegistry> {
  const { store, tools, folder = process.cwd(), work, onNotice, everyMs } = parts;
  const openStore = (): Promise<RunStore> => Promise.resolve(store);
  const registry = await createProjectRegistry({
    folder,
    storeName: store.place ?? store.kind,
    openStore,
    makeStore: openStore,
    config: { routes: parts.routes ?? tools.routes, toolsets: parts.toolsets ?? switchesOf(tools) },
    tools: () => Promise.resolve(tools.list()),
    onNotice,
    ...(everyMs !== undefined && { everyMs }),
  });
  const close = registry.follow(tools);
  if (work !== undefined) await registry.publish(work, () => tools.list());
  return { beforeRun: registry.beforeRun, close };
}

function switchesOf(tools: ToolRegistry): Readonly<Record<string, boolean>> {
  return Object.fromEntries(tools.toolsets().map(({ name, enabled }) => [name, enabled]));
}
