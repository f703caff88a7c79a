import { isOnlyNamed } from "./ban-mention.ts";
import { maskCode } from "./mask-code.ts";
import type { StepLevel } from "./sop.ts";
import { conditionLength, isConditional } from "./step-condition.ts";
import { levelWords, type LevelWord } from "./step-level.ts";
import { namedTools, type NamedTool } from "./step-tools.ts";

/** What the words of one instruction ask for. `ban` is there when the same instruction also forbids tools. */
export interface StepReading {
  readonly level: StepLevel;
  readonly tools: readonly string[];
  readonly conditional: boolean;
  readonly ban?: { readonly text: string; readonly tools: readonly string[]; readonly conditional: boolean };
}

/**
 * Reads level, tools and condition of an instruction; lines of `text` are taken as sentences. "Call `a/b`. NEVER call
 * `c/d`" asks for one tool and forbids another, and one level for both would turn one of them round: the forbidden
 * tools are told apart.
 */
export function readStep(text: string): StepReading {
  const tools = namedTools(text);
  const sentences = splitSentences(text);
  const wordsBySentence = sentences.map(wordsOf);
  const words = wordsBySentence.flat();
  const allBans = sentences.flatMap((sentence, index) => bansOf(sentence, wordsBySentence[index]!, tools));
  const bans = allBans.filter((ban) => ban.tools.length > 0);
  const banned = new Set(bans.flatMap((ban) => ban.tools));
  const named = new Set([
    ...bans.flatMap((ban) => [...ban.tools, ...ban.limits]),
    ...allBans.flatMap((ban) => ban.mentions),
  ]);
  const asked = tools.filter((tool) => !named.has(tool));
  const plainWords = words.filter((word) => word.level !== "must-not");
  const banTools = namesOf([...banned]);
  const banConditional = bans.some((ban) => ban.conditional);
  const decidingWord = asked.length > 0 || bans.length > 0 ? plainWords[0] : words[0];
  const conditional = hangsOnCondition(sentences, asked[0]?.start ?? decidingWord?.start ?? 0);
  if (bans.length > 0 && asked.length === 0 && plainWords.length === 0) {
    return { level: "must-not", tools: banTools, conditional: conditional || banConditional };
  }
  const main = { level: decidingWord?.level ?? "should", tools: namesOf(asked), conditional };
  if (bans.length === 0) return main;
  const banText = [...new Set(bans.map((ban) => ban.sentence))].join(" ");
  return { ...main, ban: { text: banText, tools: banTools, conditional: banConditional } };
}

/** The condition of the first sentence, or of the one that says what is to be done (at `offset`). */
function hangsOnCondition(sentences: readonly Sentence[], offset: number): boolean {
  const acting = sentences.findLast((sentence) => sentence.start <= offset);
  return [sentences[0], acting].some((sentence) => sentence !== undefined && isConditional(sentence.text));
}

interface Sentence {
  readonly text: string;
  readonly start: number;
}

interface Ban {
  readonly tools: readonly NamedTool[];
  /** Tools of the ban's own limit: "before `c/d`". They are neither asked for nor forbidden. */
  readonly limits: readonly NamedTool[];
  /** Tools that the ban only speaks of: "what `a/b` has not given". They are neither asked for nor forbidden either. */
  readonly mentions: readonly NamedTool[];
  readonly conditional: boolean;
  readonly sentence: string;
}

function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const end of [...maskCode(text).matchAll(sentenceEnd)]
    .map((match) => match.index + match[0].length)
    .concat(text.length)) {
    const sentence = text.slice(start, end);
    if (sentence.trim() !== "") sentences.push({ text: sentence, start });
    start = end;
  }
  return sentences;
}

/** Level words of a sentence, at their offsets in the whole text; a word inside the leading condition decides nothing. */
function wordsOf(sentence: Sentence): LevelWord[] {
  const from = conditionLength(sentence.text);
  return levelWords(sentence.text)
    .filter((word) => word.start >= from)
    .map((word) => ({ ...word, start: word.start + sentence.start, end: word.end + sentence.start }));
}

/** A ban reaches from its word to the next level word or turn of the sentence; "`a/b` MUST NOT be called" reaches back. */
function bansOf(sentence: Sentence, words: readonly LevelWord[], tools: readonly NamedTool[]): Ban[] {
  const sentenceEndsAt = sentence.start + sentence.text.length;
  return words.flatMap((word, index) => {
    if (word.level !== "must-not") return [];
    const reach = words[index + 1]?.start ?? sentenceEndsAt;
    const rest = sentence.text.slice(word.end - sentence.start, reach - sentence.start);
    const end = word.end + (maskTools(rest).search(turn) + 1 || rest.length + 1) - 1;
    const after = tools.filter((tool) => tool.start >= word.end && tool.start < end);
    const banned = after.length > 0 ? after : toolsBefore(sentence, word, tools);
    const limitAt = maskCode(rest).search(limit);
    const limits = limitAt === -1 ? [] : tools.filter((tool) => tool.start >= word.end + limitAt && tool.start < reach);
    const conditional = isConditional(sentence.text) || limitAt !== -1;
    const mentions = banned.filter((tool) => isMention(sentence, tool));
    const forbidden = banned.filter((tool) => !mentions.includes(tool));
    return [{ tools: forbidden, limits, mentions, conditional, sentence: sentence.text.trim() }];
  });
}

function isMention({ text, start }: Sentence, tool: NamedTool): boolean {
  return isOnlyNamed(text.slice(0, tool.start - start), text.slice(tool.end - start));
}

function toolsBefore(sentence: Sentence, word: LevelWord, tools: readonly NamedTool[]): NamedTool[] {
  const before = tools.filter((tool) => tool.start >= sentence.start && tool.end <= word.start);
  const found: NamedTool[] = [];
  let edge = word.start;
  for (const tool of before.toReversed()) {
    const between = sentence.text.slice(tool.end - sentence.start, edge - sentence.start);
    if (between.length > 20 || !/^[\s*,、和与及或]*(?:and|or|is|are|tools?)?[\s*]*$/.test(between)) break;
    found.push(tool);
    edge = tool.start;
  }
  return found;
}

/** Code spans become "`" and blanks, so that "comma, then a tool" can be told from "comma, then other words". */
function maskTools(text: string): string {
  return text.replace(/`[^`]*`/g, (span) => `\`${" ".repeat(span.length - 1)}`);
}

function namesOf(tools: readonly NamedTool[]): string[] {
  return [...new Set(tools.map((tool) => tool.name))];
}

const sentenceEnd = /[.!?;](?=\s)|[。！？；\n]/g;
/** Where a ban ends inside its sentence: a comma that no further tool follows, a contrast, a limit. */
const turn =
  /[,，](?!\s*(?:or\s|and\s|nor\s|或|和)?\s*`)|\b(?:but|instead|before|until|unless|without|after|if|when|while|because)\b|之前|而是|而应|改用|除非/i;
const limit = /\b(?:before|until|unless|without|after|if|when|while)\b|之前|前[^面提]|除非|未经|没有/i;
