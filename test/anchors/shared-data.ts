import { existsSync } from "node:fs";
import { join } from "node:path";

/** A file of the published sets that the anchors are measured on; they are not part of the project. */
export function sharedFile(...path: string[]): {
  readonly path: string;
  readonly isThere: boolean;
  readonly reason: string;
} {
  const root = process.env["SOPWITH_SHARED"];
  const reason = "the data are not here: set SOPWITH_SHARED to the folder that holds anchors/";
  if (root === undefined || root === "") return { path: "", isThere: false, reason };
  const file = join(root, ...path);
  return { path: file, isThere: existsSync(file), reason: `${reason} (seen ${root})` };
}

/** Skips a test whose data are not here, and says so. */
export function needs(file: ReturnType<typeof sharedFile>, skip: (reason: string) => void): void {
  if (file.isThere) return;
  process.stdout.write(`skipped: ${file.reason}\n`);
  skip(file.reason);
}

/** Prints rows as a table with a title. */
export function printTable(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}`).join("\n")}\n`);
}
