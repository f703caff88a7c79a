import { existsSync, statSync } from "node:fs";
import { type Diagnostic, isSopwithError } from "../base/errors.ts";
import { openSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { MIGRATIONS, readSchemaVersion } from "./sqlite-schema.ts";
import { storeCorrupt, storeNewer } from "./store-errors.ts";

/** What is known of a store's file without using it as a store. */
export interface StoreCheck {
  readonly file: string;
  /** False when there is no file yet, which is no fault: it is made at first use. */
  readonly exists: boolean;
  readonly sizeBytes: number;
  /** 0 for an empty file, and for one that cannot be read. */
  readonly schemaVersion: number;
  /** Empty for a sound store. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Looks at a store's file from end to end (SQLite's `quick_check`) and changes nothing in it. Faults are returned,
 * not thrown. Reads the whole file: a second per some hundred megabytes.
 */
export function checkStore(file: string): StoreCheck {
  if (!existsSync(file)) return { file, exists: false, sizeBytes: 0, schemaVersion: 0, diagnostics: [] };
  const found = { file, exists: true, sizeBytes: statSync(file).size };
  let connection: SqliteConnection | undefined;
  let schemaVersion = 0;
  try {
    connection = openSqliteConnection({ file, busyTimeoutMs: 1000, readOnly: true });
    schemaVersion = readSchemaVersion(connection, file);
    if (schemaVersion > MIGRATIONS.length) throw storeNewer(file, schemaVersion, MIGRATIONS.length);
    const faults = connection.all("PRAGMA quick_check").map((row) => String(row["quick_check"]));
    const diagnostics = faults
      .filter((fault) => fault !== "ok")
      .map((fault) => toDiagnostic(storeCorrupt(file, fault)));
    return { ...found, schemaVersion, diagnostics };
  } catch (error) {
    return { ...found, schemaVersion, diagnostics: [toDiagnostic(error)] };
  } finally {
    connection?.close();
  }
}

function toDiagnostic(error: unknown): Diagnostic {
  if (!isSopwithError(error)) throw error;
  const { code, hint, details, where } = error;
  return {
    code,
    severity: "error",
    message: [error.message, ...details].join(" "),
    ...(where ? { where } : {}),
    ...(hint ? { fix: hint } : {}),
  };
}
