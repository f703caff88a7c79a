/** How long matching a pattern may take on a text of n characters. */
export type PatternCost = "linear" | "polynomial" | "exponential";

const longestPattern = 1000;

/**
 * A careful guess at what a pattern costs: repeated groups that hold repetitions, or alternatives that begin alike, are
 * `exponential`; two or more repetitions one after the other are `polynomial`. A pattern of more than 1000 characters
 * counts as `exponential`.
 */
export function patternCost(pattern: string): PatternCost {
  if (pattern.length > longestPattern) return "exponential";
  const open: Group[] = [newGroup()];
  let repetitions = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    if (character === "(") {
      open.push(newGroup());
      at = skipGroupMarks(pattern, at);
      continue;
    }
    const closed = character === ")" && open.length > 1 ? open.pop() : undefined;
    const atom = closed ? { text: "()", end: at } : readAtom(pattern, at);
    at = atom.end;
    const unbounded = isUnbounded(pattern, at + 1);
    if (unbounded) repetitions += 1;
    if (unbounded && closed && isAmbiguous(closed)) return "exponential";
    addAtom(open.at(-1)!, { atom: atom.text, closed, unbounded, optional: /^[?*{]/.test(pattern.slice(at + 1)) });
  }
  return repetitions > 1 ? "polynomial" : "linear";
}

interface Group {
  readonly alternatives: string[];
  /** What is repeated without an end inside it. */
  readonly repeated: string[];
  /** Single characters that must stand in it. */
  readonly separators: string[];
}

function newGroup(): Group {
  return { alternatives: [""], repeated: [], separators: [] };
}

interface Added {
  readonly atom: string;
  readonly closed: Group | undefined;
  readonly unbounded: boolean;
  readonly optional: boolean;
}

function addAtom(group: Group, { atom, closed, unbounded, optional }: Added): void {
  if (atom === "|" && !closed) {
    group.alternatives.push("");
    return;
  }
  group.alternatives[group.alternatives.length - 1] += atom;
  if (closed && (unbounded || closed.repeated.length > 0)) group.repeated.push(".");
  else if (unbounded) group.repeated.push(atom);
  else if (!closed && !optional && /^\\?[^\w\s[(.^$|?*+{})]$/.test(atom)) group.separators.push(atom.at(-1)!);
  else if (!closed && !optional && /^\\\W$/.test(atom)) group.separators.push(atom.at(-1)!);
}

/** Repeated, it can read one text in several ways: unless a separator that nothing else in it matches stands between. */
function isAmbiguous({ alternatives, repeated, separators }: Group): boolean {
  if (beginAlike(alternatives)) return true;
  if (repeated.length === 0) return false;
  if (alternatives.length > 1) return true;
  return !separators.some((separator) => repeated.every((atom) => !matches(atom, separator)));
}

function matches(atom: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${atom})$`, "s").test(character);
  } catch {
    return true;
  }
}

/** `?:`, `?=`, `?!`, `?<name>` and the like belong to the opening bracket. */
function skipGroupMarks(pattern: string, at: number): number {
  const marks = /^\(\?(?:<?[=!]|:|<[^>]*>)/.exec(pattern.slice(at));
  return at + (marks ? marks[0].length - 1 : 0);
}

/** One escaped character, one class, or one character. */
function readAtom(pattern: string, at: number): { readonly text: string; readonly end: number } {
  if (pattern[at] === "\\") return { text: pattern.slice(at, at + 2), end: at + 1 };
  if (pattern[at] !== "[") return { text: pattern[at]!, end: at };
  let end = at + 1;
  while (end < pattern.length && pattern[end] !== "]") end += pattern[end] === "\\" ? 2 : 1;
  return { text: pattern.slice(at, end + 1), end };
}

function isUnbounded(pattern: string, at: number): boolean {
  return /^(?:[*+]|\{\d*,\})/.test(pattern.slice(at, at + 12));
}

/** One alternative that is empty, or begins as another does, lets one text be read in several ways. */
function beginAlike(alternatives: readonly string[]): boolean {
  if (alternatives.length < 2) return false;
  const beginnings = alternatives.map((text) => (/^(?:\\.|\[|\(|\.)/.test(text) ? "any" : text.slice(0, 1)));
  const wild = beginnings.filter((beginning) => beginning === "any" || beginning === "").length;
  return (
    wild > 1 ||
    (wild === 1 && alternatives.length > 1 && beginnings.includes("")) ||
    new Set(beginnings).size < beginnings.length
  );
}
