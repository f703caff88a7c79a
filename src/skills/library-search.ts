import type { Embedder } from "../model/embedder.ts";
import { findFences } from "./find-fences.ts";
import type { MeaningSearch, SkillSearchOptions } from "./meaning-search.ts";
import { readSkillText } from "./read-skill-file.ts";
import { toSearchEntry } from "./search-entry.ts";
import { createSkillSearch, type SearchEntry, type SkillHit, type SkillSearch } from "./search-skills.ts";
import type { SkillShelf } from "./skill-shelf.ts";
import { findTranslations } from "./skill-translation.ts";
import type { SkillIndex } from "./skill-index.ts";
import type { SkillSummary } from "./skill.ts";

/** Searches the skills of a shelf. */
export type LibrarySearch = (
  query: string,
  limit?: number,
  options?: SkillSearchOptions,
) => Promise<readonly SkillHit[]>;

/** What a search compares beside words. */
export interface LibrarySearchParts {
  /** @default words alone are compared */
  readonly embedder?: Embedder | undefined;
  /** In which its vectors are kept. @default they are not */
  readonly vectorFile?: string | undefined;
}

/**
 * Makes the search of a library. It is built from the skills' files at the first call, and kept up with the index: what
 * has changed since is put in place before an answer is given.
 */
export function createLibrarySearch(shelf: SkillShelf, parts: LibrarySearchParts = {}): LibrarySearch {
  let built: Promise<Built> | undefined;
  let searched: readonly SkillSummary[] = [];
  let index: SkillIndex | undefined;
  const build = async (): Promise<Built> => {
    index = shelf.index;
    searched = forModels(shelf);
    const meaning = await createMeaning(parts);
    for (const skill of searched) meaning?.replace(skill);
    return { words: await createSkillSearch(readEntries(shelf, searched)), meaning };
  };
  return async (query, limit = 10, options = {}) => {
    const { words, meaning } = await (built ??= build());
    if (shelf.index !== index) {
      index = shelf.index;
      const skills = forModels(shelf);
      const { gone, fresh } = compare(searched, skills);
      searched = skills;
      for (const { name } of gone) {
        words.remove(name);
        meaning?.remove(name);
      }
      for (const entry of readEntries(shelf, fresh)) {
        words.replace(entry);
        meaning?.replace(entry);
      }
    }
    if (!meaning || options.byMeaning === false) return words.find(query, limit);
    return (await meaning.rank(query, words.rank(query), options)).slice(0, limit);
  };
}

interface Built {
  readonly words: SkillSearch;
  readonly meaning: MeaningSearch | undefined;
}

async function createMeaning({ embedder, vectorFile }: LibrarySearchParts): Promise<MeaningSearch | undefined> {
  if (!embedder) return undefined;
  const { createMeaningSearch } = await import("./meaning-search.ts");
  return createMeaningSearch({ embedder, file: vectorFile });
}

/** What its author keeps from models is not found either: a search stands for the catalogue that a model is shown. */
function forModels({ index }: SkillShelf): readonly SkillSummary[] {
  return index?.skills.filter(({ notForModels }) => !notForModels) ?? [];
}

/** A summary is the same object for as long as nothing in it has changed. */
function compare(
  before: readonly SkillSummary[],
  now: readonly SkillSummary[],
): { readonly gone: readonly SkillSummary[]; readonly fresh: readonly SkillSummary[] } {
  const known = new Set(before);
  const names = new Set(now.map((skill) => skill.name));
  return {
    gone: before.filter((skill) => !names.has(skill.name)),
    fresh: now.filter((skill) => !known.has(skill)),
  };
}

/** One after the other, so that the texts of thousands never stand in memory together. */
function* readEntries(shelf: SkillShelf, skills: readonly SkillSummary[]): Generator<SearchEntry> {
  for (const skill of skills)
    yield toSearchEntry(skill, [bodyOf(shelf, skill.location), ...translated(skill)].join("\n"));
}

/** A skill is found in every language it is written in. A translation counts as it was when its skill was last read. */
function translated(skill: SkillSummary): string[] {
  return findTranslations(skill).flatMap(({ location }) => {
    const reading = readSkillText(location);
    return "text" in reading ? [reading.text] : [];
  });
}

/** Empty where the file went away meanwhile. */
function bodyOf(shelf: SkillShelf, location: string): string {
  const held = shelf.held?.get(location);
  const reading = held === undefined ? readSkillText(location) : { text: held };
  if (!("text" in reading)) return "";
  const fences = findFences(reading.text);
  return fences.kind === "found" ? reading.text.slice(fences.bodyStart) : reading.text;
}
