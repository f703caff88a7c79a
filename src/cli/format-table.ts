import stringWidth from "string-width";
import { cutColumns, padColumns } from "./view-text.ts";

/** How a table is fitted to a terminal. */
export interface TableFit {
  /** Columns of the terminal; a table that is piped is never cut. */
  readonly width: number | undefined;
  /** Which column gives way, from 0; of several the first as far as it can, then the next. Their cells are painted as a whole or not at all. */
  readonly gives: number | readonly number[];
}

/** A column that gives way is never narrower. */
const narrowest = 12;

/** Rows in columns, aligned by their width on a terminal. Blanks at the end of a line are left out. */
export function formatTable(rows: readonly (readonly string[])[], fit?: TableFit): string {
  const shown = fit?.width === undefined ? rows : fitRows(rows, fit.width, [fit.gives].flat());
  const widths = widthsOf(shown);
  return shown
    .map(
      (row) =>
        `${row
          .map((cell, column) => padColumns(cell, widths[column]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell))));
  return widths;
}

function fitRows(rows: readonly (readonly string[])[], width: number, gives: readonly number[]): (readonly string[])[] {
  const widths = widthsOf(rows);
  let tooWide = widths.reduce((sum, column) => sum + column + 2, -2) - width;
  const given = new Map<number, number>();
  for (const column of gives) {
    const now = widths[column] ?? 0;
    if (tooWide <= 0 || now <= narrowest) continue;
    const columns = Math.max(narrowest, now - tooWide);
    tooWide -= now - columns;
    given.set(column, columns);
  }
  return rows.map((row) =>
    row.map((cell, column) => {
      const columns = given.get(column);
      return columns === undefined || stringWidth(cell) <= columns ? cell : cutCell(cell, columns);
    }),
  );
}

/** Its paint stays around what is left. */
function cutCell(cell: string, columns: number): string {
  const [, on = "", text = cell, off = ""] = /^(\u001B\[\d+m)(.*)(\u001B\[\d+m)$/s.exec(cell) ?? [];
  return on + cutColumns(text, columns) + off;
}
