import { previewJson } from "../base/json.ts";
import type { IssueWords } from "./issue-words.ts";

/** What came in place of what was expected, in a few words: its type and its beginning. */
export function describeValue(value: unknown, words: IssueWords): string {
  if (value === undefined) return words.nothing;
  if (value === null) return "null";
  if (typeof value === "string" && value.length <= longest && isPlain.test(value)) return `string "${value}"`;
  const preview = previewJson(value, longest);
  return `${Array.isArray(value) ? "array" : typeof value} ${typeof value === "string" ? JSON.stringify(preview) : preview}`;
}

/** In characters. */
const longest = 60;
/** A text that stands in JSON as it is: no blanks, quotes or backslashes. */
const isPlain = /^[!#-[\]-~]*$/;
