import type { CallRow, RunStore, TurnRow, VisitKey } from "./run-store.ts";
import type { LeaseBook } from "./memory-leases.ts";

/** The part of a store that a node visit reads and writes at every turn. */
type Journal = Pick<RunStore, "turns" | "putTurn" | "calls" | "putCall" | "call" | "runTurns" | "runCalls">;

/**
 * Turns and calls in Maps: a write costs a few look-ups by strings that are there already (no key is built), a read
 * costs the size of what it answers. Rows are kept as they are handed in, so they must not be changed afterwards.
 */
export function createMemoryJournal(leases: LeaseBook): Journal & { readonly forgetRun: (run: string) => void } {
  const runs = new Map<string, RunRecord>();
  const callById = new Map<string, Cell<CallRow>>();
  return {
    turns: (key) => findVisit(runs, key)?.turns.map(rowOf) ?? [],
    putTurn: (row, fence) => {
      if (fence) leases.checkFence(fence);
      putTurn(recordOf(runs, row.run), row);
    },
    calls: (key) => findVisit(runs, key)?.calls.map(rowOf).toSorted(byPlace) ?? [],
    putCall: (row, _durable, fence) => {
      if (fence) leases.checkFence(fence);
      const cell = callById.get(row.id);
      if (cell) cell.row = row;
      else callById.set(row.id, addCall(recordOf(runs, row.run), row));
    },
    call: (id) => callById.get(id)?.row,
    runTurns: (run) => runs.get(run)?.turns.map(rowOf) ?? [],
    runCalls: (run) => runs.get(run)?.calls.map(rowOf) ?? [],
    forgetRun: (run) => {
      for (const { row } of runs.get(run)?.calls ?? []) callById.delete(row.id);
      runs.delete(run);
    },
  };
}

/** A place for one row, shared by all lists that hold the row, so that replacing it touches none of them. */
interface Cell<Row> {
  row: Row;
}

/** Turns are kept in order of `turn`, calls in the order they began. */
interface VisitRecord {
  readonly turns: Cell<TurnRow>[];
  readonly calls: Cell<CallRow>[];
}

/** Turns and calls of the whole run, in the order they began. */
interface RunRecord {
  readonly visits: Map<string, Map<number, VisitRecord>>;
  readonly turns: Cell<TurnRow>[];
  readonly calls: Cell<CallRow>[];
}

function putTurn(run: RunRecord, row: TurnRow): void {
  const { turns } = visitOf(run, row);
  let place = turns.length;
  while (place > 0 && turns[place - 1]!.row.turn > row.turn) place -= 1;
  const before = turns[place - 1];
  if (before?.row.turn === row.turn) {
    before.row = row;
    return;
  }
  const cell = { row };
  if (place === turns.length) turns.push(cell);
  else turns.splice(place, 0, cell);
  run.turns.push(cell);
}

function addCall(run: RunRecord, row: CallRow): Cell<CallRow> {
  const cell = { row };
  visitOf(run, row).calls.push(cell);
  run.calls.push(cell);
  return cell;
}

function recordOf(runs: Map<string, RunRecord>, id: string): RunRecord {
  let record = runs.get(id);
  if (!record) {
    record = { visits: new Map(), turns: [], calls: [] };
    runs.set(id, record);
  }
  return record;
}

function visitOf(run: RunRecord, key: VisitKey): VisitRecord {
  let visits = run.visits.get(key.path);
  if (!visits) run.visits.set(key.path, (visits = new Map()));
  let visit = visits.get(key.visit);
  if (!visit) visits.set(key.visit, (visit = { turns: [], calls: [] }));
  return visit;
}

function findVisit(runs: Map<string, RunRecord>, key: VisitKey): VisitRecord | undefined {
  return runs.get(key.run)?.visits.get(key.path)?.get(key.visit);
}

function rowOf<Row>(cell: Cell<Row>): Row {
  return cell.row;
}

function byPlace(a: CallRow, b: CallRow): number {
  return a.turn - b.turn || a.position - b.position;
}
