import { createHash } from "node:crypto";
import { markdownLines } from "../../src/skills/markdown-lines.ts";
import { toSearchEntry } from "../../src/skills/search-entry.ts";
import type { SearchEntry } from "../../src/skills/search-skills.ts";
import { searchTerms } from "../../src/skills/search-terms.ts";
import type { Skill } from "../../src/skills/skill.ts";

/** A request, and the skill it was taken from. */
export interface SearchQuery {
  readonly text: string;
  readonly skill: string;
  readonly language: "en" | "zh";
}

/** A skill as it is indexed for the measurement, and the requests that were kept out of it. */
export interface HeldOut {
  readonly entry: SearchEntry;
  readonly queries: readonly SearchQuery[];
}

/**
 * Takes requests out of a skill's text: at most one in each language, chosen by hash. The lines they stand on
 * are not indexed, and a request that shares half of its words with the name and the description is no request.
 */
export function holdOut(skill: Skill): HeldOut {
  const known = new Set(searchTerms(`${skill.name.replaceAll("-", " ")} ${skill.description}`));
  const chosen = requestsOf(skill.body)
    .filter((text) => isRequest(text, known))
    .map((text) => ({ text, key: createHash("sha256").update(skill.name).update(text).digest("hex") }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const queries: SearchQuery[] = [];
  for (const { text } of chosen) {
    const language = isChinese(text) ? "zh" : "en";
    if (queries.some((query) => query.language === language)) continue;
    queries.push({ text, language, skill: skill.name });
  }
  const rest = skill.body
    .split("\n")
    .filter((line) => !queries.some(({ text }) => line.replace(/\s+/g, " ").includes(text)));
  return { entry: toSearchEntry(skill, rest.join("\n")), queries };
}

/** What stands under headings that tell when to use the skill or what users say, and quoted speech anywhere. */
function requestsOf(body: string): string[] {
  const found: string[] = [];
  let asks = false;
  for (const line of markdownLines(body, 1)) {
    if (line.kind === "heading") asks = askingHeading.test(line.text) && !/\bnot\b|\bavoid/i.test(line.text);
    else if (line.kind !== "blank") {
      const quoted = [...line.text.matchAll(/["“「]([^"”」\n]{8,120})["”」]/g)].map((match) => match[1]!);
      if (asks && quoted.length > 0) found.push(...quoted);
      else if ((asks && line.kind !== "text") || isChinese(line.text)) found.push(line.text);
    }
  }
  return found.filter((text) => text.length <= 160 && !/[`<>{}|\\/$=*[\]]|\w\(/.test(text));
}

const askingHeading =
  /\b(?:when to (?:use|activate|apply)|use (?:this skill )?when|use cases?|triggers?|trigger phrases|example (?:prompts|requests|queries)|user (?:says|asks))\b|何时使用|使用场景|触发|适用场景/i;

function isChinese(text: string): boolean {
  return (text.match(/\p{Script=Han}/gu)?.length ?? 0) * 3 > text.length;
}

function isRequest(text: string, known: ReadonlySet<string>): boolean {
  const terms = [...new Set(searchTerms(text))];
  return terms.length >= 3 && terms.filter((term) => known.has(term)).length * 2 <= terms.length;
}

/** Requests in Chinese, written by hand from the names of the few published skills that are described in Chinese. */
export const chineseRequests: readonly SearchQuery[] = [
  ["a-stock-analysis", "茅台今天涨了多少，量能怎么样"],
  ["a-stock-analysis", "帮我盯一下这几只股票，看主力有没有在出货"],
  ["gaokao-science-tutor", "这道电磁感应的题我不会，一步一步讲给我听"],
  ["gaokao-science-tutor", "高三化学平衡总是算错，怎么补"],
  ["gaokao-liberal-arts-tutor", "洋务运动为什么失败，帮我梳理要点"],
  ["gaokao-liberal-arts-tutor", "季风气候的成因我总记不住，地理怎么学"],
  ["gaokao-general-tech-tutor", "榫卯结构的三视图怎么画"],
  ["gaokao-general-tech-tutor", "控制系统的流程图我看不懂"],
  ["horror-night", "今晚想玩一局雪山里的剧本杀"],
  ["horror-night", "来个恐怖一点的推理故事，我来找线索"],
  ["star-whisper", "想玩飞船坠毁之后在外星求生的游戏"],
  ["star-whisper", "继续我的星球探索，看看还剩多少资源"],
].map(([skill = "", text = ""]) => ({ skill, text, language: "zh" as const }));
