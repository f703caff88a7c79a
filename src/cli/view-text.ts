import stringWidth from "string-width";
import { safeStringify } from "../base/json.ts";
import { showHidden } from "../base/show-hidden.ts";
import { cleanText } from "../tools/clean-text.ts";

/** Every line of a text, moved to the right. @default 2 */
export function indent(text: string, columns = 2): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : " ".repeat(columns) + line))
    .join("\n");
}

/** A text filled up with blanks to a width in terminal columns; wide characters count as two. */
export function padColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

/** A foreign text on one line, without what a terminal would obey. */
export function visibleLine(text: string): string {
  return cleanText(text).replace(/\s+/g, " ");
}

/** A text that somebody decides by, on one line: no line of it can pass for one of ours. */
export function shownLine(text: string): string {
  return showHidden(text.replace(/\s+/g, " ").trim());
}

/** A text on one line, cut at a width in terminal columns. What is hidden in it shows. */
export function cutColumns(text: string, columns: number): string {
  const line = shownLine(text);
  if (stringWidth(line) <= columns) return line;
  let cut = "";
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** Arguments as one short line: `{"city":"Shanghai"}`. */
export function previewInput(input: unknown, columns = 60): string {
  return cutColumns(safeStringify(input), columns);
}

/** A number with its noun: `1 tool`, `3 tools`. */
export function countOf(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
