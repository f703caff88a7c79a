/**
 * The words of a text as a search compares them: in lower case, composed, without English endings; Chinese, Japanese and
 * Thai text both as words and as pairs of neighbouring characters, since a dictionary seldom cuts a request and a
 * description alike. Words that stand in every request are left out.
 */
export function searchTerms(text: string): string[] {
  return toTerms(runsOf(text));
}

/** The same words, each once. Much faster for a long text, whose words mostly come again. */
export function distinctTerms(text: string): string[] {
  return [...new Set(toTerms(new Set(runsOf(text))))];
}

function runsOf(text: string): readonly string[] {
  return text.normalize("NFKC").toLowerCase().match(runs) ?? [];
}

function toTerms(found: Iterable<string>): string[] {
  const terms: string[] = [];
  for (const run of found) {
    if (!unspaced.test(run)) addWord(terms, run);
    else for (const [part] of run.matchAll(scriptRuns)) addPart(terms, part);
  }
  return terms;
}

function addPart(terms: string[], part: string): void {
  if (!unspaced.test(part)) {
    addWord(terms, part);
    return;
  }
  const words = new Set<string>();
  for (const { segment, isWordLike } of wordsOf(part)) {
    if (isWordLike && segment.length > 1 && !chineseStopWords.has(segment)) words.add(segment);
  }
  terms.push(...words);
  const letters = Array.from(part);
  if (letters.length === 1) terms.push(part);
  for (let index = 1; index < letters.length; index += 1) {
    const pair = `${letters[index - 1]}${letters[index]}`;
    if (!words.has(pair) && !chineseStopWords.has(pair)) terms.push(pair);
  }
}

function addWord(terms: string[], word: string): void {
  if (stopWords.has(word) || (word.length === 1 && !/\d/.test(word))) return;
  terms.push(stem(word.slice(0, 64)));
}

/**
 * Takes off the endings that tell "invoices", "reviewing" and "validation" from "invoice", "reviewed" and "validate"; no
 * more, so that words stay apart: "formatting" is not "form".
 */
function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const single = word.replace(/([^aeiou])ies$/, "$1y").replace(/(?<=[sxz]|[cs]h)es$|(?<=[^sui])s$/, "");
  const root = single.replace(/(?<=[a-z]{2}[^aeo])at(?:e|ed|ing|ion|or)$/, "").replace(/(?<=[a-z]{4}[st])ion$/, "");
  if (root !== single) return root;
  const bare = single.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "");
  if (bare === single) return single.length > 4 ? single.replace(/e$/, "") : single;
  return bare.replace(/([^aeiouslz])\1$/, "$1").replace(/e$/, "");
}

let segmenter: Intl.Segmenter | undefined;

function wordsOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  return segmenter.segment(text);
}

const runs = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const scriptRuns =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{M}ー々]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

const stopWords = new Set(
  (
    "a about after all also am an and any are as at be been before being but by can could did do does doing for from " +
    "get had has have he help her here his how i if in into is it its just let like make me more most my need no not " +
    "now of off on once one only or other our out over own please she should skill skills so some such than that the " +
    "their them then there these they this those through to too under until up us use used user users uses using very " +
    "via want wants was we were what when where which while who why will with would you your"
  ).split(" "),
);
const chineseStopWords = new Set(
  "我们 你们 他们 一个 一下 这个 那个 什么 怎么 如何 可以 需要 请帮 帮我 我想 想要 使用 用户 进行 以及 或者 技能".split(
    " ",
  ),
);
