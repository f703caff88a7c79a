import { isSopwithError } from "../../base/errors.ts";
import type { PublishedContracts, RegistryChange } from "../../store/registry-store.ts";
import type { RunStore } from "../../store/run-store.ts";
import type { ToolAdjustments } from "../../tools/tool-adjustments.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { canonicalJson } from "../../base/json.ts";
import { checkEdit, type KnownTool } from "./check-edit.ts";
import { mayLive, processContracts } from "./process-contracts.ts";
import { createRegistryCache, type RegistryCacheParts } from "./registry-cache.ts";
import { applyEdit, describeEdit, type RegistryEdit } from "./registry-edit.ts";
import { registryConflict } from "./registry-errors.ts";
import { emptyContent, type RegistryView } from "./registry-view.ts";
import { createRegistryWatch } from "./registry-watch.ts";
import { type ConfiguredTools, toAdjustments } from "./to-adjustments.ts";

/** Who changes the registry, and over which state. */
export interface RegistryAuthor {
  readonly by: string;
  readonly reason?: string;
  /** The generation that they looked at; any other is refused. @default the change is made over the newest one */
  readonly generation?: number;
}

/** All there is to see of the registry. */
export interface RegistryState extends RegistryView {
  /** Newest first; none while the store cannot be read. */
  readonly history: readonly RegistryChange[];
  /** What each process has, newest first, with those that have ended since the last one began. */
  readonly processes: readonly (PublishedContracts & { readonly ended: boolean })[];
}

/** What operators decide about a project's tools: read from the store, kept in memory and on disk, followed by registries. */
export interface ProjectRegistry {
  /** What holds in this process. */
  view(): RegistryView;
  /** Reads the store again. Where that cannot be read, the view goes on as it was and says why. */
  pull(): Promise<RegistryView>;
  readState(limit?: number): Promise<RegistryState>;
  /**
   * Makes one change, for all processes. One that changes nothing is not made.
   * @throws `REGISTRY_CONFLICT`, what {@link checkEdit} throws, and the store's errors
   */
  change(edit: RegistryEdit, author: RegistryAuthor): Promise<RegistryView>;
  /** What holds for tools now, the config's words included. */
  adjustments(): ToolAdjustments;
  /**
   * Adjusts a registry of tools now and with every change, for which the store is read every few seconds.
   * @returns what ends it
   */
  follow(registry: ToolRegistry): () => void;
  /** Reads the store before a run goes on. @returns what the run's events must say: that the view is behind, or no longer is */
  readonly beforeRun: () => Promise<readonly string[]>;
  /** Shows others which tools this process has. @param work what it does: `run order` */
  publish(work: string, tools: () => readonly AnyTool[]): Promise<void>;
}

/** What the registry of a project is made of. */
export interface ProjectRegistryParts extends RegistryCacheParts {
  readonly config: ConfiguredTools;
  /** All tools that the project has. */
  readonly tools: () => Promise<readonly AnyTool[]>;
  /** The store for writing; made where it is not there yet. */
  readonly makeStore: () => Promise<RunStore>;
  /** How often the store is read while a registry follows, in ms. @default 3000 */
  readonly everyMs?: number;
  /** Told once when the view falls behind between runs, and once when it is no longer. */
  readonly onNotice?: ((message: string) => void) | undefined;
}

/** Makes the registry and pulls it once. @throws as the first `pull` of a cache does */
export async function createProjectRegistry(parts: ProjectRegistryParts): Promise<ProjectRegistry> {
  const { config, openStore } = parts;
  const cache = createRegistryCache(parts);
  const watch = createRegistryWatch({
    pull: cache.pull,
    view: await cache.pull(),
    everyMs: parts.everyMs ?? 3000,
    onNotice: parts.onNotice,
  });
  let published: { readonly work: string; readonly tools: () => readonly AnyTool[] } | undefined;
  const publish = async (): Promise<void> => {
    if (published) await putContracts(parts, published, cache.view().generation);
  };
  cache.onChange(() => void publish());
  return {
    view: cache.view,
    pull: cache.pull,
    readState: (limit) => readState(cache.pull, openStore, limit),
    change: async (edit, author) => {
      const store = await parts.makeStore();
      const others = (await store.contracts()).flatMap((process): readonly KnownTool[] => process.tools);
      const { content } = await cache.pull();
      checkEdit(edit, [...(await parts.tools()), ...others], content);
      await makeChange(store, edit, author);
      return cache.pull();
    },
    adjustments: () => toAdjustments(cache.view().content, config),
    beforeRun: watch.look,
    follow: (registry) => {
      const adjust = (): void => registry.adjust(toAdjustments(cache.view().content, config));
      adjust();
      const endAdjusting = cache.onChange(adjust);
      const endWatching = watch.start();
      return () => {
        endAdjusting();
        endWatching();
      };
    },
    publish: (work, tools) => {
      published = { work, tools };
      return publish();
    },
  };
}

async function makeChange(
  store: RunStore,
  edit: RegistryEdit,
  { by, reason, generation }: RegistryAuthor,
): Promise<void> {
  for (;;) {
    const newest = await store.registry();
    const expected = newest?.generation ?? 0;
    if (generation !== undefined && generation !== expected) throw registryConflict(generation, newest);
    const before = newest?.content ?? emptyContent;
    const content = applyEdit(before, edit);
    if (canonicalJson(content) === canonicalJson(before)) return;
    const change = {
      generation: expected + 1,
      at: new Date().toISOString(),
      by,
      what: describeEdit(edit),
      ...(reason !== undefined && { reason }),
      content,
    };
    if (await store.changeRegistry(change, expected)) return;
  }
}

async function readState(
  pull: () => Promise<RegistryView>,
  openStore: RegistryCacheParts["openStore"],
  limit?: number,
): Promise<RegistryState> {
  const view = await pull();
  const store = view.stale ? undefined : await openStore();
  if (!store) return { ...view, history: [], processes: [] };
  const [history, rows] = [await store.registryHistory(limit), await store.contracts()];
  const now = Date.now();
  return { ...view, history, processes: rows.map((row) => ({ ...row, ended: !mayLive(row, now) })) };
}

/** Rows of processes that have ended are taken out with the next one that begins. */
async function putContracts(
  { folder, makeStore }: ProjectRegistryParts,
  { work, tools }: { readonly work: string; readonly tools: () => readonly AnyTool[] },
  generation: number,
): Promise<void> {
  try {
    const store = await makeStore();
    const now = Date.now();
    const ended = (await store.contracts()).filter((row) => !mayLive(row, now)).map((row) => row.process);
    if (ended.length > 0) await store.dropContracts(ended);
    await store.putContracts(await processContracts(work, tools(), { folder, generation }));
  } catch (error) {
    // Nobody works less well for it, and whoever reads the store next says what is wrong with it.
    if (!isSopwithError(error)) throw error;
  }
}
