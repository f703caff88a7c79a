import { readdirSync, type Dirent } from "node:fs";
import { isSameStamp, isSettled, stampOf, type FileStamp } from "./file-stamp.ts";
import { isProcedureFile } from "./parse-procedure.ts";
import { translationTag } from "./skill-translation.ts";

/** What a search for skills needs to know of a folder. Names are sorted. */
export interface FolderListing {
  /** Absent while the folder is so young that it must be listed again. */
  readonly stamp?: FileStamp;
  /** True for a Python environment. */
  readonly environment: boolean;
  /** Names that are SKILL.md in any case, folders not counted. */
  readonly skillFiles: readonly string[];
  readonly procedures: readonly string[];
  /** Translations of a SKILL.md; absent where there are none. */
  readonly translations?: readonly string[];
  readonly folders: readonly string[];
  /** Links of any kind. */
  readonly links: readonly string[];
}

/** Listings by the path of their folder, kept from one search to the next. */
export type KnownFolders = ReadonlyMap<string, FolderListing>;

/** A folder that holds a SKILL.md and is not searched for more. One for all, since there are thousands. */
export const plainSkillFolder: FolderListing = {
  environment: false,
  skillFiles: ["SKILL.md"],
  procedures: [],
  folders: [],
  links: [],
};

/** Lists a folder; one that has not changed since it was listed is not read again. @throws Node's own error */
export function listFolder(path: string, known: KnownFolders): FolderListing {
  const before = known.get(path);
  const stamp = stampOf(path);
  if (before && isSameStamp(before.stamp, stamp)) return before;
  const found: Found = { skillFiles: [], procedures: [], translations: [], folders: [], links: [] };
  let environment = false;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    environment ||= entry.name === "pyvenv.cfg";
    sortIn(entry, found);
  }
  const { skillFiles, procedures, translations, folders, links } = found;
  return {
    ...(translations.length > 0 && { translations: inOrder(translations) }),
    ...(stamp && isSettled(stamp) && { stamp }),
    environment,
    skillFiles: inOrder(skillFiles),
    procedures: inOrder(procedures),
    folders: inOrder(folders),
    links: inOrder(links),
  };
}

type Found = Record<"skillFiles" | "procedures" | "translations" | "folders" | "links", string[]>;

function sortIn(entry: Dirent, found: Found): void {
  const { name } = entry;
  if (entry.isDirectory()) return void found.folders.push(name);
  if (entry.isSymbolicLink()) found.links.push(name);
  if (name.toLowerCase() === "skill.md") found.skillFiles.push(name);
  if (translationTag(name) !== undefined) found.translations.push(name);
  if (entry.isFile() && isProcedureFile(name)) found.procedures.push(name);
}

function inOrder(names: readonly string[]): readonly string[] {
  if (names.length === 0) return none;
  return names.length === 1 ? names : names.toSorted();
}

/** Folders are kept by thousands, and most lists of each are empty. */
const none: readonly string[] = [];
