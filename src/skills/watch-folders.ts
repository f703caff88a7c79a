import { statSync, type Stats } from "node:fs";
import { join, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { skippedFolders } from "./find-skill-files.ts";

/** What is watched, and who is told. */
export interface WatchFoldersOptions {
  /** Folders and files, by absolute path. What does not exist yet is waited for. */
  readonly paths: readonly string[];
  /** True for names of files that matter; all others are not watched. */
  readonly isWanted: (path: string) => boolean;
  /** A wanted file was written, came or went. Told at once, and often more than once for one save. */
  readonly onFile: (path: string) => void;
  /** A folder came or went, or the system did not say what happened. */
  readonly onFolder: () => void;
  /** Every folder is watched. */
  readonly onReady: () => void;
  readonly onError: (error: unknown) => void;
}

/** Folders deeper than this below a path are not watched. */
const maxDepth = 8;

/**
 * Watches folders through chokidar, whose only door this is. Its `change` event is held back for 50 ms after another, so
 * the system's raw event goes before it. Dot folders, node_modules and Python environments are left out.
 *
 * @returns how to stop
 */
export function watchFolders(options: WatchFoldersOptions): () => Promise<void> {
  const { isWanted, onFile, onFolder } = options;
  const watcher = watch([...options.paths], {
    ignoreInitial: true,
    atomic: false,
    depth: maxDepth,
    ignored: (path, stats) => isIgnored(path, stats, options),
  });
  watcher.on("raw", (event, name, details) => {
    const folder = (details as { readonly watchedPath?: string }).watchedPath;
    if (name === null || folder === undefined) onFolder();
    else if (isWanted(name)) onFile(folder.endsWith(sep + name) ? folder : join(folder, name));
    // Files that come and go are mostly the other half of a save.
    else if (event === "rename" && !inSkippedFolder.test(sep + name) && isFolder(join(folder, name))) onFolder();
  });
  watcher.on("all", (event, path) => {
    if (event === "addDir" || event === "unlinkDir") onFolder();
    else if (isWanted(path)) onFile(resolve(path));
  });
  watcher.on("ready", options.onReady);
  watcher.on("error", options.onError);
  return () => watcher.close();
}

/** Outside the paths stand the folders in which one that does not exist yet is waited for. */
function isIgnored(path: string, stats: Stats | undefined, { paths, isWanted }: WatchFoldersOptions): boolean {
  const root = paths.find((one) => path === one || path.startsWith(one + sep));
  if (root === undefined) return false;
  if (inSkippedFolder.test(path.slice(root.length))) return true;
  return stats?.isFile() === true && !isWanted(path);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Asked for every file and folder there is. */
const inSkippedFolder = new RegExp(String.raw`[\\/](?:\.|(?:${[...skippedFolders].join("|")})(?:[\\/]|$))`);
