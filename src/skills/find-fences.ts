import { lineAt, withPlainLineEnds } from "./text-lines.ts";

/** Where the front matter of a text stands, or why there is none. Lines count from 1. */
export type Fences =
  | {
      readonly kind: "found";
      /** The text between the fences, with LF line ends. */
      readonly yaml: string;
      /** Line of the opening fence. */
      readonly line: number;
      /** The first line of the text, where that is not the fence. */
      readonly above?: string;
      /** Offset and line of the first character behind the closing fence's line. */
      readonly bodyStart: number;
      readonly bodyLine: number;
    }
  | { readonly kind: "none" | "language" | "unclosed"; readonly line: number; readonly seen: string };

/**
 * Finds both fences of a front matter. A fence is three dashes alone on a line at column 0, blanks behind them allowed;
 * only blank lines and HTML comments may stand above the first one. Nothing is parsed here: a word behind the opening
 * dashes is seen before any parser could choose an engine by it.
 */
export function findFences(text: string): Fences {
  const start = text.startsWith(byteOrderMark) ? 1 : 0;
  const top = skipPreamble(text, start);
  const opening = lineAt(text, top.offset);
  if (!fence.test(opening.text)) {
    const kind = languageFence.test(opening.text) ? "language" : "none";
    return { kind, line: top.line, seen: opening.text };
  }
  let line = top.line + 1;
  for (let at = opening.next; at < text.length; line += 1) {
    const current = lineAt(text, at);
    if (fence.test(current.text)) {
      const yaml = withPlainLineEnds(text.slice(opening.next, current.start));
      const found = { kind: "found", yaml, line: top.line, bodyStart: current.next, bodyLine: line + 1 } as const;
      return top.line === 1 ? found : { ...found, above: lineAt(text, start).text };
    }
    at = current.next;
  }
  return { kind: "unclosed", line: top.line, seen: opening.text };
}

/** Passes blank lines and HTML comments. If what follows is no fence, the caller reports it from there. */
function skipPreamble(text: string, start: number): { offset: number; line: number } {
  let offset = start;
  let line = 1;
  for (;;) {
    preamble.lastIndex = offset;
    const skipped = preamble.exec(text)?.[0];
    if (!skipped) return { offset, line };
    offset += skipped.length;
    line += skipped.match(lineEnds)?.length ?? 0;
  }
}

const byteOrderMark = "\uFEFF";
const fence = /^---[ \t]*$/;
const languageFence = /^---[ \t]*[^-\s]/;
const preamble = /[ \t]*(?:<!--(?:(?!-->)[^])*-->[ \t]*)?(?:\r\n|\n|\r)/y;
const lineEnds = /\r\n|\n|\r/g;
