import { joinNames } from "../base/names.ts";
import type { Locale } from "./tool.ts";

/** The words with which a mistake in a value is described. Names of types stay as JSON Schema has them. */
export interface IssueWords {
  readonly nothing: string;
  readonly value: string;
  oneOf(values: readonly string[]): string;
  onlyKeys(keys: readonly string[]): string;
  readonly noKeys: string;
  /** `bound` is a comparison: `>= 3`. */
  length(bound: string): string;
  items(bound: string): string;
  matches(pattern: string): string;
  format(name: string): string;
  multipleOf(divisor: string): string;
  or(options: readonly string[]): string;
}

/** The words in one language. */
export function issueWords(locale: Locale): IssueWords {
  return locale === "zh" ? chinese : english;
}

const english: IssueWords = {
  nothing: "nothing",
  value: "a value",
  oneOf: (values) => `one of ${values.join(", ")}`,
  onlyKeys: (keys) => `no key but ${joinNames(keys)}`,
  noKeys: "no keys",
  length: (bound) => `a length ${bound}`,
  items: (bound) => `a number of items ${bound}`,
  matches: (pattern) => `text that matches ${pattern}`,
  format: (name) => `text in the format ${name}${example(name, ", such as ")}`,
  multipleOf: (divisor) => `a multiple of ${divisor}`,
  or: (options) => joinNames(options, "or"),
};

const chinese: IssueWords = {
  nothing: "空缺",
  value: "一个值",
  oneOf: (values) => `${values.join("、")} 之一`,
  onlyKeys: (keys) => `仅限字段 ${keys.join("、")}`,
  noKeys: "没有字段",
  length: (bound) => `长度 ${bound}`,
  items: (bound) => `项数 ${bound}`,
  matches: (pattern) => `匹配 ${pattern} 的文本`,
  format: (name) => `${name} 格式的文本${example(name, "，例如 ")}`,
  multipleOf: (divisor) => `${divisor} 的倍数`,
  or: (options) => options.join(" 或 "),
};

/** What a format looks like, where its name alone does not say it. */
const examples: Readonly<Record<string, string>> = {
  "date-time": "2026-11-30T08:00:00Z",
  date: "2026-11-30",
  time: "08:00:00Z",
  duration: "PT15M",
};

function example(format: string, before: string): string {
  const text = examples[format];
  return text === undefined ? "" : `${before}${text}`;
}
