/** What a heading says of the lists below it. */
export type SectionKind = "steps" | "rules";

/** A heading, read. `number` is there for `1. Title`, `Step 2: Title`, 第三步; `isStep` when it calls itself a step. */
export interface HeadingReading {
  readonly title: string;
  readonly number?: string;
  readonly isStep: boolean;
  readonly section?: SectionKind;
}

/** Reads a heading's number and tells whether it announces a procedure or a list of rules. */
export function readHeading(text: string): HeadingReading {
  const plain = text
    .replace(/[*_`]/g, "")
    .replace(/^[^\p{L}\p{N}（(]+/u, "")
    .trim();
  const match = stepHeading.exec(plain) ?? numberHeading.exec(plain);
  const isStep = stepHeading.test(plain);
  const number = match ? toNumber(match[1] ?? match[2] ?? "") : undefined;
  const title = number === undefined ? plain : (match?.[3] ?? "").trim() || plain;
  const section = isStep ? undefined : sectionOf(title);
  return { title, isStep, ...(number === undefined ? {} : { number }), ...(section ? { section } : {}) };
}

/** The kind of section a title announces, if it announces one. */
export function sectionOf(title: string): SectionKind | undefined {
  if (title.length > 60 || notSteps.test(title)) return undefined;
  if (rulesTitle.test(title)) return "rules";
  return stepsTitle.test(title) ? "steps" : undefined;
}

/** Digits of `2.1`, 三 or 十二; undefined for anything else. */
function toNumber(written: string): string | undefined {
  if (/^\d/.test(written)) return written;
  const [tens, ones] = written.includes("十") ? written.split("十") : [undefined, written];
  const value = (tens === undefined ? 0 : tens === "" ? 10 : toDigit(tens) * 10) + toDigit(ones);
  return value > 0 ? String(value) : undefined;
}

function toDigit(letter: string | undefined): number {
  return Math.max(0, chineseDigits.indexOf(letter || "〇"));
}

const chineseDigits = "〇一二三四五六七八九";
const stepHeading =
  /^(?:(?:step|步骤)\s*([\d.]*\d|[一二三四五六七八九十]{1,3})|第\s*(\d+|[一二三四五六七八九十]{1,3})\s*步)\s*[.):：、—–-]*\s*(.*)$/iu;
const numberHeading =
  /^(?:(\d{1,2}(?:\.\d{1,2})*)(?:[.):：、．]\s*|\s+)|[（(]?([一二三四五六七八九十]{1,3})[）)]?[、.．：:]?\s*)(\S.*)$/u;
const stepsTitle =
  /\b(?:steps|procedure|sop)\b|^(?:the\s+)?(?:workflow|process|instructions)$|步骤|流程|规程|操作顺序/i;
const rulesTitle = /^(?:.*\s)?(?:rules|constraints|guardrails|prohibitions)$|规则|约束|禁止事项|禁令|红线/i;
const notSteps = /\b(?:next|further|future) steps\b|后续步骤|下一步/i;
