import type { Diagnostic } from "../base/errors.ts";
import type { Embedder } from "../model/embedder.ts";
import { createLibrarySearch } from "./library-search.ts";
import type { SkillSearchOptions } from "./meaning-search.ts";
import { readSkillText } from "./read-skill-file.ts";
import type { ReloadReport } from "./reload-report.ts";
import { reloadKnownFiles, reloadShelf, type ReloadOptions } from "./reload-shelf.ts";
import { holdTranslations } from "./reload-translations.ts";
import { requiredName, requiredSkill, requiredSkills, toRequiredPath } from "./required-skills.ts";
import type { SkillHit } from "./search-skills.ts";
import { skillBroken, skillNotFound } from "./skill-errors.ts";
import { findSummary, type SkillIndex } from "./skill-index.ts";
import { listSkillResources, readSkillResource, type SkillResource } from "./skill-resources.ts";
import { createSkillShelf, fileOnShelf, fillShelf, type SkillShelf } from "./skill-shelf.ts";
import { translateSkill } from "./skill-translation.ts";
import type { Skill, SkillSummary } from "./skill.ts";
import { toSkillKey } from "./to-skill-key.ts";

/** Where the skills are. */
export interface SkillLibraryOptions {
  /** Folders that hold skills, the first winning where two skills share a name. */
  readonly roots: readonly string[];
  /**
   * A file in which the index is kept from one process to the next, so that only skills that have changed are read. It
   * is written from 500 skills on. @default none
   */
  readonly indexFile?: string;
  /**
   * Keeps the texts in memory, up to 32 MiB, and serves those: an edit shows when {@link SkillLibrary.reload} has
   * accepted it, and a file that breaks keeps the text that was good last. Without it a file is read when it is asked
   * for, and keeps its last good text only where a reload finds it broken after it was asked for. @default false
   */
  readonly holdTexts?: boolean;
  /** Lets a search compare meanings beside words. @default words alone */
  readonly embedder?: Embedder;
  /** A file in which vectors are kept, so that only skills that have changed are embedded again. @default none */
  readonly vectorFile?: string;
}

/** In which language a skill is wanted. */
export interface GetSkillOptions {
  /** A BCP 47 tag. The nearest `SKILL.<tag>.md` beside the SKILL.md gives the text; without one the SKILL.md does. */
  readonly locale?: string;
}

