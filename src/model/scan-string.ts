/** The inside of a string that some quote opened. */
export interface StringScan {
  /** One past the closing quote; the end of the text where there is none. */
  readonly end: number;
  readonly closed: boolean;
  /** As it stands between double quotes in JSON. */
  readonly mended: string;
  /** A raw control character was escaped. */
  readonly controls: boolean;
  /** A backslash that escapes nothing was doubled. */
  readonly doubled: boolean;
  /** A backslash before a single quote was dropped: JSON does not escape those. */
  readonly unquoted: boolean;
  /** An escape such as `\t` stands in it, which is also how a folder's name may begin. */
  readonly ambiguous: boolean;
}

/** Reads a string from `start`, one past its opening quote, to `closer`. No backslash is ever dropped but before a quote. */
export function scanString(text: string, start: number, closer: string): StringScan {
  let [mended, controls, doubled, unquoted, ambiguous] = ["", false, false, false, false];
  let at = start;
  for (; at < text.length && text[at] !== closer; at += 1) {
    const character = text[at]!;
    if (character === "\\") {
      const escape = readEscape(text, at);
      mended += escape.mended;
      doubled ||= escape.doubled;
      unquoted ||= text[at + 1] === "'";
      ambiguous ||= /[bfnrt]/.test(text[at + 1] ?? "");
      at += escape.length - 1;
    } else if (character < " ") {
      controls = true;
      mended += JSON.stringify(character).slice(1, -1);
    } else mended += character === '"' ? '\\"' : character;
  }
  const closed = at < text.length;
  return { end: closed ? at + 1 : at, closed, mended, controls, doubled, unquoted, ambiguous };
}

interface Escape {
  readonly mended: string;
  readonly length: number;
  readonly doubled: boolean;
}

function readEscape(text: string, at: number): Escape {
  const next = text[at + 1] ?? "";
  if (next === "u") {
    const whole = text.slice(at, at + 6);
    return /^\\u[0-9a-fA-F]{4}$/.test(whole)
      ? { mended: whole, length: 6, doubled: false }
      : { mended: "\\\\u", length: 2, doubled: true };
  }
  if (next === "'") return { mended: "'", length: 2, doubled: false };
  if (next === "" || '"\\/bfnrt'.includes(next)) return { mended: `\\${next}`, length: 2, doubled: false };
  // What follows a lone backslash is read again: it may be a line break.
  return { mended: "\\\\", length: 1, doubled: true };
}
