/** A place in a text file. `line` and `column` count from 1; a column counts UTF-16 units. */
export interface SourceLocation {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** `file:line:column`, the form that editors and terminals make clickable. */
export function formatLocation(where: SourceLocation): string {
  if (where.line === undefined) return where.file;
  return where.column === undefined ? `${where.file}:${where.line}` : `${where.file}:${where.line}:${where.column}`;
}

/** Line and column (both from 1) of an offset in `text`. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const end = Math.min(offset, text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart + 1 };
}
