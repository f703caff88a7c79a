import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import type { FileStamp } from "./file-stamp.ts";
import { plainSkillFolder, type FolderListing } from "./list-folder.ts";
import type { SkillHeadFile } from "./read-skill-file.ts";
import type { SkillScan } from "./scan-skills.ts";

/** What a file keeps of a scan for the next process. */
export type KeptScan = Pick<SkillScan, "heads" | "folders">;

/** Counts what the file holds and how it was made out; a file of another format is not read. */
const format = "sopwith skill index 3";

/** A size of -1 where there is none. */
type StampRow = readonly [mtimeMs: number, size: number, ino: number];
/** Lists that are empty at the end of a row are left out. */
type FolderRow = readonly [
  path: string,
  ...stamp: StampRow,
  skillFiles: readonly string[],
  folders?: readonly string[],
  links?: readonly string[],
  procedures?: readonly string[],
  environment?: boolean,
];
type HeadRow = readonly [
  location: string,
  ...stamp: StampRow,
  name: string | 0,
  description?: string | 0,
  diagnostics?: readonly Diagnostic[],
  notForModels?: true,
];

/**
 * Reads what an earlier process knew of the skills. Everything in it carries the stamp of its file or folder and counts
 * only while that is unchanged, so a stale file costs time and nothing else. `undefined` where there is none, or it is
 * no such file.
 */
export async function readIndexFile(file: string): Promise<KeptScan | undefined> {
  try {
    const [first, ...lines] = (await readFile(file, "utf8")).split("\n");
    if (first !== format) return undefined;
    const kept = { heads: new Map<string, SkillHeadFile>(), folders: new Map<string, FolderListing>() };
    for (const line of lines) {
      const { heads = [], folders = [] } = JSON.parse(line) as IndexLine;
      for (const row of heads) {
        const head = toHead(row);
        kept.heads.set(row[0], head);
        const folder = head.summary?.folder ?? dirname(row[0]);
        if (row[0].endsWith(plainFile)) kept.folders.set(folder, plainSkillFolder);
      }
      for (const row of folders) kept.folders.set(row[0], toListing(row));
    }
    return kept;
  } catch {
    return undefined;
  }
}

/** Keeps a scan for the next process, in one step: a reader sees the old file or the new one. @throws Node's own error */
export async function writeIndexFile(file: string, { heads, folders }: KeptScan): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, indexLines({ heads, folders }));
    await rename(part, file);
  } catch (thrown) {
    await rm(part, { force: true });
    throw thrown;
  }
}

interface IndexLine {
  readonly heads?: readonly HeadRow[];
  readonly folders?: readonly FolderRow[];
}

/** In parts, so that the whole never stands in memory as text. What a plain skill's folder holds its file's place tells. */
function* indexLines({ heads, folders }: KeptScan): Generator<string> {
  yield format;
  for (const rows of inLines(heads, toHeadRow)) yield `\n${JSON.stringify({ heads: rows })}`;
  for (const rows of inLines(folders, toFolderRow)) yield `\n${JSON.stringify({ folders: rows })}`;
}

function* inLines<Value, Row>(
  values: ReadonlyMap<string, Value>,
  toRow: (path: string, value: Value) => Row | undefined,
): Generator<readonly Row[]> {
  let rows: Row[] = [];
  for (const [path, value] of values) {
    const row = toRow(path, value);
    if (row !== undefined) rows.push(row);
    if (rows.length < rowsInLine) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const rowsInLine = 100;

function toHeadRow(location: string, { stamp, summary, name, diagnostics }: SkillHeadFile): HeadRow {
  const row = [location, ...toStampRow(stamp), summary?.name ?? name ?? 0, summary?.description ?? 0] as const;
  if (summary?.notForModels) return [...row, diagnostics, true];
  return diagnostics.length === 0 ? row : [...row, diagnostics];
}

/** Read by position: taking a row apart by its pattern costs several times as much, and there are thousands. */
function toHead(row: HeadRow): SkillHeadFile {
  const location = row[0];
  const name = row[4];
  const description = row[5] ?? 0;
  const diagnostics = row[6] ?? none;
  const read = row[2] < 0 ? { diagnostics } : { diagnostics, stamp: { mtimeMs: row[1], size: row[2], ino: row[3] } };
  if (name === 0) return read;
  if (description === 0) return { ...read, name };
  const summary = { name, description, location, folder: dirname(location) };
  return Object.assign(read, { name, summary: row[7] ? { ...summary, notForModels: row[7] } : summary });
}

function toFolderRow(path: string, listing: FolderListing): FolderRow | undefined {
  if (listing === plainSkillFolder) return undefined;
  const { stamp, skillFiles, folders, links, procedures, environment } = listing;
  const start = [path, ...toStampRow(stamp), skillFiles] as const;
  const isPlain = links.length === 0 && procedures.length === 0 && !environment;
  if (isPlain) return folders.length === 0 ? start : [...start, folders];
  return [...start, folders, links, procedures, environment];
}

function toListing(row: FolderRow): FolderListing {
  const [, mtimeMs, size, ino, skillFiles, folders = none, links = none, procedures = none, environment = false] = row;
  const listing = { environment, skillFiles, procedures, folders, links };
  return size < 0 ? listing : { ...listing, stamp: { mtimeMs, size, ino } };
}

function toStampRow(stamp: FileStamp | undefined): StampRow {
  return stamp ? [stamp.mtimeMs, stamp.size, stamp.ino] : [0, -1, 0];
}

const plainFile = `${sep}SKILL.md`;
const none: readonly never[] = [];
