import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { loadSqlite } from "./load-sqlite.ts";
import { storeClosed, storeCorrupt, storeLocked, storeUnwritable } from "./store-errors.ts";

/** A row as SQLite gives it: column name to value. */
export type SqliteRow = Record<string, SQLOutputValue>;

/**
 * One open connection. Statements are prepared once per text and kept, so a text must come from a small fixed set.
 *
 * @throws `STORE_LOCKED`, `STORE_CORRUPT`, `STORE_UNWRITABLE`, `STORE_CLOSED` from any method
 */
export interface SqliteConnection {
  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  get(sql: string, ...values: SQLInputValue[]): SqliteRow | undefined;
  all(sql: string, ...values: SQLInputValue[]): SqliteRow[];
  /** Runs several statements at once, without values. */
  script(sql: string): void;
  /** Takes the write lock, then does `work`, which must be synchronous: all of it is kept, or nothing. */
  transaction<T>(work: () => T): T;
  /** May be called twice. */
  close(): void;
}

/** How a connection is opened. */
export interface SqliteConnectionOptions {
  readonly file: string;
  /** How long a statement waits for another program's lock, in ms. */
  readonly busyTimeoutMs: number;
  /** @default false */
  readonly readOnly?: boolean;
}

/** Opens a connection to a file. */
export function openSqliteConnection(options: SqliteConnectionOptions): SqliteConnection {
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, options);
    }
  };
  const database = attempt(() => openDatabase(options));
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  const run = (sql: string, ...values: SQLInputValue[]): number => {
    return attempt(() => Number(prepared(sql).run(...values).changes));
  };
  return {
    run,
    get: (sql, ...values) => attempt(() => prepared(sql).get(...values)),
    all: (sql, ...values) => attempt(() => prepared(sql).all(...values)),
    script: (sql) => attempt(() => database.exec(sql)),
    transaction: (work) => {
      run("BEGIN IMMEDIATE");
      try {
        const result = work();
        run("COMMIT");
        return result;
      } catch (error) {
        // A full disk or an I/O error has ended the transaction already.
        if (database.isTransaction) run("ROLLBACK");
        throw error;
      }
    },
    close: () => {
      statements.clear();
      if (database.isOpen) attempt(() => database.close());
    },
  };
}

function openDatabase({ file, busyTimeoutMs, readOnly = false }: SqliteConnectionOptions): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly });
}

/** SQLite's primary result codes, as https://sqlite.org/rescode.html numbers them. */
const LOCKED_CODES: ReadonlySet<number> = new Set([5, 6]);
const CORRUPT_CODES: ReadonlySet<number> = new Set([1, 11, 26]);
const UNWRITABLE_CODES: ReadonlySet<number> = new Set([3, 8, 10, 13, 14, 23]);

function toStoreError(error: unknown, { file, busyTimeoutMs }: SqliteConnectionOptions): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if (error.code === "ERR_INVALID_STATE") return storeClosed(file);
  if (!("errcode" in error) || typeof error.errcode !== "number") return error;
  const primary = error.errcode & 0xff;
  if (LOCKED_CODES.has(primary)) return storeLocked(file, busyTimeoutMs, error);
  if (CORRUPT_CODES.has(primary)) return storeCorrupt(file, error);
  return UNWRITABLE_CODES.has(primary) ? storeUnwritable(file, error) : error;
}
