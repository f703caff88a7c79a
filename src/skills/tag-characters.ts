/** A run of characters that nobody sees and every model reads. */
export interface HiddenRun {
  /** Offset in the text, in UTF-16 units. */
  readonly offset: number;
  /** Code points: `U+E0049 U+E0067 ...`, the first eight of them. */
  readonly codePoints: string;
  /** What the run says. */
  readonly decoded: string;
}

/**
 * Runs of Unicode tag characters (U+E0000 to U+E007F) outside flag emoji. Each stands for an ASCII letter, is shown by no
 * editor, and has no use in a skill but to say something to the model alone.
 */
export function tagCharacters(text: string): HiddenRun[] {
  if (!text.includes("\uDB40")) return [];
  return [...text.matchAll(/\u{1F3F4}?[\u{E0000}-\u{E007F}]+/gu)].flatMap((match) => {
    if (flag.test(match[0])) return [];
    const run = Array.from(match[0]).filter((letter) => letter !== "\u{1F3F4}");
    const decoded = run.map((letter) => String.fromCodePoint(letter.codePointAt(0)! - 0xe0000)).join("");
    const offset = match.index + match[0].length - run.length * 2;
    return [{ offset, codePoints: nameCodePoints(run.join("")), decoded: decoded.replace(/[^\x20-\x7e]/g, "") }];
  });
}

/** The code points of a text as `U+200B U+202E`, the first eight. */
export function nameCodePoints(text: string): string {
  const names = Array.from(text, (letter) => `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
  return names.length > 8 ? `${names.slice(0, 8).join(" ")} …` : names.join(" ");
}

/** A black flag, the tags of a region, the end: the flags of England, Scotland, Wales and others. */
const flag = /^\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}$/u;
