import type { Finding } from "./finding.ts";
import type { SkillFacts } from "./required-rules.ts";

/** Descriptions that share this much of their telling words are taken for each other. */
const threshold = 0.6;

/** Thousands of skills with one description are told without comparing each with all. */
const maxCandidates = 500;

/**
 * Skills whose descriptions a model will confuse: those that share most of the words that tell them from all others. Each
 * pair is reported once, at the later skill. Time grows with the pairs that share a rare word, not with all pairs.
 */
export function checkLikeness(skills: readonly SkillFacts[]): Finding[] {
  const documents = weigh(skills);
  const postings = new Map<string, number[]>();
  const found: Finding[] = [];
  for (const [index, document] of documents.entries()) {
    const candidates = new Set(document.prefix.flatMap((word) => postings.get(word) ?? []));
    let best: { readonly other: number; readonly likeness: number } | undefined;
    let more = 0;
    for (const other of [...candidates].slice(0, maxCandidates)) {
      if (skills[other]!.name === skills[index]!.name) continue;
      const likeness = likenessOf(document, documents[other]!);
      if (likeness < threshold) continue;
      if (best) more += 1;
      if (!best || likeness > best.likeness) best = { other, likeness };
    }
    if (best) found.push(finding({ skill: skills[index]!, other: skills[best.other]!, likeness: best.likeness, more }));
    for (const word of document.prefix) {
      const list = postings.get(word);
      if (list) list.push(index);
      else postings.set(word, [index]);
    }
  }
  return found;
}

interface Pair {
  readonly skill: SkillFacts;
  readonly other: SkillFacts;
  readonly likeness: number;
  readonly more: number;
}

function finding({ skill, other, likeness, more }: Pair): Finding {
  const others = more === 0 ? "" : `, and ${more} more`;
  return {
    code: "SKILL_DESCRIPTIONS_ALIKE",
    message: `A model will confuse this skill with "${other.name}" (${other.location})${others}: their descriptions share ${Math.round(likeness * 100)} % of their telling words.`,
    where: skill.places.description,
    fix: 'Say in each what the other is not for: "Use when ...; for ... use the other one".',
  };
}

interface WeighedDocument {
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  /** The rarest words: two documents above the threshold share one of them. */
  readonly prefix: readonly string[];
}

/**
 * A word counts the more, the fewer descriptions hold it, by the square: a name that no other has outweighs a template's
 * sentences. A thousand imagined descriptions keep the words of a small set about equal.
 */
function weigh(skills: readonly SkillFacts[]): WeighedDocument[] {
  const wordSets = skills.map((skill) => new Set(wordsOf(skill.description)));
  const counts = new Map<string, number>();
  for (const words of wordSets) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string): number => Math.log(1 + (skills.length + 1000) / counts.get(word)!) ** 2;
  return wordSets.map((words) => {
    const weights = new Map(Array.from(words, (word) => [word, weightOf(word)]));
    const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    const ordered = [...weights].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    let rest = total;
    const end = ordered.findIndex(([, weight]) => (rest -= weight) < threshold * total);
    return { weights, total, prefix: ordered.slice(0, end + 1).map(([word]) => word) };
  });
}

/** Weight of the words in both, over the weight of the words in either. */
function likenessOf(one: WeighedDocument, other: WeighedDocument): number {
  let shared = 0;
  for (const [word, weight] of one.weights) if (other.weights.has(word)) shared += weight;
  return shared === 0 ? 0 : shared / (one.total + other.total - shared);
}

/** Words in small letters that tell something; of Chinese, Japanese and Thai pairs of neighbouring letters. */
function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").toLowerCase().match(wordPattern) ?? [];
  return words.flatMap((word) => (unspaced.test(word) ? pairsOf(word) : commonWords.has(word) ? [] : [word]));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}]+|[\p{L}\p{N}\p{M}]+/gu;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const commonWords: ReadonlySet<string> = new Set(
  "a an and any are as at be by can do does for from has have if in into is it its of on or that the their them then they this to use used user users uses using want wants was what when where which who will with you your skill skills".split(
    " ",
  ),
);
