import type { Diagnostic } from "../base/errors.ts";
import { type FileStamp, isSameStamp, isSettled, stampOf } from "./file-stamp.ts";
import { createHeldTexts, type HeldTexts } from "./held-texts.ts";
import { readIndexFile, writeIndexFile } from "./index-file.ts";
import { indexUnwritable } from "./library-diagnostics.ts";
import {
  parseSkillFile,
  readSkillHead,
  readSkillText,
  readWholeHead,
  type SkillFile,
  type SkillHeadFile,
} from "./read-skill-file.ts";
import { scanSkills, type SkillScan } from "./scan-skills.ts";
import { buildSkillIndex, type SkillIndex } from "./skill-index.ts";
import type { Skill } from "./skill.ts";

/** Where a shelf finds skills, and what it keeps of them. */
export interface SkillShelfOptions {
  readonly roots: readonly string[];
  readonly indexFile?: string;
  readonly holdTexts?: boolean;
}

/** What a library knows at the moment: the last look at the disk, and the files that were read since. */
export interface SkillShelf {
  readonly roots: readonly string[];
  scan: SkillScan | undefined;
  index: SkillIndex | undefined;
  /** Files that were parsed whole, by path. */
  readonly files: Map<string, SkillFile>;
  /** The accepted texts; undefined where the disk is asked each time. */
  readonly held: HeldTexts | undefined;
  /** Files that were refused at the last look: the text that was refused, and why. */
  readonly refused: Map<string, { readonly text: string | undefined; readonly diagnostics: readonly Diagnostic[] }>;
  /** Where no text is held: the last good text of each file that a reload has refused. It is served while that is so. */
  readonly kept: Map<string, SkillFile>;
  readonly indexFile: string | undefined;
  /** Files that were reloaded alone since the last search began: what that search knows of them may be old. */
  readonly reloaded: Set<string>;
  /** The translations whose texts are held, with the stamps they were read by. */
  readonly translations: Map<string, FileStamp | undefined>;
}

/** With fewer skills than this an index file saves nothing. */
const worthKeeping = 500;

/** Makes a shelf on which nothing stands yet. */
export function createSkillShelf(options: SkillShelfOptions): SkillShelf {
  return {
    roots: options.roots,
    scan: undefined,
    index: undefined,
    files: new Map(),
    held: options.holdTexts === true ? createHeldTexts() : undefined,
    refused: new Map(),
    kept: new Map(),
    indexFile: options.indexFile,
    reloaded: new Set(),
    translations: new Map(),
  };
}

/** Looks at the disk and swaps the index as a whole. */
export async function fillShelf(shelf: SkillShelf): Promise<SkillIndex> {
  const { held, indexFile } = shelf;
  const kept = shelf.scan ?? (indexFile === undefined || held ? undefined : await readIndexFile(indexFile));
  const readHeld = (location: string): SkillHeadFile => {
    const { text, ...head } = readWholeHead(location);
    if (!head.summary) shelf.refused.set(location, { text, diagnostics: head.diagnostics });
    else if (text !== undefined) held?.set(location, text);
    return head;
  };
  const read = held ? readHeld : readSkillHead;
  shelf.reloaded.clear();
  const found = await scanSkills({ roots: shelf.roots, before: kept, read });
  for (const location of shelf.reloaded) if (found.heads.has(location)) found.heads.set(location, read(location));
  // What is read anew is judged by the disk alone.
  for (const location of shelf.kept.keys())
    if (found.heads.get(location) !== kept?.heads.get(location)) shelf.kept.delete(location);
  const isNew = kept === undefined || found.readings > 0 || found.heads.size !== kept.heads.size;
  const isKept = indexFile !== undefined && isNew && !held && found.files.length >= worthKeeping;
  const fault = isKept ? await writeIndex(indexFile, found) : undefined;
  const scan = fault ? { ...found, diagnostics: [...found.diagnostics, fault] } : found;
  shelf.index = buildSkillIndex(scan);
  shelf.scan = scan;
  return shelf.index;
}

/** A file as it stands on the shelf: as it was accepted, or else as it is on disk now unless that is no use. */
export function fileOnShelf(shelf: SkillShelf, location: string): SkillFile {
  const known = shelf.files.get(location);
  const accepted = shelf.held?.get(location);
  const file = accepted === undefined ? readAgain(location, known) : parseAgain(location, accepted, known);
  if (file !== known) shelf.files.set(location, file);
  const kept = shelf.kept.get(location);
  return kept && (!file.skill || file.text === shelf.refused.get(location)?.text) ? kept : file;
}

/** What was good last of a file that is good no more; undefined where it was never read whole, or is not known any more. */
export function lastGood(shelf: SkillShelf, location: string, head: SkillHeadFile): SkillFile | undefined {
  const kept = shelf.kept.get(location);
  if (kept) return kept;
  const text = shelf.held?.get(location);
  if (text !== undefined) return parseAgain(location, text, shelf.files.get(location));
  const known = shelf.files.get(location);
  const isOther = known?.stamp && head.stamp && !isSameStamp(known.stamp, head.stamp);
  return !isOther && known?.skill && isSameSummary(known.skill, head) ? known : undefined;
}

/** Where no text is held, a change shows in the name and the description alone. */
export function isSameSummary(skill: Skill, head: SkillHeadFile | undefined): boolean {
  const known = head?.summary;
  return (
    known?.name === skill.name && known.description === skill.description && known.notForModels === skill.notForModels
  );
}

function parseAgain(location: string, text: string, known: SkillFile | undefined): SkillFile {
  return known?.text === text ? known : { ...parseSkillFile(text, location), text };
}

/** A stamp is kept only when it was settled at the time of the reading, so that a file without one is read again. */
function readAgain(location: string, known: SkillFile | undefined): SkillFile {
  if (known && isSameStamp(known.stamp, stampOf(location))) return known;
  const reading = readSkillText(location);
  if ("fault" in reading) return { diagnostics: [reading.fault] };
  const { text, stamp } = reading;
  const parsed = known?.text === text ? known : { ...parseSkillFile(text, location), text };
  return isSettled(stamp) ? { ...parsed, stamp } : parsed;
}

async function writeIndex(file: string, scan: SkillScan): Promise<Diagnostic | undefined> {
  try {
    await writeIndexFile(file, scan);
    return undefined;
  } catch (thrown) {
    return indexUnwritable(file, (thrown as NodeJS.ErrnoException).code ?? "an unknown error");
  }
}
