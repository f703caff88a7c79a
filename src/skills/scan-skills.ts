import { setImmediate } from "node:timers/promises";
import type { Diagnostic } from "../base/errors.ts";
import { isSameStamp, isSettled, stampOf } from "./file-stamp.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import type { KnownFolders } from "./list-folder.ts";
import { createReadAhead } from "./read-ahead.ts";
import { readSkillHead, type SkillHeadFile } from "./read-skill-file.ts";

/** What a look at the disk found, and what the next look needs to read only what has changed. */
export interface SkillScan {
  /** In the order of roots and names. */
  readonly files: readonly string[];
  /** Of every file. A head without a stamp is read again at the next look. */
  readonly heads: ReadonlyMap<string, SkillHeadFile>;
  /** What was wrong with roots and folders. */
  readonly diagnostics: readonly Diagnostic[];
  readonly folders: KnownFolders;
}

/** A scan that nobody else holds yet. */
export interface FreshScan extends SkillScan {
  readonly heads: Map<string, SkillHeadFile>;
  /** How many files were read for it. */
  readonly readings: number;
}

/** How a scan reads. */
export interface ScanOptions {
  readonly roots: readonly string[];
  /** What was found before: files and folders with the same stamps are not read again. */
  readonly before?: Pick<SkillScan, "heads" | "folders"> | undefined;
  /** Reads a file that is new or has changed. @default its head alone */
  readonly read?: (location: string) => SkillHeadFile;
}

/** Searches the roots and reads the heads of all files that are new or have changed. Lets other work go on in between. */
export async function scanSkills({ roots, before, read = readSkillHead }: ScanOptions): Promise<FreshScan> {
  const unchanged = new Map<string, SkillHeadFile>();
  const unchangedHead = (location: string): SkillHeadFile | undefined => {
    const found = unchanged.get(location);
    if (found) return found;
    const head = before?.heads.get(location);
    if (!head?.stamp || !isSameStamp(head.stamp, stampOf(location))) return undefined;
    unchanged.set(location, head);
    return head;
  };
  const { files, folders, diagnostics } = await findSkillFiles(
    roots,
    before ? { known: before.folders, isUnchanged: (location) => unchangedHead(location) !== undefined } : {},
  );
  const heads = new Map<string, SkillHeadFile>();
  const ahead = createReadAhead(before ? files.filter((location) => !unchangedHead(location)) : files);
  let readings = 0;
  for (const location of files) {
    const known = unchangedHead(location);
    heads.set(location, known ?? withSettledStamp(read(location)));
    if (!known) readings += 1;
    if (known ? heads.size % 200 > 0 : readings % 16 > 0) continue;
    ahead.reached(readings);
    await setImmediate();
  }
  return { files, heads, diagnostics, folders, readings };
}

/** A stamp that is too young says nothing about the next write, so it is left out. */
export function withSettledStamp(head: SkillHeadFile): SkillHeadFile {
  if (!head.stamp || isSettled(head.stamp)) return head;
  const { stamp: _young, ...unstamped } = head;
  return unstamped;
}
