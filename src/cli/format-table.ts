import stringWidth from "string-width";
import { padColumns } from "./view-text.ts";

/** Rows in columns, aligned by their width on a terminal. Blanks at the end of a line are left out. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell))));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => padColumns(cell, widths[column]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
