import type { PublishedContracts, RegistryChange, RegistryStore } from "./registry-store.ts";
import { toAuditEntry } from "./registry-audit.ts";
import { appendAuditRows } from "./sqlite-audit.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { parseJsonColumn } from "./sqlite-row.ts";

/** The registry as rows: one for each change, with all that holds after it, and one for each process. */
export function createSqliteRegistry(database: SqliteDatabase): RegistryStore {
  const toChange = (row: Parameters<typeof parseJsonColumn>[0]): RegistryChange =>
    parseJsonColumn(row, "row", database.file) as RegistryChange;
  return {
    registry: () => {
      database.checkPlace();
      const row = database.normal().get(NEWEST, 1);
      return row && toChange(row);
    },
    changeRegistry: (change, expected) => {
      database.checkPlace();
      const connection = database.durable();
      return connection.transaction(() => addChange(connection, change, expected));
    },
    registryHistory: (limit = 100) => database.normal().all(NEWEST, limit).map(toChange),
    putContracts: (contracts) => {
      const { process, at } = contracts;
      database.normal().run(PUT_CONTRACTS, process, at, JSON.stringify(contracts));
    },
    contracts: () =>
      database
        .normal()
        .all("SELECT row FROM registry_contracts ORDER BY at DESC")
        .map((row) => parseJsonColumn(row, "row", database.file) as PublishedContracts),
    dropContracts: (processes) => {
      const connection = database.normal();
      for (const process of processes) connection.run("DELETE FROM registry_contracts WHERE process = ?", process);
    },
  };
}

function addChange(connection: SqliteConnection, change: RegistryChange, expected: number): boolean {
  const newest = Number(connection.get("SELECT max(generation) AS newest FROM registry_changes")?.["newest"] ?? 0);
  if (newest !== expected || change.generation <= newest) return false;
  connection.run(
    "INSERT INTO registry_changes (generation, row) VALUES (?, ?)",
    change.generation,
    JSON.stringify(change),
  );
  appendAuditRows(connection, [toAuditEntry(change)]);
  return true;
}

const NEWEST = "SELECT row FROM registry_changes ORDER BY generation DESC LIMIT ?";

const PUT_CONTRACTS = `
  INSERT INTO registry_contracts (process, at, row) VALUES (?, ?, ?)
  ON CONFLICT (process) DO UPDATE SET at = excluded.at, row = excluded.row`;
