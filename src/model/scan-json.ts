import { scanString } from "./scan-string.ts";

/** What a scan found of the first JSON object or list in a text. */
export interface JsonScan {
  /** Offsets of the value in the text; `end` is one past its last character. */
  readonly start: number;
  readonly end: number;
  /** False when the text ends inside the value. */
  readonly closed: boolean;
  /**
   * The value's text as JSON: without trailing commas and comments, quotes and words as JSON has them, raw control
   * characters escaped, backslashes that escape nothing doubled. Says the same as the original.
   */
  readonly mended: string;
  /** What was mended, each kind once. */
  readonly repairs: readonly string[];
  /** A text in which a backslash may be an escape or may have been meant as itself. */
  readonly doubtful?: string;
}

/** Words of Python that JSON spells otherwise. */
const words: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };
const closers: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”", "‘": "’" };

/** Finds the first `{` or `[` at or after `from` and the end of what it opens. Braces in strings do not count. */
export function scanJson(text: string, from = 0): JsonScan | undefined {
  const start = firstOpener(text, from);
  if (start === undefined) return undefined;
  const scan: OpenScan = { text, mended: "", repairs: new Set(), depth: 0, doubtful: undefined };
  let at = start;
  while (at < text.length) {
    const next = readToken(scan, at);
    if (next === undefined) return finish(scan, { start, end: text.length, closed: false });
    at = next;
    if (scan.depth === 0) return finish(scan, { start, end: at, closed: true });
  }
  return finish(scan, { start, end: text.length, closed: false });
}

interface OpenScan {
  readonly text: string;
  mended: string;
  readonly repairs: Set<string>;
  depth: number;
  doubtful: string | undefined;
}

function finish(
  { mended, repairs, doubtful }: OpenScan,
  place: { readonly start: number; readonly end: number; readonly closed: boolean },
): JsonScan {
  return { ...place, mended, repairs: [...repairs], ...(doubtful !== undefined && { doubtful }) };
}

/** Takes one token and answers where the next begins; `undefined` for a string without an end. */
function readToken(scan: OpenScan, at: number): number | undefined {
  const { text } = scan;
  const character = text[at]!;
  const closer = closers[character];
  if (closer !== undefined) return readString(scan, at, closer);
  if (character === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) return skipComment(scan, at);
  if (/[A-Za-z_$]/.test(character)) return readWord(scan, at);
  if (character === "{" || character === "[") scan.depth += 1;
  if (character === "}" || character === "]") scan.depth -= 1;
  const plain = character === "，" ? "," : character === "：" ? ":" : character;
  if (plain === "," && closesNext(text, at + 1)) {
    scan.repairs.add("commas or line breaks mended");
    return at + 1;
  }
  if (plain !== character) scan.repairs.add("punctuation mended");
  scan.mended += plain;
  return at + 1;
}

function readString(scan: OpenScan, at: number, closer: string): number | undefined {
  const found = scanString(scan.text, at + 1, closer);
  if (closer !== '"' || found.unquoted) scan.repairs.add("quotes mended");
  if (found.controls) scan.repairs.add("commas or line breaks mended");
  if (found.doubled) scan.repairs.add("backslashes doubled");
  if (found.doubled && found.ambiguous) scan.doubtful ??= scan.text.slice(at, found.end).slice(0, 60);
  scan.mended += `"${found.mended}${found.closed ? '"' : ""}`;
  return found.closed ? found.end : undefined;
}

function readWord(scan: OpenScan, at: number): number {
  const word = /^[A-Za-z_$][\w$]*/.exec(scan.text.slice(at, at + 200))![0];
  const isKey = /^\s*[:：]/.test(scan.text.slice(at + word.length, at + word.length + 20));
  const json = isKey ? JSON.stringify(word) : Object.hasOwn(words, word) ? words[word]! : word;
  if (json !== word) scan.repairs.add(isKey ? "quotes mended" : "words mended");
  scan.mended += json;
  return at + word.length;
}

function skipComment(scan: OpenScan, at: number): number {
  scan.repairs.add("comments removed");
  const line = scan.text[at + 1] === "/";
  const end = scan.text.indexOf(line ? "\n" : "*/", at + 2);
  return end === -1 ? scan.text.length : end + (line ? 1 : 2);
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
