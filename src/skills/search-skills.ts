import { setImmediate } from "node:timers/promises";
import type MiniSearch from "minisearch";
import { distinctTerms, searchTerms } from "./search-terms.ts";

/** What a search knows of a skill. */
export interface SearchEntry {
  readonly name: string;
  readonly description: string;
  /** Headings of the body, and requests that it gives as examples. */
  readonly headings?: readonly string[];
  readonly examples?: readonly string[];
  /** The body; each of its words counts once. */
  readonly body?: string;
}

/** A skill that answers a search. */
export interface SkillHit {
  readonly name: string;
  /** How well it fits; comparable within one answer only. */
  readonly score: number;
}

/** All that words found. */
export interface WordHits {
  /** Best first. */
  readonly hits: readonly SkillHit[];
  /** Of the words of the query, how many the best hit holds, from 0 to 1. */
  readonly share: number;
}

/** A search over skills. */
export interface SkillSearch {
  /** The skills that share a word with `query`, best first. @param limit how many at most; 10 by default */
  find(query: string, limit?: number): readonly SkillHit[];
  /** All of them, and how much of the query the best one answers. */
  rank(query: string): WordHits;
  /** Puts a skill in place of the one of its name. */
  replace(entry: SearchEntry): void;
  /** Forgets a skill; one that is not known is no error. */
  remove(name: string): void;
}

/**
 * Makes a search over skills: BM25 over all that an entry says as one text, in which a word of the name counts most and
 * one of the body least. The library that ranks is loaded here, so that a program that never searches does without it.
 * Lets other work go on between groups of skills.
 */
export async function createSkillSearch(entries: Iterable<SearchEntry>): Promise<SkillSearch> {
  const { default: Index } = await import("minisearch");
  const index: MiniSearch<SearchEntry> = new Index({
    idField: "name",
    fields: ["terms"],
    extractField: (entry, field) => (field === "name" ? entry.name : weightedTerms(entry).join(" ")),
    tokenize: (terms) => (terms === "" ? [] : terms.split(" ")),
    processTerm: (term) => term,
    searchOptions: { tokenize: (query) => [...new Set(searchTerms(query))], combineWith: "OR", bm25 },
    autoVacuum: false,
  });
  for (const entry of entries) {
    index.add(entry);
    if (index.documentCount % 10 === 0) await setImmediate();
  }
  const rank = (query: string): WordHits => {
    const results = index
      .search(query)
      // The library multiplies a sum of weights by the number of words that were found, which lets many common words
      // outweigh a rare one.
      .map(({ id, score, queryTerms: { length } }) => ({
        name: String(id),
        score: score / Math.max(1, length),
        length,
      }))
      .toSorted((one, other) => other.score - one.score);
    const words = new Set(searchTerms(query)).size;
    return {
      hits: results.map(({ name, score }) => ({ name, score })),
      share: words === 0 ? 0 : (results[0]?.length ?? 0) / words,
    };
  };
  return {
    rank,
    find: (query, limit = 10) => rank(query).hits.slice(0, limit),
    replace: (entry) => {
      if (index.has(entry.name)) index.discard(entry.name);
      index.add(entry);
    },
    remove: (name) => {
      if (index.has(name)) index.discard(name);
    },
  };
}

/** A word that an author repeats says a little more than one that stands once, so `k` is above its usual 1.2. */
const bm25 = { k: 2, b: 0.65, d: 0.5 };

/** Every word as often as it counts. */
function weightedTerms({ name, description, headings = [], examples = [], body = "" }: SearchEntry): string[] {
  const parts = [
    [4, searchTerms(name.replace(/[-_/.]+/g, " "))],
    [3, searchTerms(description)],
    [2, searchTerms(headings.join("\n"))],
    [3, searchTerms(examples.join("\n"))],
    [1, distinctTerms(body)],
  ] as const;
  return parts.flatMap(([weight, terms]) => Array.from({ length: weight }, () => terms).flat());
}
