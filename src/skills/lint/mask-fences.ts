import { codeFencePattern } from "../markdown-lines.ts";
import { lineAt } from "../text-lines.ts";

/** A Markdown text with fenced code and HTML comments blanked out, at the same length. */
export function maskFences(text: string): string {
  let masked = "";
  let open: string | undefined;
  for (let start = 0; start < text.length;) {
    const line = lineAt(text, start);
    const fence = codeFencePattern.exec(line.text)?.[1];
    const inside = open !== undefined || fence !== undefined;
    if (open === undefined) open = fence;
    else if (fence?.startsWith(open) && line.text.trim() === fence) open = undefined;
    masked += inside ? blank(text.slice(line.start, line.next)) : text.slice(line.start, line.next);
    start = line.next;
  }
  return masked.includes("<!--") ? masked.replace(/<!--[^]*?(?:-->|$)/g, blank) : masked;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
