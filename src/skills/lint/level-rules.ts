import { editDistance } from "../../base/names.ts";
import { maskCode } from "../mask-code.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** Words that were meant to say how binding a step is and are read otherwise: "MUTS", "MUST-NOT", "DON’T". */
export const levelRules: LintCheck = ({ prose, atBody }: LintSubject) => {
  const found: Finding[] = [];
  for (const match of maskCode(prose).matchAll(capitalWords)) {
    const meant = meantLevel(match[0]);
    if (meant === undefined) continue;
    found.push({
      code: "SKILL_LEVEL_MISSPELT",
      message: `"${match[0].replace(/\s+/g, " ")}" is not read as a level; "${meant}" is.`,
      where: atBody(match.index),
      fix: `Write "${meant}", or small letters where no level is meant.`,
    });
    if (found.length === 20) break;
  }
  return found;
};

/** The level word or words that a word in capitals was meant for, if it is a slip of one. */
function meantLevel(word: string): string | undefined {
  const joined = /^(MUST|SHALL|SHOULD|DO)(?:[-_‐‑–—]?NOT|NT|N’T| (?:NTO|ONT|NOTT|NOOT))$/.exec(
    word.replace(/\s+/g, " "),
  );
  if (joined) return `${joined[1]} NOT`;
  if (/[^A-Z]/.test(word) || otherWords.has(word) || levels.includes(word)) return undefined;
  return levels.find((level) => isSlipOf(word, level));
}

/** Few slips only, since names in capitals are common: one in a short word, two in a long one, with its first letter kept. */
function isSlipOf(word: string, level: string): boolean {
  if (word.length < 4) return false;
  const distance = editDistance(word, level, 2);
  if (distance > (level.length > 5 ? 2 : 1)) return false;
  return word[0] === level[0] || sortedLetters(word) === sortedLetters(level);
}

function sortedLetters(word: string): string {
  return word.split("").toSorted().join("");
}

const levels = ["MUST", "SHALL", "SHOULD", "NEVER", "ALWAYS", "REQUIRED", "RECOMMENDED", "OPTIONAL", "MANDATORY"];
/** Words of their own that are as near as a slip. */
const otherWords = new Set(
  "MAST MIST MOST MUSE MUSH MUSK MUSTY STUM SMALL SHAWL SHELL STALL SHALE SHOUT SHOULDER SHOULDERS SHROUD SHOULDST NEWER AWAY REQUIRE REQUIRES REQUIRER RECOMMEND RECOMMENDS RECOMMENDER OPTION OPTIONS OPTIONALLY".split(
    " ",
  ),
);
const capitalWords =
  /(?<![\p{L}\p{N}_./-])(?:(?:MUST|SHALL|SHOULD|DO)(?:[-_‐‑–—]NOT|N’T|\s{1,4}(?:NTO|ONT|NOTT|NOOT))|[A-Z]{4,14})(?![\p{L}\p{N}_]|['’./-][\p{L}\p{N}_])/gu;
