import { realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Diagnostic } from "../base/errors.ts";
import * as faults from "./library-diagnostics.ts";
import { listFolder, plainSkillFolder, type FolderListing, type KnownFolders } from "./list-folder.ts";

/** What a search found: paths of SKILL.md and .sop.md files in the order of roots and names. */
export interface SkillFiles {
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** What was listed, for the next search. */
  readonly folders: KnownFolders;
}

/** How far a search goes. */
export interface SkillSearchOptions {
  /**
   * Finds every SKILL.md there is: also below other skills and in dot folders (save .git), down to 64 folders and in up
   * to 200,000 of them. Without it: eight folders down, in up to 5,000 that are no skills. @default false
   */
  readonly everything?: boolean;
  /** What an earlier search listed: folders that have not changed since are not read again. */
  readonly known?: KnownFolders;
  /**
   * True for a SKILL.md that is the very file it was. Its folder is not looked at then: all that could be new in it is
   * another file beside the one that is used.
   */
  readonly isUnchanged?: (location: string) => boolean;
}

interface Search {
  readonly everything: boolean;
  /** Folders deeper than this below a root are not searched. */
  readonly maxDepth: number;
  /** No more folders than this are listed, those of skills not counted. */
  readonly maxFolders: number;
  readonly known: KnownFolders;
  readonly isUnchanged: (location: string) => boolean;
  readonly folders: Map<string, FolderListing>;
  readonly files: string[];
  readonly diagnostics: Diagnostic[];
  /** Real paths that were searched: a link back, or a second root above the same folder, is not searched again. */
  readonly seen: Set<string>;
  plainFolders: number;
}

interface Place {
  readonly path: string;
  readonly realPath: string;
  readonly depth: number;
}

/**
 * Searches the roots for SKILL.md files, and for .sop.md files in folders that hold none. A folder that holds a SKILL.md
 * is a skill and is not searched further, save a root itself. Links to folders are followed, each real folder once;
 * `.git` and other dot folders, node_modules and Python environments are passed over.
 */
export async function findSkillFiles(
  roots: readonly string[],
  { everything = false, known = new Map(), isUnchanged = () => false }: SkillSearchOptions = {},
): Promise<SkillFiles> {
  const bounds = everything ? { maxDepth: 64, maxFolders: 200_000 } : { maxDepth: 8, maxFolders: 5000 };
  const found = { folders: new Map<string, FolderListing>(), files: [], diagnostics: [], seen: new Set<string>() };
  const search: Search = { everything, known, isUnchanged, ...bounds, ...found, plainFolders: 0 };
  for (const root of roots) {
    const path = resolve(root);
    try {
      const realPath = realpathSync(path);
      if (!statSync(realPath).isDirectory()) search.diagnostics.push(faults.rootMissing(path, "it is no folder"));
      else await searchRoot(search, { path, realPath, depth: 0 });
    } catch (thrown) {
      search.diagnostics.push(faults.rootMissing(path, reasonOf(thrown)));
    }
  }
  return search;
}

/** Synchronous for speed, and lets other work go on between groups of folders. */
async function searchRoot(search: Search, root: Place): Promise<void> {
  const waiting = [root];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    waiting.push(...searchFolder(search, place).toReversed());
    if (search.seen.size % 100 === 0) await setImmediate();
  }
}

/** Takes down what one folder holds, and gives the folders to search next, in order. */
function searchFolder(search: Search, place: Place): Place[] {
  if (search.seen.has(place.realPath)) return [];
  const { maxDepth, maxFolders } = search;
  if (place.depth > maxDepth) return reportLimit(search, place, `it is deeper than ${maxDepth} folders`);
  if (search.plainFolders >= maxFolders) return reportLimit(search, place, `${maxFolders} folders were searched`);
  search.seen.add(place.realPath);
  const endsAtSkill = place.depth > 0 && !search.everything;
  if (endsAtSkill && takeKnownSkill(search, place.path)) return [];
  const listing = listInto(search, place.path);
  if (!listing || listing.environment) return [];
  const skillFile = chooseSkillFile(search, place.path, listing);
  if (skillFile !== undefined) search.files.push(below(place.path, skillFile));
  else search.files.push(...listing.procedures.map((name) => below(place.path, name)));
  if (skillFile !== undefined && endsAtSkill) {
    if (isPlainSkill(listing)) search.folders.set(place.path, plainSkillFolder);
    return [];
  }
  search.plainFolders += 1;
  // Real folders first, so that a skill is known by its own path and not by that of a link to it.
  const places: Place[] = [];
  const addPlace = (name: string, realPath: string | undefined): void => {
    if (realPath !== undefined && !isSkipped(search, name))
      places.push({ path: below(place.path, name), realPath, depth: place.depth + 1 });
  };
  for (const name of listing.folders) addPlace(name, below(place.realPath, name));
  for (const name of listing.links) addPlace(name, linkedFolder(below(place.path, name)));
  return places;
}

/** Takes down the skill of a folder that was searched before, where its file is the very one it was. */
function takeKnownSkill(search: Search, path: string): boolean {
  const listing = search.known.get(path);
  if (!listing || !isPlainSkill(listing)) return false;
  const location = below(path, "SKILL.md");
  if (!search.isUnchanged(location)) return false;
  search.folders.set(path, listing);
  search.files.push(location);
  return true;
}

/** There is nothing in the folder to choose from, and nothing else to know of it. */
function isPlainSkill({ skillFiles, links, environment, translations }: FolderListing): boolean {
  const isPlain = skillFiles.length === 1 && skillFiles[0] === "SKILL.md" && links.length === 0;
  return isPlain && !environment && translations === undefined;
}

function listInto(search: Search, path: string): FolderListing | undefined {
  try {
    const listing = listFolder(path, search.known);
    search.folders.set(path, listing);
    return listing;
  } catch (thrown) {
    search.diagnostics.push(faults.folderUnreadable(path, reasonOf(thrown)));
    return undefined;
  }
}

function chooseSkillFile(search: Search, folder: string, listing: FolderListing): string | undefined {
  const found = listing.skillFiles;
  const used = found.includes("SKILL.md") ? "SKILL.md" : found[0];
  if (used === undefined) return undefined;
  if (listing.links.includes(used) && linkedFolder(below(folder, used)) !== undefined) return undefined;
  if (used !== "SKILL.md" || found.length > 1) search.diagnostics.push(faults.fileCase(folder, found, used));
  return used;
}

/** The real path behind a link to a folder; undefined for any other link. */
function linkedFolder(path: string): string | undefined {
  try {
    const realPath = realpathSync(path);
    return statSync(realPath).isDirectory() ? realPath : undefined;
  } catch {
    return undefined;
  }
}

/** Folders are joined by thousands, and their names need no normalising. */
function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

function isSkipped(search: Search, name: string): boolean {
  if (skippedFolders.has(name) || name === ".git") return true;
  return name.startsWith(".") && !search.everything;
}

/** Each bound is told once, at the first folder that was left out. */
function reportLimit(search: Search, place: Place, bound: string): [] {
  const known = search.diagnostics.some((fault) => fault.code === "SKILL_SCAN_LIMIT" && fault.message.includes(bound));
  if (!known) search.diagnostics.push(faults.scanLimit(place.path, bound));
  return [];
}

function reasonOf(thrown: unknown): string {
  const code = (thrown as NodeJS.ErrnoException).code;
  return code === "ENOENT" ? "it does not exist" : (code ?? "an unknown error");
}

/** Folders that no skill stands in. */
export const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "venv", "__pycache__", "site-packages"]);
