import { createPaint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";

/** The titles of a table's columns where a person looks at it; no row where it is piped. */
export function headerRow(terminal: Terminal, titles: readonly string[]): string[][] {
  if (terminal.columns === undefined) return [];
  const paint = createPaint(terminal.colour);
  return [titles.map((title) => paint("faint", title))];
}
