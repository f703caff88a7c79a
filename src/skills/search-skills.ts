import type MiniSearch from "minisearch";
import { searchTerms } from "./search-terms.ts";

/** What a search knows of a skill. */
export interface SearchEntry {
  readonly name: string;
  readonly description: string;
  /** Headings of the body, and requests that it gives as examples. */
  readonly headings?: readonly string[];
  readonly examples?: readonly string[];
  /** How the body begins; each of its words counts once. */
  readonly opening?: string;
}

/** A skill that answers a search. */
export interface SkillHit {
  readonly name: string;
  /** How well it fits; comparable within one answer only. */
  readonly score: number;
}

/** A search over skills. */
export interface SkillSearch {
  /** The skills that share a word with `query`, best first. @param limit how many at most; 10 by default */
  find(query: string, limit?: number): readonly SkillHit[];
  /** Puts a skill in place of the one of its name. */
  replace(entry: SearchEntry): void;
  /** Forgets a skill; one that is not known is no error. */
  remove(name: string): void;
}

/**
 * Makes a search over skills: BM25 over name, description, headings, examples and the words that the body begins
 * with, the name counting most. The library that ranks is loaded here, so that a program that never searches does
 * without it.
 */
export async function createSkillSearch(entries: readonly SearchEntry[]): Promise<SkillSearch> {
  const { default: Index } = await import("minisearch");
  const index: MiniSearch<SearchEntry> = new Index({
    idField: "name",
    fields: ["title", "description", "headings", "examples", "opening"],
    extractField: readField,
    tokenize: (text, field) => (field === "opening" ? [...new Set(searchTerms(text))] : searchTerms(text)),
    processTerm: (term) => term,
    searchOptions: { boost: { title: 3, description: 2, opening: 0.6 }, combineWith: "OR" },
    autoVacuum: false,
  });
  index.addAll(entries);
  return {
    find: (query, limit = 10) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id, score }) => ({ name: String(id), score })),
    replace: (entry) => {
      if (index.has(entry.name)) index.discard(entry.name);
      index.add(entry);
    },
    remove: (name) => {
      if (index.has(name)) index.discard(name);
    },
  };
}

function readField(entry: SearchEntry, field: string): string {
  if (field === "title") return entry.name.replace(/[-_/.]+/g, " ");
  if (field === "name") return entry.name;
  if (field === "description") return entry.description;
  if (field === "opening") return entry.opening ?? "";
  return (field === "headings" ? entry.headings : entry.examples)?.join("\n") ?? "";
}
