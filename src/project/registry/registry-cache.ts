import { isSopwithError } from "../../base/errors.ts";
import type { RegistryChange, RegistryContent } from "../../store/registry-store.ts";
import type { RunStore } from "../../store/run-store.ts";
import { storeMissing } from "./registry-errors.ts";
import { readOldSwitches, removeOldSwitches } from "./old-switches.ts";
import { readRegistryCopy, type RegistryCopy, registryCopyFile, writeRegistryCopy } from "./registry-copy.ts";
import { emptyContent, type RegistryView } from "./registry-view.ts";

/** Where a cache reads from. */
export interface RegistryCacheParts {
  readonly folder: string;
  /** Its file, or its kind: whose copy the copy on disk is. */
  readonly storeName: string;
  /** The store; `undefined` while its file was not made yet. */
  readonly openStore: () => Promise<RunStore | undefined>;
}

/** The registry as this process has it: a whole copy in memory, and one on disk for when the store cannot be read. */
export interface RegistryCache {
  /** What was last pulled. @throws before the first `pull` */
  readonly view: () => RegistryView;
  /**
   * Reads the store. Where it cannot be read the view stays as it was, or is that of the copy on disk, and says why.
   * @throws the store's error where there is no copy either, and `REGISTRY_COPY` where it cannot be read: nobody may take that
   * for "everything is on"; `TOOLSET_FILE`
   */
  readonly pull: () => Promise<RegistryView>;
  /** Told of each view that says something else than the one before. @returns what ends it */
  onChange(listener: (view: RegistryView) => void): () => void;
}

/** Makes the cache; nothing is read yet. */
export function createRegistryCache(parts: RegistryCacheParts): RegistryCache {
  const listeners = new Set<(view: RegistryView) => void>();
  let view: RegistryView | undefined;
  let known: Known | undefined;
  let pulling: Promise<RegistryView> | undefined;
  const pull = async (): Promise<RegistryView> => {
    const before = view;
    known ??= await readKnown(parts);
    const { view: now, isOnDisk } = await readView(parts, known);
    known = { copy: now, isOnDisk };
    view = now;
    const isNews = before !== undefined && (isOther(before, now) || before.stale?.code !== now.stale?.code);
    if (isNews) for (const listener of listeners) listener(now);
    return now;
  };
  return {
    view: () => {
      if (view === undefined) throw new Error("The registry was not pulled yet.");
      return view;
    },
    pull: () => (pulling ??= pull().finally(() => (pulling = undefined))),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function isOther(a: RegistryView | RegistryCopy, b: RegistryView): boolean {
  if (a.generation !== b.generation) return true;
  return a.content !== b.content && JSON.stringify(a.content) !== JSON.stringify(b.content);
}

/** What this machine knew before a pull. */
interface Known {
  readonly copy: RegistryView | RegistryCopy | undefined;
  /** True while the copy on disk says the same. */
  readonly isOnDisk: boolean;
  /** Why the copy on disk is no help where the store does not say anything. */
  readonly fault?: Error;
}

async function readKnown({ folder, storeName }: RegistryCacheParts): Promise<Known> {
  try {
    return { copy: await readRegistryCopy(registryCopyFile(folder), storeName), isOnDisk: true };
  } catch (fault) {
    return { copy: undefined, isOnDisk: false, fault: fault as Error };
  }
}

async function readView(
  parts: RegistryCacheParts,
  { copy, isOnDisk, fault }: Known,
): Promise<{ readonly view: RegistryView; readonly isOnDisk: boolean }> {
  try {
    const store = await parts.openStore();
    const kept = store && (await store.registry());
    if (fault !== undefined && kept === undefined) throw fault;
    if (!store) return { view: await viewWithoutStore(parts, copy), isOnDisk: isOnDisk && copy !== undefined };
    const newest = kept ?? (await seed(parts, store, copy));
    const found = { generation: newest?.generation ?? 0, content: newest?.content ?? emptyContent, asOf: nowIso() };
    const read = copy === undefined || isOther(copy, found) ? found : { ...found, content: copy.content };
    const view = copy && read.generation < copy.generation ? { ...read, setBackFrom: copy.generation } : read;
    if (!store.durable || (isOnDisk && copy !== undefined && !isOther(copy, view))) return { view, isOnDisk };
    const file = registryCopyFile(parts.folder);
    return { view, isOnDisk: await writeRegistryCopy(file, { store: parts.storeName, ...read }) };
  } catch (error) {
    if (!isSopwithError(error) || !error.code.startsWith("STORE_") || copy === undefined) throw error;
    return { view: behind(copy, error), isOnDisk };
  }
}

/** Before its first run a project has no store, and that is no fault; afterwards it is. */
async function viewWithoutStore(
  { folder, storeName }: RegistryCacheParts,
  copy: RegistryView | RegistryCopy | undefined,
): Promise<RegistryView> {
  if (copy !== undefined && copy.generation > 0) return behind(copy, storeMissing(storeName));
  const toolsets = (await readOldSwitches(folder)) ?? {};
  return { generation: 0, content: { ...emptyContent, toolsets }, asOf: nowIso() };
}

/**
 * What a store without any change begins with: this machine's copy, where the store was removed or the file begun anew,
 * so that what was switched off stays off; else the switches that were kept in a file once.
 */
async function seed(
  { folder }: RegistryCacheParts,
  store: RunStore,
  copy: RegistryView | RegistryCopy | undefined,
): Promise<RegistryChange | undefined> {
  const fromCopy = copy !== undefined && copy.generation > 0;
  const toolsets = fromCopy ? undefined : await readOldSwitches(folder);
  if (!fromCopy && toolsets === undefined) return undefined;
  const content: RegistryContent = fromCopy ? copy.content : { ...emptyContent, toolsets: toolsets ?? {} };
  const what = fromCopy
    ? `taken over from this machine's copy of generation ${copy.generation}`
    : "switches taken over from .sopwith/toolsets.json";
  const change = { generation: fromCopy ? copy.generation + 1 : 1, at: nowIso(), by: "sopwith", what, content };
  // Where another process was first, its change is the newest one.
  const isMade = await store.changeRegistry(change, 0);
  if (store.durable) await removeOldSwitches(folder);
  return isMade ? change : await store.registry();
}

function behind(
  { generation, content, asOf }: RegistryView,
  { code, message }: { readonly code: string; readonly message: string },
): RegistryView {
  return { generation, content, asOf, stale: { code, message } };
}

function nowIso(): string {
  return new Date().toISOString();
}
