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

/** Lists a folder; one that has not changed since it was listed is not read again. @throws Node's own error */
export function listFolder(path: string, known: KnownFolders): FolderListing {
  const before = known.get(path);
  const stamp = stampOf(path);
  if (before && isSameStamp(before.stamp, stamp)) return before;
  const entries = readdirSync(path, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = (holds: (entry: Dirent) => boolean): readonly string[] => {
    const held = entries.filter(holds);
    return held.length === 0 ? none : held.map(({ name }) => name);
  };
  const translations = names((entry) => !entry.isDirectory() && translationTag(entry.name) !== undefined);
  return {
    ...(translations.length > 0 && { translations }),
    ...(stamp && isSettled(stamp) && { stamp }),
    environment: entries.some(({ name }) => name === "pyvenv.cfg"),
    skillFiles: names((entry) => !entry.isDirectory() && entry.name.toLowerCase() === "skill.md"),
    procedures: names((entry) => entry.isFile() && isProcedureFile(entry.name)),
    folders: names((entry) => entry.isDirectory()),
    links: names((entry) => entry.isSymbolicLink()),
  };
}

/** Folders are kept by thousands, and most lists of each are empty. */
const none: readonly string[] = [];
