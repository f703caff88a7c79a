import type { SQLInputValue } from "node:sqlite";
import type { CallRow, RunStore, TurnRow } from "./run-store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { parseJsonColumn } from "./sqlite-row.ts";

/** Turns and calls as rows. A row that is replaced keeps its `seq`, hence its place in the order of the run. */
export function createSqliteJournal(
  database: SqliteDatabase,
): Pick<RunStore, "turns" | "putTurn" | "calls" | "putCall" | "call" | "runTurns" | "runCalls"> {
  const rows = (sql: string, ...values: SQLInputValue[]): unknown[] => {
    return database
      .normal()
      .all(sql, ...values)
      .map((row) => parseJsonColumn(row, "row", database.file));
  };
  return {
    turns: (key) => rows(TURNS_OF_VISIT, key.run, key.path, key.visit) as TurnRow[],
    putTurn: (row) => {
      database.normal().run(PUT_TURN, row.run, row.path, row.visit, row.turn, JSON.stringify(row));
    },
    calls: (key) => rows(CALLS_OF_VISIT, key.run, key.path, key.visit) as CallRow[],
    putCall: (row, durable) => putCall(durable ? database.durable() : database.normal(), row),
    call: (id) => rows("SELECT row FROM calls WHERE id = ?", id)[0] as CallRow | undefined,
    runTurns: (run) => rows("SELECT row FROM turns WHERE run = ? ORDER BY seq", run) as TurnRow[],
    runCalls: (run) => rows("SELECT row FROM calls WHERE run = ? ORDER BY seq", run) as CallRow[],
  };
}

const TURNS_OF_VISIT = "SELECT row FROM turns WHERE run = ? AND path = ? AND visit = ? ORDER BY turn";

const PUT_TURN = `
  INSERT INTO turns (run, path, visit, turn, row) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (run, path, visit, turn) DO UPDATE SET row = excluded.row`;

const CALLS_OF_VISIT = `
  SELECT row FROM calls WHERE run = ? AND path = ? AND visit = ? ORDER BY turn, position, seq`;

const PUT_CALL = `
  INSERT INTO calls (id, run, path, visit, turn, position, row) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET row = excluded.row`;

function putCall(connection: SqliteConnection, row: CallRow): void {
  connection.run(PUT_CALL, row.id, row.run, row.path, row.visit, row.turn, row.position, JSON.stringify(row));
}
