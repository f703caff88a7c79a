import type { Diagnostic } from "../base/errors.ts";
import { stampOf } from "./file-stamp.ts";
import { judgeFile, type Judgement } from "./judge-file.ts";
import { readSkillText, type SkillHeadFile, type SkillTextReading } from "./read-skill-file.ts";
import type { ReloadReport } from "./reload-report.ts";
import {
  holdTranslations,
  reloadTranslations,
  touchedTranslations,
  type TranslationReport,
  translationsOf,
} from "./reload-translations.ts";
import { scanSkills, withSettledStamp, type SkillScan } from "./scan-skills.ts";
import { compareSkills, type SkillChange } from "./skill-changes.ts";
import { buildSkillIndex, findSummary, replaceSummary, type SkillIndex } from "./skill-index.ts";
import { fileOnShelf, fillShelf, type SkillShelf } from "./skill-shelf.ts";
import type { Skill, SkillSummary } from "./skill.ts";

/** How a reload looks. */
export interface ReloadOptions {
  /** Files that may have changed. @default all: every folder and file is looked at, and read where its stamp has changed */
  readonly files?: readonly string[];
  /**
   * False: a file that looks half written, or is missing, is left as it is and named in `unsettled`. True: what is there
   * counts. @default true
   */
  readonly settled?: boolean;
  /** Says what else is wrong with a skill, for example that it names an unknown tool; with an error it is refused. */
  readonly check?: (skill: Skill) => readonly Diagnostic[];
}

/** A look at the disk, and the files that were read for it. */
interface Look {
  readonly scan: SkillScan;
  readonly readings: ReadonlyMap<string, SkillTextReading>;
  /** Known files that were not found. */
  readonly missing: readonly string[];
}

/**
 * Looks at the disk, judges every text that is new, and takes over all that is good in one step. While it searches, known
 * files may be reloaded by {@link reloadKnownFiles}: those are read once more at its end.
 */
export async function reloadShelf(shelf: SkillShelf, options: ReloadOptions): Promise<ReloadReport> {
  if (!shelf.index || !shelf.scan) {
    await fillShelf(shelf);
    holdTranslations(shelf);
  }
  const atOnce = reloadKnownFiles(shelf, options);
  if (atOnce) return atOnce;
  shelf.reloaded.clear();
  const readings = new Map<string, SkillTextReading>();
  const read = (location: string): SkillHeadFile => {
    readings.set(location, readSkillText(location));
    return unjudged;
  };
  const found = await scanSkills({ roots: shelf.roots, before: shelf.scan!, read });
  const before = shelf.scan!;
  const scan = sameWhereEqual(before, found);
  for (const location of shelf.reloaded) if (scan.heads.has(location)) read(location);
  const missing = before.files.filter((location) => !scan.heads.has(location));
  const report = takeStep(shelf, { scan, readings, missing }, options);
  const translations = new Set([...translationsOf(shelf, options.files ?? []), ...touchedTranslations(shelf)]);
  return withTranslations(report, reloadTranslations(shelf, [...translations], options));
}

/**
 * The same for files alone that are known and still there, without a search and without waiting. `undefined` for any
 * other file: it may concern folders.
 */
export function reloadKnownFiles(shelf: SkillShelf, options: ReloadOptions): ReloadReport | undefined {
  const { scan, index } = shelf;
  if (!scan || !index || !options.files) return undefined;
  const translations = translationsOf(shelf, options.files);
  const files = options.files.filter((location) => !translations.includes(location));
  if (!files.every((location) => scan.heads.has(location) && stampOf(location) !== undefined)) return undefined;
  for (const location of files) shelf.reloaded.add(location);
  const readings = new Map(files.map((location) => [location, readSkillText(location)]));
  const report = takeStep(shelf, { scan, readings, missing: [] }, options);
  return translations.length === 0
    ? report
    : withTranslations(report, reloadTranslations(shelf, translations, options));
}

function withTranslations(report: ReloadReport, translations: TranslationReport): ReloadReport {
  const { changed, kept, broken, unsettled } = translations;
  return {
    ...report,
    changed: [...report.changed, ...changed],
    kept: [...report.kept, ...kept],
    broken: [...report.broken, ...broken],
    unsettled: [...report.unsettled, ...unsettled],
  };
}

/** Nothing in here waits: whoever asks sees the library before it or after it. */
function takeStep(shelf: SkillShelf, look: Look, options: ReloadOptions): ReloadReport {
  const before = { scan: shelf.scan!, index: shelf.index! };
  const judged = new Map<string, Judgement>();
  for (const [location, reading] of look.readings)
    judged.set(location, judgeFile(shelf, { location, reading, known: before.scan.heads.get(location) }, options));
  const gone = options.settled === false ? [] : look.missing;
  const names = touchedNames(before.scan, judged, gone);
  const oldSkills = new Map(names.map((name) => [name, skillOf(shelf, before.index, name)]));
  const scan = takeOver(shelf, look, { judged, gone });
  const index = nextIndex(before.index, scan, { judged, sameFiles: scan.files === before.scan.files });
  shelf.scan = scan;
  shelf.index = index;
  const verdicts = [...judged.values()];
  return {
    ...compareIndexes(shelf, { names, oldSkills, before: before.index, now: index, judged }),
    kept: verdicts.flatMap((one) => (one.kind === "kept" && one.isNew ? [one.file] : [])),
    mended: verdicts.flatMap((one) => (one.kind === "mended" ? [one.summary] : [])),
    broken: verdicts.flatMap((one) => (one.kind === "broken" && one.isNew ? [one.file] : [])),
    unsettled: [
      ...[...judged].flatMap(([location, one]) => (one.kind === "unsettled" ? [location] : [])),
      ...(options.settled === false ? look.missing : []),
    ],
  };
}

