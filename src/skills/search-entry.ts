import { markdownLines } from "./markdown-lines.ts";
import type { SearchEntry } from "./search-skills.ts";
import type { SkillSummary } from "./skill.ts";

/** Beyond so many characters of headings, and of examples, a skill seldom says anything new. */
const maxCharacters = 2000;
/** Longer bodies are mostly collections, in which every word stands somewhere. */
const maxBodyCharacters = 20_000;

/**
 * What a search is to know of a skill: beside name and description its headings, what stands under headings like
 * "Examples" and "When to use", and the words of its text.
 */
export function toSearchEntry(
  { name, description }: Pick<SkillSummary, "name" | "description">,
  body: string,
): SearchEntry {
  const headings: string[] = [];
  const examples: string[] = [];
  const room = new Map([headings, examples].map((list) => [list, maxCharacters]));
  let inExamples = false;
  for (const line of markdownLines(body, 1)) {
    if (line.kind === "blank") continue;
    if (line.kind === "heading") inExamples = exampleHeading.test(line.text);
    const list = line.kind === "heading" ? headings : inExamples ? examples : undefined;
    const left = list && room.get(list);
    if (!list || !left || left <= 0) continue;
    room.set(list, left - line.text.length);
    list.push(line.text.slice(0, 300));
  }
  return { name, description, headings, examples, body: body.slice(0, maxBodyCharacters) };
}

const exampleHeading =
  /\b(?:examples?|use cases?|when to (?:use|activate|apply)|usage|triggers?|activat\w+|trigger phrases|use when|capabilities|overview|purpose|what (?:this|it) does)\b|示例|例子|场景|何时|用法|触发|适用|功能|概述/i;
