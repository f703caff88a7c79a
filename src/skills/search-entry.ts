import { markdownLines } from "./markdown-lines.ts";
import type { SearchEntry } from "./search-skills.ts";
import type { SkillSummary } from "./skill.ts";

/** Beyond so many characters of headings, of examples, and of text, a skill seldom says anything new. */
const maxCharacters = 2000;

/**
 * What a search is to know of a skill: beside name and description its headings, what stands under headings like
 * "Examples" and "When to use", and how its text begins. Code is left out.
 */
export function toSearchEntry(
  { name, description }: Pick<SkillSummary, "name" | "description">,
  body: string,
): SearchEntry {
  const headings: string[] = [];
  const examples: string[] = [];
  const opening: string[] = [];
  const room = { headings: maxCharacters, examples: maxCharacters, opening: maxCharacters };
  const add = (list: string[], key: keyof typeof room, text: string): void => {
    if (room[key] <= 0) return;
    room[key] -= text.length;
    list.push(text.slice(0, 300));
  };
  let inExamples = false;
  for (const line of markdownLines(body, 1)) {
    if (line.kind === "blank") continue;
    if (line.kind === "heading") inExamples = exampleHeading.test(line.text);
    const lists = line.kind === "heading" ? { headings } : inExamples ? { examples, opening } : { opening };
    for (const [key, list] of Object.entries(lists)) add(list, key as keyof typeof room, line.text);
  }
  return { name, description, headings, examples, opening: opening.join("\n") };
}

const exampleHeading =
  /\b(?:examples?|use cases?|when to (?:use|activate|apply)|usage|triggers?|activat\w+|trigger phrases|use when|capabilities|overview|purpose|what (?:this|it) does)\b|示例|例子|场景|何时|用法|触发|适用|功能|概述/i;