/** What a load found. */
export interface LibraryReport {
  /** Sorted by name. */
  readonly skills: readonly SkillSummary[];
  /** Paths of the SKILL.md files that hold no usable skill; `diagnostics` says why. */
  readonly broken: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The skills on disk: an index of names and descriptions, and everything else on demand. */
export interface SkillLibrary {
  readonly roots: readonly string[];
  /** Reads the index anew and swaps it as a whole. One bad file, or a missing root, never stops the others. */
  load(): Promise<LibraryReport>;
  /**
   * Looks at the disk again and takes over what has changed, in one step: a caller sees all of it or nothing. Runs that
   * have begun keep their texts. Two looks at all of it never overlap; files alone that are known are reloaded at once.
   */
  reload(options?: ReloadOptions): Promise<ReloadReport>;
  /** The index as of the last load, sorted by name; empty before. */
  list(): readonly SkillSummary[];
  /**
   * A skill with its body; its file is read when it is asked for first, and again when it has changed on disk (with
   * `holdTexts`: when a reload has accepted it).
   *
   * @throws `SKILL_NOT_FOUND` with the nearest names, `SKILL_BROKEN` with everything that is wrong in the file
   */
  get(name: string, options?: GetSkillOptions): Promise<Skill>;
  /**
   * A text file of the skill's folder; or, as `skill:<name>`, the text of a skill that this one requires.
   *
   * @throws `SKILL_NOT_FOUND`, `SKILL_RESOURCE_REFUSED`, `SKILL_RESOURCE_NOT_FOUND`, `SKILL_RESOURCE_TOO_LARGE`,
   * `SKILL_RESOURCE_NOT_TEXT`
   */
  readResource(name: string, relativePath: string): Promise<SkillResource>;
  /**
   * Paths of the files beside the SKILL.md, sorted, at most 200; then `skill:<name>` for each skill it requires.
   *
   * @throws `SKILL_NOT_FOUND`, `SKILL_BROKEN`
   */
  resources(name: string): Promise<readonly string[]>;
  /** The text of a skill's file as it is on disk now, unparsed. @throws `SKILL_NOT_FOUND`, `SKILL_BROKEN` */
  text(name: string): Promise<string>;
  /**
   * The skills that fit `query`, best first; at most `limit`, 10 by default. The search is built when it is first used.
   * An embedder that fails makes it compare words alone, and say so to `onNotice`.
   *
   * @throws the signal's reason
   */
  search(query: string, limit?: number, options?: SkillSearchOptions): Promise<readonly SkillHit[]>;
  /** Everything the last load found wrong. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes a library over folders of skills. Nothing is read before the first `load` or `get`. */
export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const shelf = createSkillShelf(options);
  const search = createLibrarySearch(shelf, options);
  const inTurn = oneAtATime();
  const load = (): Promise<SkillIndex> =>
    inTurn(async () => {
      const index = await fillShelf(shelf);
      holdTranslations(shelf);
      return index;
    });
  const find = async (name: string): Promise<SkillSummary> => findIn(shelf.index ?? (await load()), name);
  const get = async (name: string): Promise<Skill> => openSkill(shelf, name, await find(name));
  return {
    roots: options.roots,
    load: async () => toReport(await load()),
    reload: async (how = {}) => reloadKnownFiles(shelf, how) ?? inTurn(() => reloadShelf(shelf, how)),
    list: () => shelf.index?.skills ?? [],
    get: async (name, { locale } = {}) => {
      const skill = await get(name);
      return locale === undefined ? skill : translateSkill(skill, locale, (location) => fileOnShelf(shelf, location));
    },
    readResource: async (name, path) => {
      const required = requiredName(path);
      if (required === undefined) return readSkillResource(await find(name), path);
      const skill = await requiredSkill(await get(name), required, get);
      return { text: skill.body, path };
    },
    resources: async (name) => {
      const skill = await get(name);
      return [...(await listSkillResources(skill)), ...requiredSkills(skill).map(toRequiredPath)];
    },
    text: async (name) => readText(name, findIn(shelf.index ?? (await load()), name)),
    search: async (query, limit, how) => {
      if (!shelf.index) await load();
      return search(query, limit, how);
    },
    get diagnostics() {
      return shelf.index?.diagnostics() ?? [];
    },
  };
}

/** One look at the disk at a time: the later of two could otherwise be overtaken by the earlier. */
function oneAtATime(): <T>(look: () => Promise<T>) => Promise<T> {
  let looking: Promise<unknown> = Promise.resolve();
  return (look) => {
    const turn = looking.then(look);
    looking = turn.catch(() => undefined);
    return turn;
  };
}

function findIn({ skills, brokenByName }: SkillIndex, name: string): SkillSummary {
  const summary = findSummary(skills, name) ?? brokenByName.get(toSkillKey(name));
  if (summary) return summary;
  throw skillNotFound(
    name,
    skills.map((skill) => skill.name),
  );
}

function readText(name: string, { location }: SkillSummary): string {
  const reading = readSkillText(location);
  if ("fault" in reading) throw skillBroken(name, location, [reading.fault]);
  return reading.text;
}

function openSkill(shelf: SkillShelf, name: string, { location }: SkillSummary): Skill {
  const { skill, diagnostics } = fileOnShelf(shelf, location);
  if (!skill) throw skillBroken(name, location, diagnostics);
  if (skill.name === toSkillKey(name)) return skill;
  throw skillNotFound(name, [skill.name], `The file ${location} now calls itself "${skill.name}".`);
}

function toReport({ skills, broken, diagnostics }: SkillIndex): LibraryReport {
  return { skills, broken, diagnostics: diagnostics() };
}
