/** One line of a text, without its line end. */
export interface TextLine {
  readonly text: string;
  /** Offset of the line's first character. */
  readonly start: number;
  /** Offset behind the line's end, where the next line starts. */
  readonly next: number;
}

/**
 * The line of `text` that starts at `start`. LF, CRLF and a lone CR all end a line, so that a checkout from any system
 * has the same lines; offsets count the text as it is.
 */
export function lineAt(text: string, start: number): TextLine {
  lineEnd.lastIndex = start;
  const end = lineEnd.exec(text);
  if (!end) return { text: text.slice(start), start, next: text.length };
  return { text: text.slice(start, end.index), start, next: end.index + end[0].length };
}

/** All lines of a text. A last line end does not begin another, empty line. */
export function splitLines(text: string): string[] {
  const lines = text.split(anyLineEnd);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The text with every line end written as LF. Lines and columns stay what they were. */
export function withPlainLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

const lineEnd = /\r\n|\n|\r/g;
const anyLineEnd = /\r\n|\n|\r/;
