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
  /** What names and descriptions may take together, in estimated tokens. @default 820 */
  readonly maxTokens?: number;
  /** Ranks better than names and descriptions alone can, for example a library's own search. */
  readonly rank?: (query: string) => Promise<readonly SkillHit[]>;
}

/** Of a description that is shown in a shortlist, in characters. */
const shownCharacters = 120;

/**
 * The part of a catalogue that a model is shown: all of it while that fits, else the skills that fit `query` best, as
 * many as there is room for. How many were left out is told, so that the caller can say it.
 */
export async function shortlist(
  entries: readonly SearchEntry[],
  query: string,
  options: ShortlistOptions = {},
): Promise<Shortlist> {
  const maxTokens = options.maxTokens ?? 820;
  if (entries.reduce((sum, entry) => sum + lineTokens(entry), 0) <= maxTokens) return { shown: entries, leftOut: 0 };
  const hits = await (options.rank ?? ((words) => rankByEntries(entries, words)))(query);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const ranked = hits.flatMap(({ name }) => byName.get(name) ?? []);
  const named = new Set(ranked);
  // A request may share no word with what it means, so room that is left is used.
  const others = entries.filter((entry) => !named.has(entry));
  const shown: SearchEntry[] = [];
  let room = maxTokens;
  for (const entry of [...ranked, ...others]) {
    const short = { name: entry.name, description: cut(entry.description) };
    room -= lineTokens(short);
    if (room < 0 && shown.length > 0) break;
    shown.push(short);
  }
  return { shown, leftOut: entries.length - shown.length };
}

async function rankByEntries(entries: readonly SearchEntry[], query: string): Promise<readonly SkillHit[]> {
  return (await createSkillSearch(entries)).find(query, entries.length);
}

/** The name counts twice: it stands in the catalogue and in the closed list that the answer is checked by. */
function lineTokens({ name, description }: SearchEntry): number {
  return 2 * textTokens(name) + textTokens(description) + 6;
}

function cut(description: string): string {
  if (description.length <= shownCharacters) return description;
  const start = description.slice(0, shownCharacters);
  return `${start.replace(/\s+\S*$/, "")}…`;
}
