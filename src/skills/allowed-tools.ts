import type { JsonValue } from "../base/json.ts";

/** The tools a skill limits itself to; `unreadable` says what could not be read, and then nothing is allowed. */
export interface AllowedTools {
  readonly entries: readonly string[];
  readonly unreadable?: string;
}

/**
 * Reads `allowed-tools` in its three spellings: separated by blanks, by commas, or a YAML list. What stands in
 * parentheses stays with its tool: `Bash(git add *)` is one entry. A value that cannot be read as a whole allows nothing.
 */
export function parseAllowedTools(value: JsonValue): AllowedTools {
  const parts = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (!Array.isArray(value) && (value === null || value === "")) return { entries: [], unreadable: "it is empty" };
  const entries: string[] = [];
  for (const part of parts) {
    if (typeof part !== "string") return { entries: [], unreadable: `${JSON.stringify(part)} is no text` };
    const split = splitOutsideParentheses(part);
    if (!split) return { entries: [], unreadable: `the parentheses of ${JSON.stringify(part)} do not match` };
    const bad = split.find((entry) => !toolEntry.test(entry));
    if (bad !== undefined) return { entries: [], unreadable: `${JSON.stringify(bad)} is no tool name` };
    entries.push(...split);
  }
  return { entries: [...new Set(entries)] };
}

function splitOutsideParentheses(text: string): string[] | undefined {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth < 0) return undefined;
    if (depth === 0 && separator.test(letter)) {
      if (entry !== "") entries.push(entry);
      entry = "";
    } else {
      entry += letter;
    }
  }
  if (entry !== "") entries.push(entry);
  return depth === 0 ? entries : undefined;
}

const separator = /[\s,，、]/u;
const toolEntry = /^[\p{L}\p{N}_*](?:[\p{L}\p{N}_./@:*-]*[\p{L}\p{N}_*])?(?:\([^]*\))?$/u;
