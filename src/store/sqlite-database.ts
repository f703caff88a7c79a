import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isSopwithError } from "../base/errors.ts";
import { openSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { migrateSchema } from "./sqlite-schema.ts";
import { storeClosed, storeGone, storeUnwritable } from "./store-errors.ts";

/** Two connections to one file, each opened when it is first needed. */
export interface SqliteDatabase {
  readonly file: string;
  /** Commits survive the death of the process; the last ones may be lost in a power cut (`synchronous=NORMAL`). */
  normal(): SqliteConnection;
  /** Commits are on the disk when they return (`synchronous=FULL`); dearer by one `fsync` each. */
  durable(): SqliteConnection;
  /**
   * Does nothing while the file that was opened is the one of this name.
   * @throws `STORE_GONE` where it was removed, or another was put in its place
   */
  checkPlace(): void;
  /** May be called twice. */
  close(): void;
}

/** Makes the folder and the file (mode 0600) and the tables at first use; until then nothing is opened. */
export function createSqliteDatabase(file: string, busyTimeoutMs: number): SqliteDatabase {
  const open: { normal?: SqliteConnection; durable?: SqliteConnection } = {};
  let closed = false;
  let inode: number | undefined;
  const connect = (synchronous: "NORMAL" | "FULL"): SqliteConnection => {
    if (closed) throw storeClosed(file);
    prepareFile(file);
    const connection = openSqliteConnection({ file, busyTimeoutMs });
    try {
      switchToWal(connection);
      connection.script(`PRAGMA synchronous = ${synchronous}`);
      migrateSchema(connection, file);
      inode ??= statSync(file).ino;
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  };
  return {
    file,
    normal: () => (open.normal ??= connect("NORMAL")),
    durable: () => (open.durable ??= connect("FULL")),
    checkPlace: () => {
      if (inode !== undefined && statSync(file, { throwIfNoEntry: false })?.ino !== inode) throw storeGone(file);
    },
    close: () => {
      closed = true;
      open.durable?.close();
      open.normal?.close();
      delete open.durable;
      delete open.normal;
    },
  };
}

/**
 * SQLite gives up at once, without its busy timeout, when another process makes the same switch on a new file. Taking
 * the write lock does wait, and only one process at a time can be ahead, so the switch is tried again after that.
 */
function switchToWal(connection: SqliteConnection): void {
  for (let attempt = 1; attempt <= SWITCH_ATTEMPTS; attempt += 1) {
    try {
      connection.script("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isSopwithError(error, "STORE_LOCKED") || attempt === SWITCH_ATTEMPTS) throw error;
      connection.transaction(() => {});
    }
  }
}

const SWITCH_ATTEMPTS = 50;

/** The -wal and -shm files get the mode of the file itself, so it has to be right before SQLite opens it. */
function prepareFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, "a", 0o600));
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    throw storeUnwritable(file, error);
  }
}
