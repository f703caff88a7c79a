import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import * as faults from "./library-diagnostics.ts";
import { isProcedureFile } from "./parse-procedure.ts";

/** What a search found: paths of SKILL.md and .sop.md files in the order of roots and names. */
export interface SkillFiles {
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** How far a search goes. */
export interface SkillSearchOptions {
  /**
   * Finds every SKILL.md there is: also below other skills and in dot folders (save .git), down to 64 folders and in up
   * to 200,000 of them. Without it: eight folders down, in up to 5,000. @default false
   */
  readonly everything?: boolean;
}

interface Search {
  readonly everything: boolean;
  /** Folders deeper than this below a root are not searched. */
  readonly maxDepth: number;
  /** No more folders than this are listed. */
  readonly maxFolders: number;
  readonly files: string[];
  readonly diagnostics: Diagnostic[];
  /** Real paths that were searched: a link back, or a second root above the same folder, is not searched again. */
  readonly seen: Set<string>;
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
  { everything = false }: SkillSearchOptions = {},
): Promise<SkillFiles> {
  const bounds = everything ? { maxDepth: 64, maxFolders: 200_000 } : { maxDepth: 8, maxFolders: 5000 };
  const search: Search = { everything, ...bounds, files: [], diagnostics: [], seen: new Set() };
  for (const root of roots) {
    const path = resolve(root);
    try {
      const realPath = await realpath(path);
      if (!(await stat(realPath)).isDirectory()) search.diagnostics.push(faults.rootMissing(path, "it is no folder"));
      else await searchFolder(search, { path, realPath, depth: 0 });
    } catch (thrown) {
      search.diagnostics.push(faults.rootMissing(path, reasonOf(thrown)));
    }
  }
  return search;
}

async function searchFolder(search: Search, place: Place): Promise<void> {
  if (search.seen.has(place.realPath)) return;
  const { maxDepth, maxFolders } = search;
  if (place.depth > maxDepth) return reportLimit(search, place, `it is deeper than ${maxDepth} folders`);
  if (search.seen.size >= maxFolders) return reportLimit(search, place, `${maxFolders} folders were searched`);
  search.seen.add(place.realPath);
  const entries = await listFolder(search, place.path);
  if (entries.some((entry) => entry.name === "pyvenv.cfg")) return;
  const skillFile = await chooseSkillFile(search, place.path, entries);
  if (skillFile === undefined) search.files.push(...procedureFiles(place.path, entries));
  else search.files.push(skillFile);
  if (skillFile !== undefined && place.depth > 0 && !search.everything) return;
  const folders = entries.filter(
    (entry) => !isSkipped(search, entry.name) && (entry.isDirectory() || entry.isSymbolicLink()),
  );
  // Real folders first, so that a skill is known by its own path and not by that of a link to it.
  const ordered = [
    ...folders.filter((entry) => entry.isDirectory()),
    ...folders.filter((entry) => !entry.isDirectory()),
  ];
  for (const entry of ordered) {
    const path = join(place.path, entry.name);
    const realPath = entry.isDirectory() ? join(place.realPath, entry.name) : await linkedFolder(path);
    if (realPath !== undefined) await searchFolder(search, { path, realPath, depth: place.depth + 1 });
  }
}

async function listFolder(search: Search, path: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    search.diagnostics.push(faults.folderUnreadable(path, reasonOf(thrown)));
    return [];
  }
}

async function chooseSkillFile(
  search: Search,
  folder: string,
  entries: readonly Dirent[],
): Promise<string | undefined> {
  const found = entries
    .filter((entry) => !entry.isDirectory() && entry.name.toLowerCase() === "skill.md")
    .map((entry) => entry.name);
  const used = found.includes("SKILL.md") ? "SKILL.md" : found[0];
  if (used === undefined) return undefined;
  const path = join(folder, used);
  if (entries.find((entry) => entry.name === used)?.isSymbolicLink() && (await linkedFolder(path)) !== undefined)
    return undefined;
  if (used !== "SKILL.md" || found.length > 1) search.diagnostics.push(faults.fileCase(folder, found, used));
  return path;
}

/** The real path behind a link to a folder; undefined for any other link. */
async function linkedFolder(path: string): Promise<string | undefined> {
  try {
    const realPath = await realpath(path);
    return (await stat(realPath)).isDirectory() ? realPath : undefined;
  } catch {
    return undefined;
  }
}

function procedureFiles(folder: string, entries: readonly Dirent[]): string[] {
  return entries.filter((entry) => entry.isFile() && isProcedureFile(entry.name)).map(({ name }) => join(folder, name));
}

function isSkipped(search: Search, name: string): boolean {
  if (skippedFolders.has(name) || name === ".git") return true;
  return name.startsWith(".") && !search.everything;
}

/** Each bound is told once, at the first folder that was left out. */
function reportLimit(search: Search, place: Place, bound: string): void {
  const known = search.diagnostics.some((fault) => fault.code === "SKILL_SCAN_LIMIT" && fault.message.includes(bound));
  if (!known) search.diagnostics.push(faults.scanLimit(place.path, bound));
}

function reasonOf(thrown: unknown): string {
  const code = (thrown as NodeJS.ErrnoException).code;
  return code === "ENOENT" ? "it does not exist" : (code ?? "an unknown error");
}

const skippedFolders = new Set(["node_modules", "venv", "__pycache__", "site-packages"]);
