import type * as Sqlite from "node:sqlite";

/** Node's own SQLite, as a type; nothing is loaded by naming it. */
export type SqliteModule = typeof Sqlite;

/**
 * Loads `node:sqlite`. Some releases of Node print an experimental warning when it is loaded: that one is kept from
 * the terminal, all others pass. Loading is synchronous, so nothing else can warn in between.
 */
export function loadSqlite(): SqliteModule {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was, and called on the process
  const { emitWarning } = process;
  process.emitWarning = (...warning: unknown[]): void => {
    if (!String(warning[0]).startsWith("SQLite is an experimental feature"))
      Reflect.apply(emitWarning, process, warning);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
