/** A regular expression as a tree. */
export type PatternNode =
  | { readonly kind: "letter"; readonly accepts: (letter: string) => boolean }
  | { readonly kind: "assert"; readonly assert: "start" | "end" | "word" | "no-word" }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly least: number; readonly most: number };

/** Why a pattern cannot be used; the message completes "it". Stays inside the room. */
export class PatternProblem extends Error {}

const maxPatternLength = 200;
const maxRepeat = 100;
const maxDepth = 20;

/**
 * Reads a regular expression with the `u` flag. What single letters and classes accept is left to the engine, one
 * letter at a time. Throws {@link PatternProblem} for what is no regular expression, and for what needs backtracking.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > maxPatternLength) throw new PatternProblem(`has more than ${maxPatternLength} characters`);
  if (!isRegularExpression(source)) throw new PatternProblem("is no regular expression");
  return readChoice({ source, at: 0, depth: 0 });
}

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

function readChoice(reader: Reader): PatternNode {
  const branches: PatternNode[] = [];
  do {
    const parts: PatternNode[] = [];
    while (reader.at < reader.source.length && !/[|)]/.test(reader.source[reader.at]!)) {
      parts.push(readRepeat(readAtom(reader), reader));
    }
    branches.push({ kind: "sequence", parts });
  } while (take(reader, /\|/y) !== undefined);
  return branches.length === 1 ? branches[0]! : { kind: "choice", branches };
}

function readAtom(reader: Reader): PatternNode {
  if (take(reader, /\(\?:|\((?!\?)/y) !== undefined) {
    reader.depth += 1;
    if (reader.depth > maxDepth) throw new PatternProblem("has too many brackets in brackets");
    const inside = readChoice(reader);
    reader.depth -= 1;
    take(reader, /\)/y);
    return inside;
  }
  if (reader.source.startsWith("(?", reader.at)) throw new PatternProblem("uses lookaround or a named group");
  const assertion = take(reader, /\\[bB]|[\^$]/y);
  if (assertion !== undefined) return { kind: "assert", assert: assertions[assertion] ?? "start" };
  if (/\\[1-9k]/y.test(reader.source.slice(reader.at, reader.at + 2)))
    throw new PatternProblem("refers back to a group");
  const token = take(reader, classOrEscape);
  if (token !== undefined) return letterClass(token);
  const letter = String.fromCodePoint(reader.source.codePointAt(reader.at)!);
  reader.at += letter.length;
  return letter === "." ? letterClass(letter) : { kind: "letter", accepts: (other) => other === letter };
}

function letterClass(token: string): PatternNode {
  const pattern = new RegExp(`^${token}$`, "u");
  return { kind: "letter", accepts: (letter) => pattern.test(letter) };
}

function readRepeat(part: PatternNode, reader: Reader): PatternNode {
  const quantifier = take(reader, /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)?.replace(/(?<=.)\?$/, "");
  if (quantifier === undefined) return part;
  const [least, most] = bounds[quantifier] ?? quantifier.slice(1, -1).split(",").map(Number);
  const end = quantifier.includes(",}") ? Infinity : (most ?? least!);
  if (least! > maxRepeat || (end !== Infinity && end > maxRepeat))
    throw new PatternProblem(`repeats something more than ${maxRepeat} times`);
  return { kind: "repeat", part, least: least!, most: end };
}

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.source)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const assertions: Readonly<Record<string, "start" | "end" | "word" | "no-word">> = {
  "^": "start",
  $: "end",
  "\\b": "word",
  "\\B": "no-word",
};
const bounds: Readonly<Record<string, readonly number[]>> = { "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] };
const classOrEscape =
  /\[(?:\\.|[^\]\\])*\]|\\u\{[0-9A-Fa-f]+\}|\\u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\./suy;
