/** What a scan found of the first JSON object or list in a text. */
export interface JsonScan {
  /** Offsets of the value in the text; `end` is one past its last character. */
  readonly start: number;
  readonly end: number;
  /** False when the text ends inside the value. */
  readonly closed: boolean;
  /** The value's text without trailing commas, its raw control characters escaped; says the same as the original. */
  readonly mended: string;
}

/** Finds the first `{` or `[` at or after `from` and the end of what it opens. Braces in strings do not count. */
export function scanJson(text: string, from = 0): JsonScan | undefined {
  const start = firstOpener(text, from);
  if (start === undefined) return undefined;
  let mended = "";
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (inString) {
      if (character === "\\") {
        mended += character + (text[at + 1] ?? "");
        at += 1;
        continue;
      }
      if (character === '"') inString = false;
      mended += character < " " ? escapeControl(character) : character;
      continue;
    }
    if (character === "," && closesNext(text, at + 1)) continue;
    if (character === '"') inString = true;
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    mended += character;
    if (depth === 0) return { start, end: at + 1, closed: true, mended };
  }
  return { start, end: text.length, closed: false, mended };
}

function firstOpener(text: string, from: number): number | undefined {
  const found = text.slice(from).search(/[{[]/);
  return found === -1 ? undefined : from + found;
}

function closesNext(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return text[at] === "}" || text[at] === "]";
}

function escapeControl(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}
