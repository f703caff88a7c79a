import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { SqliteConnection } from "../../src/store/sqlite-connection.ts";
import { createSqliteDatabase, type SqliteDatabase } from "../../src/store/sqlite-database.ts";
import { storeOver } from "../../src/store/sqlite-store.ts";
import { approvalNode } from "../../src/workflow/approval-node.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { modelByNode, skillsOf, TestState } from "../workflow/kit.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-flat-"));
const database = createSqliteDatabase(join(folder, "store.db"), 5000);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** What was asked of the database, and how many rows each question gave. */
interface Asked {
  readonly sql: string;
  readonly rows: number;
}

let asked: Asked[] = [];

/** The connection, with a note of each statement. */
function noted(connection: SqliteConnection): SqliteConnection {
  const note = (sql: string, rows: number): void => void asked.push({ sql, rows });
  return {
    ...connection,
    run: (sql, ...values) => {
      note(sql, 0);
      return connection.run(sql, ...values);
    },
    get: (sql, ...values) => {
      note(sql, 1);
      return connection.get(sql, ...values);
    },
    all: (sql, ...values) => {
      const rows = connection.all(sql, ...values);
      note(sql, rows.length);
      return rows;
    },
  };
}

const watched: SqliteDatabase = {
  ...database,
  normal: () => noted(database.normal()),
  durable: () => noted(database.durable()),
};
const store = storeOver(watched);
const runner = createRunner({
  workflow: defineWorkflow({
    name: "waits",
    state: TestState,
    start: "ask",
    nodes: {
      first: () => ({ log: ["first"] }),
      ask: approvalNode({
        ask: () => ({ title: "?" }),
        deadline: { afterMs: 3_600_000, decide: "reject" },
        save: () => ({}),
      }),
    },
    edges: { ask: "first", first: "end" },
  }),
  skills: skillsOf({}),
  model: modelByNode({}),
  store,
});

/** Fills the file: 10,000 threads that have ended, 1,000 that wait, each with its run, question, hold and checkpoint. */
function fill(): void {
  const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11000)";
  const isOpen = "i > 10000";
  const run = `json_object('id', 'x' || i || '/1', 'thread', 'x' || i, 'ordinal', 1, 'workflow', 'waits', 'workflowHash', '', 'input', json('{}'), 'skills', json('{}'), 'usage', json('{"inputTokens":0,"outputTokens":0}'), 'startedAt', '2026-05-01T10:00:00.000Z', 'status', iif(${isOpen}, 'waiting', 'completed'))`;
  const approval = `json_object('id', 'ask' || i, 'run', 'x' || i || '/1', 'thread', 'x' || i, 'path', 'ask', 'visit', 1, 'kind', 'approval', 'title', '?', 'requestedAt', '2026-05-01T10:00:00.000Z')`;
  for (const rows of [
    `INSERT INTO threads ${numbers} SELECT 'x' || i, 'waits', '2026-05-01', '2026-05-01', 1, 'x' || i || '/1', iif(${isOpen}, 'waiting', 'completed') FROM n`,
    `INSERT INTO runs ${numbers} SELECT 'x' || i || '/1', 'x' || i, 1, ${run} FROM n`,
    `INSERT INTO leases (thread, owner, epoch, expires_at_ms) ${numbers} SELECT 'x' || i, '', 1, 0 FROM n`,
    `INSERT INTO approvals (id, run, thread, requested_at, deadline_ms, row, decision) ${numbers} SELECT 'ask' || i, 'x' || i || '/1', 'x' || i, '2026-05-01T10:00:00.000Z', iif(i % 2, 9e12, NULL), ${approval}, iif(${isOpen}, NULL, '{}') FROM n`,
    `INSERT INTO checkpoints ${numbers} SELECT 'x' || i || '/1', '', '1f', NULL, 'json', x'00', 'json', x'00' FROM n`,
    `INSERT INTO checkpoint_writes ${numbers} SELECT 'x' || i || '/1', '', '1f', 'task', 0, '', 'c', 'json', x'00' FROM n`,
    `INSERT INTO turns (run, path, visit, turn, row) ${numbers} SELECT 'x' || i || '/1', 'ask', 1, 0, '{}' FROM n`,
    `INSERT INTO calls (id, run, path, visit, turn, position, row) ${numbers} SELECT 'call' || i, 'x' || i || '/1', 'ask', 1, 0, 0, '{}' FROM n`,
    `INSERT INTO audit ${numbers} SELECT i, 'a' || i, '2026-05-01', 'x' || i, 't', NULL, 'ok', 'h', '{}' FROM n`,
  ])
    database.normal().script(rows);
  database.normal().script("ANALYZE");
}

/** What each statement would look at, as SQLite says it. Data that are changed or read by a whole key are none of it. */
function scansOf(statements: readonly Asked[]): readonly string[] {
  const texts = new Set(
    statements.map(({ sql }) => sql).filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE)/i.test(sql)),
  );
  return [...texts].flatMap((sql) => {
    const values = sql.match(/\?/g)?.map(() => 1) ?? [];
    const plan = database.normal().all(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    return plan.map((row) => String(row["detail"])).filter((detail) => detail.startsWith("SCAN"));
  });
}

const rowsOf = (statements: readonly Asked[]): number => statements.reduce((sum, { rows }) => sum + rows, 0);

/** Statements and rows of one piece of work. */
async function watch(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  asked = [];
  await work();
  return asked;
}

test("starting, deciding and resuming ask the same of a store with 11,000 threads as of an empty one", async () => {
  const work = (name: string) => async (): Promise<void> => {
    const waiting = await runner.start({}, { thread: name });
    if (waiting.status !== "waiting") throw new Error(waiting.status);
    const [approval] = await store.approvals({ thread: name, open: true });
    const ended = await runner.resume(name, { [approval!.id]: { approved: true } });
    if (ended.status !== "completed") throw new Error(ended.status);
  };
  const empty = await watch(work("before"));
  fill();
  const full = await watch(work("after"));
  expect(full.map(({ sql }) => sql)).toEqual(empty.map(({ sql }) => sql));
  expect(rowsOf(full)).toBe(rowsOf(empty));
  expect(scansOf(full)).toEqual([]);
});

test("listing what waits reads what waits, and none of what has ended", async () => {
  const statements = await watch(async () => {
    expect(await store.approvals({ open: true })).toHaveLength(1000);
  });
  expect({ statements: statements.length, rows: rowsOf(statements), scans: scansOf(statements) }).toEqual({
    statements: 1,
    rows: 1000,
    scans: ["SCAN approvals USING INDEX approvals_open"],
  });
});

test("looking for deadlines that have passed reads only those", async () => {
  const statements = await watch(async () => {
    expect(await store.approvals({ open: true, dueBefore: 1 })).toEqual([]);
  });
  expect({ rows: rowsOf(statements), scans: scansOf(statements) }).toEqual({ rows: 0, scans: [] });
});

test("looking for runs that were left in the middle reads only those", async () => {
  const statements = await watch(async () => {
    expect(await store.threads({ status: "running", limit: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });
  expect({ rows: rowsOf(statements), scans: scansOf(statements) }).toEqual({ rows: 0, scans: [] });
});
