import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openSqliteConnection, type SqliteConnection } from "../../src/store/sqlite-connection.ts";
import { THREADS, THREADS_OF_STATUS } from "../../src/store/sqlite-runs.ts";
import { MIGRATIONS, migrateSchema, readSchemaVersion } from "../../src/store/sqlite-schema.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { runRow } from "./store-rows.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-schema-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
let file: string;
beforeEach(() => {
  file = join(folder, `${(files += 1)}.db`);
});

const first = "CREATE TABLE notes (text TEXT)";
const second = "ALTER TABLE notes ADD COLUMN author TEXT; UPDATE notes SET author = 'unknown'";

describe("migrateSchema", () => {
  test("takes an old file through each step that it lacks and keeps its rows", () => {
    const connection = openSqliteConnection({ file, busyTimeoutMs: 1 });
    migrateSchema(connection, file, [first]);
    connection.run("INSERT INTO notes VALUES ('kept')");
    migrateSchema(connection, file, [first, second]);
    migrateSchema(connection, file, [first, second]);
    expect(connection.all("SELECT * FROM notes").map((row) => ({ ...row }))).toEqual([
      { text: "kept", author: "unknown" },
    ]);
    expect(readSchemaVersion(connection, file)).toBe(2);
    connection.close();
  });

  test("leaves the file as it was when a step fails", () => {
    const connection = openSqliteConnection({ file, busyTimeoutMs: 1 });
    migrateSchema(connection, file, [first]);
    expect(() => migrateSchema(connection, file, [first, second, "CREATE nonsense"])).toThrow("cannot be read");
    expect(readSchemaVersion(connection, file)).toBe(1);
    expect(connection.all("SELECT name FROM pragma_table_info('notes')").map((row) => row["name"])).toEqual(["text"]);
    connection.close();
  });
});

describe("among 10,000 finished threads", () => {
  test("the newest are found by an index, without sorting", async () => {
    const connection = openFilled();
    const store = createSqliteStore({ file });
    await store.putRun(runRow({ status: "waiting", startedAt: "2026-06-01T00:00:00.000Z" }));
    expect((await store.threads({ limit: 20 })).map(({ id }) => id)).toEqual([
      "storm",
      ...Array.from({ length: 19 }, (_, index) => `t${10_000 - index}`),
    ]);
    expect((await store.threads({ status: "waiting" })).map(({ id }) => id)).toEqual(["storm"]);
    await store.close();
    expect(planOf(connection, THREADS)).toEqual(["SCAN threads USING INDEX threads_by_time"]);
    expect(planOf(connection, THREADS_OF_STATUS)).toEqual(["SEARCH threads USING INDEX threads_by_status (status=?)"]);
    connection.close();
  });
});

/** A store with many threads that ended one after the other. */
function openFilled(): SqliteConnection {
  const connection = openSqliteConnection({ file, busyTimeoutMs: 1 });
  migrateSchema(connection, file, MIGRATIONS);
  connection.run(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
    INSERT INTO threads (id, workflow, created_at, updated_at, runs, last_run, status)
    SELECT 't' || n, 'event-safety', '2026-05-01', '2026-05-01', 1, 't' || n || '/1', 'completed' FROM numbers`);
  return connection;
}

function planOf(connection: SqliteConnection, sql: string): string[] {
  const places = sql.match(/\?/g)?.map(() => 20) ?? [];
  return connection.all(`EXPLAIN QUERY PLAN ${sql}`, ...places).map((row) => String(row["detail"]));
}
