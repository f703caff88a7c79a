import type { SqliteRow } from "./sqlite-connection.ts";
import { storeCorrupt } from "./store-errors.ts";

/**
 * The value that was stored as JSON in `column`. Callers take it for what the store itself wrote there.
 *
 * @throws `STORE_CORRUPT` if it is no JSON
 */
export function parseJsonColumn(row: SqliteRow, column: string, file: string): unknown {
  try {
    return JSON.parse(String(row[column]));
  } catch (error) {
    throw storeCorrupt(file, error);
  }
}

/** A text column. */
export function textColumn(row: SqliteRow, column: string): string {
  return String(row[column]);
}

/** A column of bytes. */
export function bytesColumn(row: SqliteRow, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : new TextEncoder().encode(String(value));
}
