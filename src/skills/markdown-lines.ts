import { splitLines } from "./text-lines.ts";

/** One line of a Markdown text that may belong to a procedure. `indent` counts columns, `line` counts from 1. */
export type MarkdownLine =
  | { readonly kind: "heading"; readonly depth: number; readonly text: string; readonly line: number }
  | {
      readonly kind: "numbered";
      readonly indent: number;
      readonly number: string;
      readonly text: string;
      readonly line: number;
    }
  | { readonly kind: "bullet"; readonly indent: number; readonly text: string; readonly line: number }
  | { readonly kind: "text"; readonly indent: number; readonly text: string; readonly line: number }
  | { readonly kind: "blank"; readonly line: number };

/**
 * Tells headings, list items and text of a Markdown body apart. Fenced code, HTML comments, quotes and tables are left
 * out: nothing in them is an instruction of the procedure.
 */
export function markdownLines(body: string, firstLine: number): MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let codeFence: string | undefined;
  let inComment = false;
  for (const [index, raw] of splitLines(body).entries()) {
    const line = firstLine + index;
    const fence = codeFencePattern.exec(raw)?.[1];
    if (codeFence !== undefined) {
      if (fence?.startsWith(codeFence) && raw.trim() === fence) codeFence = undefined;
      continue;
    }
    if (inComment || /^\s*<!--/.test(raw)) {
      inComment = !raw.includes("-->");
      continue;
    }
    if (fence !== undefined) codeFence = fence;
    else if (!/^\s*[>|]/.test(raw)) lines.push(readLine(raw, line));
  }
  return lines;
}

function readLine(raw: string, line: number): MarkdownLine {
  if (raw.trim() === "" || thematicBreak.test(raw)) return { kind: "blank", line };
  const heading = headingPattern.exec(raw);
  if (heading)
    return { kind: "heading", depth: heading[1]!.length, text: withoutClosingMarks(cleanText(heading[2]!)), line };
  const indent = columnsOf(/^[ \t\u3000]*/.exec(raw)![0]);
  const text = raw.trim().replace(/\s+/g, " ");
  const numbered = numberedPattern.exec(text);
  if (numbered) {
    const number = (numbered[2] ?? numbered[3] ?? numbered[4])!.normalize("NFKC");
    return { kind: "numbered", indent, number, text: cleanText(`${numbered[1] ?? ""}${numbered[5]}`), line };
  }
  const bullet = bulletPattern.exec(text);
  if (bullet) return { kind: "bullet", indent, text: cleanText(bullet[1]!), line };
  return { kind: "text", indent, text, line };
}

/** Without a task list's box in front. */
function cleanText(text: string): string {
  return text.replace(/^\[[ xX]\]\s+/, "").trim();
}

/** `## Title ##` is the heading `Title`. */
function withoutClosingMarks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return end === text.length || text[end - 1] !== " " ? text : text.slice(0, end).trimEnd();
}

function columnsOf(blanks: string): number {
  let columns = 0;
  for (const blank of blanks) columns += blank === "\t" ? 4 - (columns % 4) : blank === "\u3000" ? 2 : 1;
  return columns;
}

/** A line that opens or closes fenced code; its first group is the run of backticks or tildes. */
export const codeFencePattern: RegExp = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/;
const thematicBreak = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const headingPattern = /^ {0,3}(#{1,6})(?:[ \t]+|(?=\P{ASCII}))(.*)$/u;
/** `1. text`, `2.1 text`, `1) text`, `1、text`, `（1）text`. A dot needs a blank behind it, so 1.5 is no item. */
const numberedPattern =
  /^(\*\*)?(?:(\d{1,3}(?:\.\d{1,3})+)[.)]?(?=\s)|([\d０-９]{1,3})(?:[.)](?=\s|\P{ASCII})|[、．）])|[（(]([\d０-９]{1,3})[）)])\s*(\S.*)$/u;
const bulletPattern = /^[-*+•·]\s+(\S.*)$/;
