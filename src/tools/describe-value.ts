import { previewJson } from "../base/json.ts";
import type { IssueWords } from "./issue-words.ts";

/** What came in place of what was expected, in a few words: its type and its beginning. */
export function describeValue(value: unknown, words: IssueWords): string {
  if (value === undefined) return words.nothing;
  if (value === null) return "null";
  const preview = previewJson(value, 60);
  return `${Array.isArray(value) ? "array" : typeof value} ${typeof value === "string" ? JSON.stringify(preview) : preview}`;
}
