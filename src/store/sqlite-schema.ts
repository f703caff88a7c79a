import type { SqliteConnection } from "./sqlite-connection.ts";
import { storeForeign, storeNewer } from "./store-errors.ts";

/**
 * One script per schema version: the first makes version 1, the next turns 1 into 2. A script that was released is
 * never changed. Rows of ours are JSON in `row`; other columns exist only to find and order them.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE threads (
    id TEXT PRIMARY KEY, workflow TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    runs INTEGER NOT NULL, last_run TEXT NOT NULL, status TEXT NOT NULL
  );
  CREATE INDEX threads_by_time ON threads (updated_at);
  CREATE INDEX threads_by_status ON threads (status, updated_at);
  CREATE TABLE runs (id TEXT PRIMARY KEY, thread TEXT NOT NULL, ordinal INTEGER NOT NULL, row TEXT NOT NULL);
  CREATE INDEX runs_by_thread ON runs (thread, ordinal);
  CREATE TABLE leases (thread TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at_ms INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE turns (
    seq INTEGER PRIMARY KEY, run TEXT NOT NULL, path TEXT NOT NULL, visit INTEGER NOT NULL, turn INTEGER NOT NULL,
    row TEXT NOT NULL
  );
  CREATE UNIQUE INDEX turns_by_visit ON turns (run, path, visit, turn);
  CREATE TABLE calls (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, run TEXT NOT NULL, path TEXT NOT NULL, visit INTEGER NOT NULL,
    turn INTEGER NOT NULL, position INTEGER NOT NULL, row TEXT NOT NULL
  );
  CREATE INDEX calls_by_visit ON calls (run, path, visit, turn, position);

  CREATE TABLE approvals (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, run TEXT NOT NULL, thread TEXT NOT NULL,
    requested_at TEXT NOT NULL, deadline_ms INTEGER, row TEXT NOT NULL, decision TEXT
  );
  CREATE INDEX approvals_by_run ON approvals (run);
  CREATE INDEX approvals_by_thread ON approvals (thread);
  CREATE INDEX approvals_open ON approvals (requested_at) WHERE decision IS NULL;
  CREATE TABLE skill_texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL);

  CREATE TABLE checkpoints (
    thread TEXT NOT NULL, namespace TEXT NOT NULL, id TEXT NOT NULL, parent TEXT,
    checkpoint_type TEXT NOT NULL, checkpoint BLOB NOT NULL, metadata_type TEXT NOT NULL, metadata BLOB NOT NULL,
    PRIMARY KEY (thread, namespace, id)
  );
  CREATE TABLE checkpoint_writes (
    thread TEXT NOT NULL, namespace TEXT NOT NULL, checkpoint TEXT NOT NULL, task TEXT NOT NULL, position INTEGER NOT NULL,
    task_path TEXT NOT NULL, channel TEXT NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (thread, namespace, checkpoint, task, position)
  );
  `,
  `
  CREATE TABLE audit (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at TEXT NOT NULL, thread TEXT NOT NULL, tool TEXT NOT NULL,
    "user" TEXT, status TEXT NOT NULL, hash TEXT NOT NULL, row TEXT NOT NULL
  );
  CREATE INDEX audit_by_thread ON audit (thread, seq);
  CREATE INDEX audit_by_time ON audit (at);
  `,
  `ALTER TABLE leases ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1;`,
  `CREATE INDEX approvals_due ON approvals (deadline_ms) WHERE decision IS NULL AND deadline_ms IS NOT NULL;`,
  `
  CREATE TABLE registry_changes (generation INTEGER PRIMARY KEY, row TEXT NOT NULL);
  CREATE TABLE registry_contracts (process TEXT PRIMARY KEY, at TEXT NOT NULL, row TEXT NOT NULL);
  `,
];

/** "Sopw" as a number: how a database of ours is told from any other. */
const APPLICATION_ID = 0x536f_7077;

/**
 * Brings a database to the newest schema, in one transaction; an empty one gets all tables. Does not write to one
 * that is up to date, and never touches one that is not ours.
 *
 * @throws `STORE_NEWER`, `STORE_FOREIGN`
 */
export function migrateSchema(
  connection: SqliteConnection,
  file: string,
  migrations: readonly string[] = MIGRATIONS,
): void {
  if (knownVersion(connection, file, migrations.length) === migrations.length) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    const version = knownVersion(connection, file, migrations.length);
    for (const script of migrations.slice(version)) connection.script(script);
    connection.script(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** The schema version of a database of ours, 0 if it is empty. */
export function readSchemaVersion(connection: SqliteConnection, file: string): number {
  // In this order: tables and id are committed together, so tables that are seen have their id.
  const isEmpty = connection.get("SELECT 1 FROM sqlite_schema LIMIT 1") === undefined;
  const applicationId = pragma(connection, "application_id");
  if (applicationId !== APPLICATION_ID && !isEmpty) throw storeForeign(file, applicationId);
  return pragma(connection, "user_version");
}

function knownVersion(connection: SqliteConnection, file: string, newest: number): number {
  const version = readSchemaVersion(connection, file);
  if (version > newest) throw storeNewer(file, version, newest);
  return version;
}

function pragma(connection: SqliteConnection, name: "application_id" | "user_version"): number {
  return Number(connection.get(`PRAGMA ${name}`)?.[name]);
}
