import { maskCode } from "./mask-code.ts";
import type { StepLevel } from "./sop.ts";

/** A word that says how binding a sentence is. */
export interface LevelWord {
  readonly level: StepLevel;
  readonly start: number;
  readonly end: number;
}

/**
 * The level words of a text in order. English ones count in capitals only, as RFC 8174 has it; words inside code and
 * addresses do not count. SHOULD NOT and its Chinese forms are `may`: such a step is neither due nor forbidden.
 */
export function levelWords(text: string): LevelWord[] {
  if (!mayHoldLevel.test(text)) return [];
  return [...maskCode(text).matchAll(levelPattern)].map((match) => {
    const group = Object.entries(match.groups ?? {}).find(([, word]) => word !== undefined);
    return {
      level: levelOfGroup[group?.[0] ?? ""] ?? "should",
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

/** Every form has three capitals in a row or is Chinese. Most sentences hold none, which this tells at little cost. */
const mayHoldLevel = /[A-Z]{3}|[\u4e00-\u9fff]/;

const levelOfGroup: Readonly<Record<string, StepLevel>> = {
  ban: "must-not",
  weak: "may",
  must: "must",
  should: "should",
  may: "may",
};

/** Longer forms stand first: MUST NOT is no MUST, 不可以 is no 可以. 不得不 and 要不要 are no bans. */
const levelPattern = new RegExp(
  [
    String.raw`(?<ban>\b(?:MUST|SHALL)(?:\s+\*{0,2}NOT\b|\s+NEVER\b|N'T\b)|\bNEVER\b|\bDO NOT\b|\bDON'T\b|禁止|严禁|不得(?!不)|切勿|请勿|不可以|(?<!要)不要|绝不能?)`,
    String.raw`(?<weak>\bSHOULD(?:\s+NOT\b|N'T\b)|\bNOT\s+(?:RECOMMENDED|REQUIRED)\b|不应当?该?|不建议|不宜|不必须?|无需|不需要)`,
    String.raw`(?<must>\b(?:MUST|SHALL|REQUIRED|ALWAYS|MANDATORY)\b|必须|务必|必需)`,
    String.raw`(?<should>\b(?:SHOULD|RECOMMENDED)\b|应当|应该|建议|推荐)`,
    String.raw`(?<may>\b(?:MAY|OPTIONAL|OPTIONALLY)\b|(?<!如果|若|是否)可以|可选)`,
  ].join("|"),
  "gu",
);
