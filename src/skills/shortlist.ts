import { textTokens } from "../base/text-tokens.ts";
import { createSkillSearch, type SearchEntry, type SkillHit } from "./search-skills.ts";

/** A catalogue that fits its budget. */
export interface Shortlist {
  /** Best first where some were left out, else in the order given. Descriptions are cut where room was short. */
  readonly shown: readonly SearchEntry[];
  readonly leftOut: number;
}

/** How a catalogue is shortened. */
export interface ShortlistOptions {
  /** What names and descriptions may take together, in estimated tokens. @default 750 */
  readonly maxTokens?: number;
  /** Ranks better than names and descriptions alone can, for example a library's own search. */
  readonly rank?: (query: string) => Promise<readonly SkillHit[]>;
}

/** Of the descriptions shown first, and of all others, in characters: what fits best is told best. */
const firstShown = { count: 8, characters: 120 };
const otherCharacters = 60;

/**
 * The part of a catalogue that a model is shown: all of it while that fits, else the skills that fit `query` best, as
 * many as there is room for. How many were left out is told, so that the caller can say it.
 */
export async function shortlist(
  entries: readonly SearchEntry[],
  query: string,
  options: ShortlistOptions = {},
): Promise<Shortlist> {
  const maxTokens = options.maxTokens ?? 750;
  if (entries.reduce((sum, entry) => sum + lineTokens(entry), 0) <= maxTokens) return { shown: entries, leftOut: 0 };
  const hits = await (options.rank ?? ((words) => rankByEntries(entries, words)))(query);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const ranked = hits.flatMap(({ name }) => byName.get(name) ?? []);
  const named = new Set(ranked);
  // A request may share no word with what it means, so room that is left is used.
  const others = entries.filter((entry) => !named.has(entry));
  const shown: SearchEntry[] = [];
  let room = maxTokens;
  for (const { name, description } of [...ranked, ...others]) {
    const characters = shown.length < firstShown.count ? firstShown.characters : otherCharacters;
    const short = { name, description: shorten(description, characters) };
    room -= lineTokens(short);
    if (room < 0 && shown.length > 0) break;
    shown.push(short);
  }
  return { shown, leftOut: entries.length - shown.length };
}

/** A description as a shortlist shows it. @param characters after so many it is cut, at a blank; 120 by default */
export function shorten(description: string, characters: number = firstShown.characters): string {
  if (description.length <= characters) return description;
  const start = description.slice(0, characters);
  return `${start.replace(/\s+\S*$/, "")}…`;
}

async function rankByEntries(entries: readonly SearchEntry[], query: string): Promise<readonly SkillHit[]> {
  return (await createSkillSearch(entries)).find(query, entries.length);
}

/** With the dash, the colon and the line's end. */
function lineTokens({ name, description }: SearchEntry): number {
  return textTokens(name) + textTokens(description) + 3;
}