/** Keeps the list of files where it is what it was, so that what is made of it need not be made again. */
function sameWhereEqual(before: SkillScan, scan: SkillScan): SkillScan {
  const isEqual =
    scan.files.length === before.files.length &&
    scan.files.every((location, position) => location === before.files[position]) &&
    JSON.stringify(scan.diagnostics) === JSON.stringify(before.diagnostics);
  return isEqual ? { ...scan, files: before.files } : scan;
}

/** The names whose skill may be another one now. */
function touchedNames(before: SkillScan, judged: ReadonlyMap<string, Judgement>, gone: readonly string[]): string[] {
  const heads = [...gone, ...judged.keys()].map((location) => before.heads.get(location));
  const now = [...judged.values()].map((one) => one.head);
  return [...new Set([...heads, ...now].flatMap((head) => head?.summary?.name ?? []))];
}

/** The scan with every file as it was judged, and the shelf's texts with it. A missing file that may come back stays. */
function takeOver(
  shelf: SkillShelf,
  { scan, missing }: Look,
  { judged, gone }: { readonly judged: ReadonlyMap<string, Judgement>; readonly gone: readonly string[] },
): SkillScan {
  const before = shelf.scan!;
  const heads = scan.heads as Map<string, SkillHeadFile>;
  for (const [location, one] of judged) {
    heads.set(location, withSettledStamp(one.head));
    if (one.kind === "kept" && shelf.held?.get(location) === undefined) shelf.kept.set(location, one.good);
    if (one.kind !== "accepted") continue;
    shelf.kept.delete(location);
    shelf.held?.set(location, one.text);
    shelf.files.set(location, one.file);
  }
  for (const location of gone) {
    shelf.held?.delete(location);
    shelf.files.delete(location);
    shelf.kept.delete(location);
    shelf.refused.delete(location);
  }
  if (missing.length === gone.length) return scan;
  for (const location of missing) heads.set(location, before.heads.get(location)!);
  return { ...scan, files: [...before.files, ...scan.files.filter((location) => !before.heads.has(location))] };
}

/** Where one file has changed and no name has, the index of before does but for one entry. */
function nextIndex(
  before: SkillIndex,
  scan: SkillScan,
  { judged, sameFiles }: { readonly judged: ReadonlyMap<string, Judgement>; readonly sameFiles: boolean },
): SkillIndex {
  const verdicts = [...judged.values()];
  if (sameFiles && verdicts.every((one) => one.kind === "same" || one.kind === "unsettled")) return before;
  const [only] = verdicts;
  const summary = sameFiles && verdicts.length === 1 && only?.kind === "accepted" ? only.head.summary : undefined;
  return (summary && replaceSummary(before, scan, summary)) ?? buildSkillIndex(scan);
}

interface Indexes {
  readonly names: readonly string[];
  readonly oldSkills: ReadonlyMap<string, Skill | undefined>;
  readonly before: SkillIndex;
  readonly now: SkillIndex;
  readonly judged: ReadonlyMap<string, Judgement>;
}

function compareIndexes(
  shelf: SkillShelf,
  { names, oldSkills, before, now, judged }: Indexes,
): Pick<ReloadReport, "added" | "changed" | "removed"> {
  const added: SkillSummary[] = [];
  const removed: SkillSummary[] = [];
  const changed: SkillChange[] = [];
  for (const name of names) {
    const old = findSummary(before.skills, name);
    const fresh = findSummary(now.skills, name);
    if (!old && fresh) added.push(fresh);
    if (old && !fresh) removed.push(old);
    if (!old || !fresh) continue;
    const isSame = old.location === fresh.location && judged.get(fresh.location)?.kind !== "accepted";
    const skill = isSame ? undefined : fileOnShelf(shelf, fresh.location).skill;
    if (skill) changed.push(compareSkills(oldSkills.get(name), skill));
  }
  return { added, changed, removed };
}

function skillOf(shelf: SkillShelf, index: SkillIndex, name: string): Skill | undefined {
  const location = findSummary(index.skills, name)?.location;
  if (location === undefined) return undefined;
  return shelf.held?.get(location) === undefined
    ? (shelf.kept.get(location) ?? shelf.files.get(location))?.skill
    : fileOnShelf(shelf, location).skill;
}

/** Stands for a file until it is judged. */
const unjudged: SkillHeadFile = { diagnostics: [] };
