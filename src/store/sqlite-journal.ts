import type { SQLInputValue } from "node:sqlite";
import type { CallRow, RunStore, TurnRow } from "./run-store.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { IF_FENCED, runFenced } from "./sqlite-leases.ts";
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
    putTurn: (row, fence) => {
      const values = [row.run, row.path, row.visit, row.turn, JSON.stringify(row)];
      if (fence) runFenced(database.normal(), PUT_TURN_FENCED, { values, fence });
      else database.normal().run(PUT_TURN, ...values);
    },
    calls: (key) => rows(CALLS_OF_VISIT, key.run, key.path, key.visit) as CallRow[],
    putCall: (row, durable, fence) => {
      const connection = durable ? database.durable() : database.normal();
      const values = [row.id, row.run, row.path, row.visit, row.turn, row.position, JSON.stringify(row)];
      if (fence) runFenced(connection, PUT_CALL_FENCED, { values, fence });
      else connection.run(PUT_CALL, ...values);
    },
    call: (id) => rows("SELECT row FROM calls WHERE id = ?", id)[0] as CallRow | undefined,
    runTurns: (run) => rows("SELECT row FROM turns WHERE run = ? ORDER BY seq", run) as TurnRow[],
    runCalls: (run) => rows("SELECT row FROM calls WHERE run = ? ORDER BY seq", run) as CallRow[],
  };
}

const TURNS_OF_VISIT = "SELECT row FROM turns WHERE run = ? AND path = ? AND visit = ? ORDER BY turn";

const INTO_TURNS = "INSERT INTO turns (run, path, visit, turn, row)";
const REPLACE_TURN = "ON CONFLICT (run, path, visit, turn) DO UPDATE SET row = excluded.row";
const PUT_TURN = `${INTO_TURNS} VALUES (?, ?, ?, ?, ?) ${REPLACE_TURN}`;
const PUT_TURN_FENCED = `${INTO_TURNS} SELECT ?, ?, ?, ?, ? ${IF_FENCED} ${REPLACE_TURN}`;

const CALLS_OF_VISIT = `
  SELECT row FROM calls WHERE run = ? AND path = ? AND visit = ? ORDER BY turn, position, seq`;

const INTO_CALLS = "INSERT INTO calls (id, run, path, visit, turn, position, row)";
const REPLACE_CALL = "ON CONFLICT (id) DO UPDATE SET row = excluded.row";
const PUT_CALL = `${INTO_CALLS} VALUES (?, ?, ?, ?, ?, ?, ?) ${REPLACE_CALL}`;
const PUT_CALL_FENCED = `${INTO_CALLS} SELECT ?, ?, ?, ?, ?, ?, ? ${IF_FENCED} ${REPLACE_CALL}`;
