import { isSopwithError, messageOf } from "../base/errors.ts";
import { startDeadline } from "../model/attempt-deadline.ts";
import type { Embedder } from "../model/embedder.ts";
import type { SkillHit, WordHits } from "./search-skills.ts";
import { createSkillVectors, type SkillVectors, type SkillVectorsParts } from "./skill-vectors.ts";

/** How a search is stopped, and who hears when it does less than it could. */
export interface SkillSearchOptions {
  readonly signal?: AbortSignal;
  /** Told, in a sentence, why words alone were compared. */
  readonly onNotice?: (message: string) => void;
  /** False: words alone are compared, as without an embedder. @default true */
  readonly byMeaning?: boolean;
}

/** Puts meanings beside words. */
export interface MeaningSearch extends Pick<SkillVectors, "replace" | "remove"> {
  /** All skills, best first; those that words found where meanings cannot be told now. @throws the signal's reason */
  rank(query: string, words: WordHits, options?: SkillSearchOptions): Promise<readonly SkillHit[]>;
}

/** Where vectors come from, and how long that may take. */
export interface MeaningSearchParts extends SkillVectorsParts {
  /** One search embeds for no longer, in ms; the next one goes on where it stopped. @default 60000 */
  readonly maxMs?: number;
}

/** After a failure, in ms: a server that is down is not waited for at every search. */
const pauseMs = 30_000;

/** Makes the search. Nothing is embedded before it is first used. */
export function createMeaningSearch({ maxMs = 60_000, embedder, file }: MeaningSearchParts): MeaningSearch {
  let answers = 0;
  const embed: Embedder["embed"] = async (texts, signal) => {
    const given = await embedder.embed(texts, signal);
    answers += 1;
    return given;
  };
  const vectors = createSkillVectors({ embedder: { name: embedder.name, embed }, file });
  let pause: { readonly until: number; readonly reason: string } | undefined;
  return {
    replace: (entry) => vectors.replace(entry),
    remove: (name) => vectors.remove(name),
    rank: async (query, words, { signal, onNotice } = {}) => {
      signal?.throwIfAborted();
      if (pause && Date.now() < pause.until) {
        onNotice?.(pause.reason);
        return words.hits;
      }
      const deadline = startDeadline(maxMs, signal);
      const before = answers;
      try {
        return join(words, await vectors.compare(query, deadline.signal, onNotice));
      } catch (thrown) {
        signal?.throwIfAborted();
        const reason = `Skills were compared by words alone: ${deadline.expired ? tooLong(maxMs) : whyFailed(thrown)}`;
        // One answer is to the request itself; without another the next search would get no further.
        if (!deadline.expired || answers - before < 2) pause = { until: Date.now() + pauseMs, reason };
        onNotice?.(reason);
        return words.hits;
      } finally {
        deadline.close();
      }
    },
  };
}

/** How much the nearest meaning adds, as a part of what the words would score that were searched. */
const meaningPart = 0.4;

/**
 * What words score, and beside it how near the meaning is. Where even the best hit holds few of the words, the request was
 * made in other words, and meanings count for more. Measured by `npm run corpus:search`.
 */
function join({ hits, share }: WordHits, meanings: ReadonlyMap<string, number>): readonly SkillHit[] {
  const byWords = new Map(hits.map(({ name, score }) => [name, score]));
  const most = meaningPart * (hits[0] ? hits[0].score / share : 1);
  const lowest = [...meanings.values()].reduce((least, value) => Math.min(least, value), Infinity);
  const range = [...meanings.values()].reduce((largest, value) => Math.max(largest, value), -Infinity) - lowest || 1;
  const names = new Set([...byWords.keys(), ...meanings.keys()]);
  return Array.from(names, (name) => {
    const near = ((meanings.get(name) ?? lowest) - lowest) / range;
    return { name, score: (byWords.get(name) ?? 0) + most * near };
  }).toSorted((one, other) => other.score - one.score);
}

function tooLong(maxMs: number): string {
  return `not all were embedded within ${Math.round(maxMs / 1000)} s; the next search goes on.`;
}

function whyFailed(thrown: unknown): string {
  if (!isSopwithError(thrown)) return `the embedder failed: ${messageOf(thrown)}`;
  return [`${thrown.message} (${thrown.code})`, ...thrown.details].join(" ");
}
