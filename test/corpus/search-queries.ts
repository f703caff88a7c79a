import { createHash } from "node:crypto";
import { markdownLines } from "../../src/skills/markdown-lines.ts";
import { toSearchEntry } from "../../src/skills/search-entry.ts";
import type { SearchEntry } from "../../src/skills/search-skills.ts";
import { searchTerms } from "../../src/skills/search-terms.ts";
import type { Skill } from "../../src/skills/skill.ts";

/**
 * Where a request comes from: `said`: speech that a skill quotes as what its users say; `when`: a case that a skill
 * lists under "When to use"; `written`: by hand, for this measurement.
 */
export type QueryKind = "said" | "when" | "written";

/** A request, and the skill it was taken from. */
export interface SearchQuery {
  readonly text: string;
  readonly skill: string;
  readonly language: "en" | "zh";
  readonly kind: QueryKind;
  /** What could be searched with instead. */
  readonly words?: string;
}

/** A skill as it is indexed for the measurement, and the requests that were kept out of it. */
export interface HeldOut {
  readonly entry: SearchEntry;
  readonly queries: readonly SearchQuery[];
}

/** Of one kind, from one skill. */
const maxQueries = 3;

/**
 * Takes requests out of the skills' texts, at most three of each kind from one skill, chosen by hash. The lines they
 * stand on are not indexed. No request is
 *
 * - a text that shares more than half of its words with the name and the description;
 * - a text of less than four different words, such as "Meet compliance requirements";
 * - a text that without the words of the skill's name stands in two skills: it comes from a template;
 * - code, a path, a link, or what stands under a heading that says when not to use the skill.
 */
export function holdOut(skills: readonly Skill[]): HeldOut[] {
  const all = skills.map((skill) => ({ skill, queries: requestsOf(skill) }));
  const counts = new Map<string, number>();
  for (const { queries } of all)
    for (const text of new Set(queries.map(withoutName))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return all.map(({ skill, queries }) => {
    const own = queries.filter((query) => counts.get(withoutName(query)) === 1).toSorted(byHash);
    const chosen = (["said", "when"] as const).flatMap((kind) =>
      own.filter((query) => query.kind === kind).slice(0, maxQueries),
    );
    const rest = skill.body
      .split("\n")
      .filter((line) => !chosen.some(({ text }) => line.replace(/\s+/g, " ").includes(text)));
    return { entry: toSearchEntry(skill, rest.join("\n")), queries: chosen };
  });
}

function requestsOf(skill: Skill): SearchQuery[] {
  const known = new Set(searchTerms(`${skill.name.replaceAll("-", " ")} ${skill.description}`));
  const found = new Map<string, SearchQuery>();
  let under: QueryKind | undefined;
  for (const line of markdownLines(skill.body, 1)) {
    if (line.kind === "heading") under = kindOf(line.text);
    if (line.kind === "heading" || line.kind === "blank" || !under) continue;
    const quoted = [...line.text.matchAll(/["“「]([^"”」\n]{8,160})["”」]/g)].map((match) => match[1]!);
    const listed = line.kind === "text" ? [] : [line.text];
    for (const text of quoted.length > 0 ? quoted : listed) {
      const language = isChinese(text) ? "zh" : "en";
      const kind = quoted.length > 0 ? "said" : under;
      if (isRequest(text, known)) found.set(text, { text, skill: skill.name, language, kind });
    }
  }
  return [...found.values()];
}

function kindOf(heading: string): QueryKind | undefined {
  if (/\bnot\b|\bavoid|\bdon'?t|instead|\banti/i.test(heading)) return undefined;
  return saidHeading.test(heading) ? "said" : whenHeading.test(heading) ? "when" : undefined;
}

const saidHeading =
  /\b(?:(?:example|sample|suggested|typical|usage) (?:user )?(?:prompts?|requests?|quer(?:y|ies)|interactions?|questions?|phrases|triggers?)|trigger (?:phrases|words|examples|prompts)|triggers?|(?:users?|they) (?:says?|asks?|might say|may ask)|test(?:ing)? prompts|prompt examples)\b|触发/i;
const whenHeading = /\b(?:when to (?:use|activate|apply)|use (?:this skill )?when|use cases?)\b|何时使用|场景/i;

function isRequest(text: string, known: ReadonlySet<string>): boolean {
  if (text.length > 160 || /[`<>{}|\\/$=*[\]_#]|\w\(|https?:/.test(text)) return false;
  const terms = [...new Set(searchTerms(text))];
  return terms.length >= 4 && terms.filter((term) => known.has(term)).length * 2 <= terms.length;
}

function isChinese(text: string): boolean {
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) * 3 > text.length;
}

function withoutName({ text, skill }: SearchQuery): string {
  const name = new Set(searchTerms(skill.replaceAll("-", " ")));
  return searchTerms(text)
    .filter((term) => !name.has(term))
    .join(" ");
}

function byHash(one: SearchQuery, other: SearchQuery): number {
  return hash(one.skill + one.text) < hash(other.skill + other.text) ? -1 : 1;
}

/** In hexadecimal digits. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
