import { textTokens } from "../base/text-tokens.ts";
import { createSkillSearch, type SearchEntry, type SkillHit } from "./search-skills.ts";

/** A catalogue that fits its budget. */
export interface Shortlist {
  /**
   * Best first where some were left out, else in the order given. Where room was short, descriptions are cut, and those
   * of the later ones are empty.
   */
  readonly shown: readonly SearchEntry[];
  readonly leftOut: number;
  /** How many of those shown have no description left. */
  readonly namesAlone: number;
}

/** How a catalogue is shortened. */
export interface ShortlistOptions {
  /** What names and descriptions may take together, in estimated tokens. @default 850 */
  readonly maxTokens?: number;
  /** Ranks better than names and descriptions alone can, for example a library's own search. */
  readonly rank?: (query: string) => Promise<readonly SkillHit[]>;
}

/** Of the descriptions shown first, in characters: what fits best is told best. */
const firstShown = { count: 8, characters: 120 };
/**
 * Of the descriptions after these: the first with which all can be shown, else the last. A name alone costs a fifth of a
 * line and says much, so that of thousands the one that is meant is seldom left out.
 */
const otherCharacters = [120, 60, 0];

/**
 * The part of a catalogue that a model is shown: all of it while that fits, else the skills that fit `query` best, as
 * many as there is room for. How many were left out is told, so that the caller can say it.
 */
export async function shortlist(
  entries: readonly SearchEntry[],
  query: string,
  options: ShortlistOptions = {},
): Promise<Shortlist> {
  const maxTokens = options.maxTokens ?? 850;
  if (entries.reduce((sum, entry) => sum + lineTokens(entry), 0) <= maxTokens)
    return { shown: entries, leftOut: 0, namesAlone: 0 };
  const hits = await (options.rank ?? ((words) => rankByEntries(entries, words)))(query);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const ranked = hits.flatMap(({ name }) => byName.get(name) ?? []);
  const named = new Set(ranked);
  // A request may share no word with what it means, so room that is left is used.
  const others = entries.filter((entry) => !named.has(entry));
  const ordered = [...ranked, ...others];
  let shown: readonly SearchEntry[] = [];
  for (const characters of otherCharacters) {
    shown = fill(ordered, characters, maxTokens);
    if (shown.length === ordered.length) break;
  }
  const namesAlone = shown.filter(({ description }) => description === "").length;
  return { shown, leftOut: entries.length - shown.length, namesAlone };
}

/** As many as there is room for, and one at least. */
function fill(ordered: readonly SearchEntry[], otherLength: number, maxTokens: number): readonly SearchEntry[] {
  const shown: SearchEntry[] = [];
  let room = maxTokens;
  for (const { name, description } of ordered) {
    const characters = shown.length < firstShown.count ? firstShown.characters : otherLength;
    const short = { name, description: shorten(description, characters) };
    room -= lineTokens(short);
    if (room < 0 && shown.length > 0) break;
    shown.push(short);
  }
  return shown;
}

/** A description as a shortlist shows it. @param characters after so many it is cut, at a blank; 120 by default */
export function shorten(description: string, characters: number = firstShown.characters): string {
  if (characters === 0) return "";
  if (description.length <= characters) return description;
  const start = description.slice(0, characters);
  return `${start.replace(/\s+\S*$/, "")}…`;
}

async function rankByEntries(entries: readonly SearchEntry[], query: string): Promise<readonly SkillHit[]> {
  return (await createSkillSearch(entries)).find(query, entries.length);
}

/** With the dash, the colon and the line's end. */
function lineTokens({ name, description }: SearchEntry): number {
  return textTokens(name) + textTokens(description) + (description === "" ? 1 : 3);
}
